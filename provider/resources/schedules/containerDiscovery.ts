import * as z from "zod";
import type { Wire } from "../../api/client";
import { defineResource, type Bag, type Failure } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { pick } from "../../lifecycle/values/wire";
import { awsRegion } from "../aws/kms";
import { userId } from "../identity/userId";
import { actionProblems, containerAction } from "../general/containerAcl";
import { systemNamed, systems, type DiscoveredSystem } from "../systems";
import { cronText } from "./cron";
import { jobConfigs, scheduleFields } from "./fields";
import { cloudNameOf, patchParameters, systemName, systemOf, withParameters } from "./jobConfig";

const group = "cckm_add_containers_params";
const returned = "job_config_params";

/**
 * A schedule on which the service looks for containers that a connection sees and that have not
 * been added, and adds them. Destroying it leaves what it added.
 */
export const containerDiscoverySchedule = defineResource({
  type: "ContainerDiscoverySchedule",
  role: "schedule",
  path: jobConfigs,
  feature: "CCKM",
  fixed: { operation: "cckm_add_containers" },
  inputs: {
    /** Name of the schedule, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /** System whose containers it looks for: `aws`, `azure` or `google`. */
    cloud: field(systemName<DiscoveredSystem>(systems.filter(({ discovers }) => discovers)), {
      change: "replace",
      wire: { to: `${group}.cloud_name`, from: `${returned}.cloud_name`, encode: cloudNameOf, decode: systemOf },
    }),
    /** Id of the connection, of that system, through which it looks. */
    connection: field(z.string().min(1), { wire: { to: false, from: `${returned}.connection` } }),
    /**
     * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
     * weekday), such as `0 2 * * *`.
     */
    runAt: cronText,
    ...scheduleFields,
    /** True to only search: what is found is in the result of each run, and nothing is added. */
    discoverOnly: field(z.boolean().default(false), { wire: { to: false, from: `${returned}.discover_only` } }),
    /** True to record successful calls of the added containers in the audit log. */
    enableSuccessAuditEvent: field(z.boolean().default(false), {
      wire: { to: false, from: `${returned}.enable_success_audit_event` },
    }),
    /**
     * Access list of the containers that it adds. Updated in place; containers that were added
     * already stay as they are. Default: administrators only.
     */
    acls: field(
      z
        .array(
          z.object({
            /** Id of the user, `local|<uuid>`. Either this or `group`. */
            userId: userId.optional(),
            /** Name of the group. Either this or `userId`. */
            group: z.string().min(1).optional(),
            /**
             * Permitted actions, such as `keycreate`: those that `ContainerAcl` lists for the
             * container.
             */
            actions: field(z.array(containerAction).min(1, "needs at least one action"), { as: "set" }),
          }),
        )
        .optional(),
      { as: "set", wire: { to: false, from: aclsIn }, guards: true },
    ),
    /** AWS: regions of the accounts that it adds. Default: all. */
    regions: field(z.array(awsRegion).min(1, "needs at least one region").optional(), {
      as: "set",
      wire: { to: false, from: `${returned}.aws_params.regions` },
    }),
    /** AWS: ARN of the role through which it looks. */
    assumeRoleArn: field(z.string().min(1).optional(), {
      wire: { to: false, from: `${returned}.aws_params.assume_role_arn` },
    }),
    /** AWS: external id that the role requires. Needs `assumeRoleArn`. */
    assumeRoleExternalId: field(z.string().min(1).optional(), {
      wire: { to: false, from: `${returned}.aws_params.assume_role_external_id` },
    }),
  },
  outputs: {},
  filters: ["id", "name", "operation", "disabled"],
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
  rules: [{ earlier: "startDate", later: "endDate" }],
  hooks: {
    check: (inputs) => [...awsProblems(inputs), ...aclProblems(inputs)],
    body: (inputs, encoded) => withParameters(encoded, group, parametersOf(inputs)),
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

function aclsIn(response: Wire): Permission[] {
  const held = (pick(response, `${returned}.acls`) ?? []) as { user_id?: string; group?: string; actions?: string[] }[];
  return held.map(({ user_id, group: name, actions = [] }) =>
    user_id ? { userId: user_id, actions } : { group: name, actions },
  );
}

function awsProblems({ cloud, regions, assumeRoleArn, assumeRoleExternalId }: Bag): Failure[] {
  if (cloud !== undefined && cloud !== "aws") {
    return Object.entries({ regions, assumeRoleArn, assumeRoleExternalId })
      .filter(([, value]) => value !== undefined)
      .map(([property]) => ({ property, reason: `is only valid for aws, not for ${cloud as string}` }));
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
