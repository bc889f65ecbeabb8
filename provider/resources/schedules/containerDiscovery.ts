import * as z from "zod";
import type { Wire } from "../../api/client";
import { defineResource, namedAfterResource, type Bag, type Failure } from "../../engine/definition";
import { pick } from "../../engine/wire";
import { awsRegion } from "../aws/kms";
import { userId } from "../identity/userId";
import { moment } from "../moment";
import { actionProblems, containerAction } from "../general/containerAcl";
import { systemNamed, systems, type DiscoveredSystem } from "../systems";
import { cronText } from "./cron";
import { cloudNameOf, jobConfigs, patchParameters, systemName, systemOf } from "./jobConfig";
import { periodProblems } from "./period";

const group = "cckm_add_containers_params";
const answered = "job_config_params";

/** A time plan on which the service looks for containers that a connection sees and nobody has added, and adds them. Destroying it leaves what it added. */
export const containerDiscoverySchedule = defineResource({
  type: "ContainerDiscoverySchedule",
  path: jobConfigs,
  feature: "CCKM",
  fixed: { operation: "cckm_add_containers" },
  inputs: {
    /** Name of the schedule, unique in the service. Default: the resource's name in the program. A change replaces it. */
    name: namedAfterResource(z.string().min(1)),
    /** System whose containers it looks for: `aws`, `azure` or `google`. A change replaces the schedule. */
    cloud: systemName<DiscoveredSystem>(systems.filter(({ discovers }) => discovers)),
    /** Id of the connection, of that system, through which it looks. Changes in place. */
    connection: z.string().min(1),
    /** When it runs, in UTC: cron text of five fields (minute, hour, day of month, month, weekday), such as `0 2 * * *`. Changes in place. */
    runAt: cronText,
    /** Node of the cluster that runs it, or `any`. Default `any`. Changes in place. */
    runOn: z.string().min(1).default("any"),
    /** Free text. Changes in place. Default: none. */
    description: z.string().optional(),
    /** True to pause the schedule. Default false. Changes in place. */
    disabled: z.boolean().default(false),
    /** When it starts to apply, RFC 3339. Changes in place. Default: at once. */
    startDate: moment.optional(),
    /** When it ceases to apply, RFC 3339. Changes in place. Default: never. */
    endDate: moment.optional(),
    /** True to only look: what is found stands in the result of each run, and nothing is added. Default false. Changes in place. */
    discoverOnly: z.boolean().default(false),
    /** True to record successful calls of the added containers in the audit log. Default false. Changes in place. */
    enableSuccessAuditEvent: z.boolean().default(false),
    /** Who may do what in the containers that it adds. Changes in place; containers that were added already stay as they are. Default: administrators only. */
    acls: z
      .array(
        z.object({
          /** Id of the user, `local|<uuid>`. Either this or `group`. */
          userId: userId.optional(),
          /** Name of the group. Either this or `userId`. */
          group: z.string().min(1).optional(),
          /** What is permitted, such as `keycreate`: an action that `ContainerAcl` lists for the container. */
          actions: z.array(containerAction).min(1, "needs at least one action"),
        }),
      )
      .optional(),
    /** AWS: regions of the accounts that it adds. Default: all. Changes in place. */
    regions: z.array(awsRegion).min(1, "needs at least one region").optional(),
    /** AWS: ARN of the role through which it looks. Default: none. Changes in place. */
    assumeRoleArn: z.string().min(1).optional(),
    /** AWS: external id that the role asks for. Needs `assumeRoleArn`. Default: none. Changes in place. */
    assumeRoleExternalId: z.string().min(1).optional(),
  },
  outputs: {},
  filters: ["id", "name", "operation", "disabled"],
  immutable: ["name", "cloud"],
  unordered: ["acls", "regions"],
  wire: {
    cloud: { to: `${group}.cloud_name`, from: `${answered}.cloud_name`, encode: cloudNameOf, decode: systemOf },
    connection: { to: false, from: `${answered}.connection` },
    discoverOnly: { to: false, from: `${answered}.discover_only` },
    enableSuccessAuditEvent: { to: false, from: `${answered}.enable_success_audit_event` },
    acls: { to: false, from: aclsIn },
    regions: { to: false, from: `${answered}.aws_params.regions` },
    assumeRoleArn: { to: false, from: `${answered}.aws_params.assume_role_arn` },
    assumeRoleExternalId: { to: false, from: `${answered}.aws_params.assume_role_external_id` },
  },
  actions: [
    {
      inputs: [
        "connection",
        "discoverOnly",
        "enableSuccessAuditEvent",
        "acls",
        "regions",
        "assumeRoleArn",
        "assumeRoleExternalId",
      ],
      run: (scope, { id }) => patchParameters(scope, id, group, parametersOf(scope.inputs)),
    },
  ],
  hooks: {
    check: (inputs) => [...awsProblems(inputs), ...aclProblems(inputs), ...periodProblems(inputs)],
    create: ({ api, inputs }, body) =>
      api.post(jobConfigs, { ...body, [group]: { ...(body[group] as Wire), ...parametersOf(inputs) } }),
  },
});

interface Permission {
  userId?: string;
  group?: string;
  actions: string[];
}

/** How the parameters of AWS are nested is inferred from those of other operations. */
function parametersOf(inputs: Bag): Wire {
  const { cloud, connection, discoverOnly, enableSuccessAuditEvent, acls, regions } = inputs;
  const permissions = ((acls ?? []) as Permission[]).map(({ userId, group: name, actions }) =>
    userId === undefined ? { group: name, actions } : { user_id: userId, actions },
  );
  const own = {
    regions: regions ?? [],
    assume_role_arn: inputs.assumeRoleArn ?? "",
    assume_role_external_id: inputs.assumeRoleExternalId ?? "",
  };
  return {
    connection,
    discover_only: discoverOnly,
    enable_success_audit_event: enableSuccessAuditEvent,
    acls: permissions,
    ...(cloud === "aws" ? { aws_params: own } : {}),
  };
}

function aclsIn(answer: Wire): Permission[] {
  const held = (pick(answer, `${answered}.acls`) ?? []) as { user_id?: string; group?: string; actions?: string[] }[];
  return held.map(({ user_id, group: name, actions = [] }) =>
    user_id ? { userId: user_id, actions } : { group: name, actions },
  );
}

function awsProblems({ cloud, regions, assumeRoleArn, assumeRoleExternalId }: Bag): Failure[] {
  if (cloud !== undefined && cloud !== "aws") {
    return Object.entries({ regions, assumeRoleArn, assumeRoleExternalId })
      .filter(([, value]) => value !== undefined)
      .map(([property]) => ({ property, reason: `is for aws, not for ${cloud as string}` }));
  }
  if (assumeRoleExternalId === undefined || assumeRoleArn !== undefined) return [];
  return [{ property: "assumeRoleExternalId", reason: "needs assumeRoleArn" }];
}

function aclProblems({ cloud, acls = [] }: { cloud?: string; acls?: Permission[] }): Failure[] {
  const [container] = cloud === undefined ? [] : Object.keys(systemNamed(cloud).acls ?? {});
  const foreign = acls.flatMap(({ actions }, index) =>
    actionProblems(container, actions).map(({ reason }) => ({ property: `acls.${index}.actions`, reason })),
  );
  const unnamed = acls
    .map(({ userId, group: name }, index) => ({
      index,
      both: userId !== undefined && name !== undefined,
      one: userId ?? name,
    }))
    .filter(({ both, one }) => both || one === undefined)
    .map(({ index }) => ({ property: `acls.${index}`, reason: "either userId or group is required" }));
  return [...foreign, ...unnamed];
}
