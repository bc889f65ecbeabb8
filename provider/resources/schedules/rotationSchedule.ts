import * as z from "zod";
import { moment } from "../moment";
import type { Wire } from "../../api/client";
import { defineResource, namedAfterResource, type Bag, type Failure } from "../../engine/definition";
import { systems, type RotatedSystem } from "../systems";
import { periodProblems } from "./period";
import { cronText } from "./cron";
import { cloudNameOf, duration, jobConfigs, patchParameters, systemName, systemOf } from "./jobConfig";

const group = "cckm_key_rotation_params";
const answered = "job_config_params";
const durationText = z.string().regex(duration, 'must be days or hours, such as "90d" or "12h"');

/** A time plan on which the service rotates the keys that are bound to it with `KeyRotation`. Destroying it ends the rotation; the keys stay as they are. */
export const rotationSchedule = defineResource({
  type: "RotationSchedule",
  path: jobConfigs,
  feature: "CCKM",
  fixed: { operation: "cckm_key_rotation" },
  inputs: {
    /** Name of the schedule, unique in the service. Default: the resource's name in the program. A change replaces it. */
    name: namedAfterResource(z.string().min(1)),
    /** System whose keys it rotates: `aws`, `azure`, `google`, `oci`, `salesforce`, `sap`, `ekm` or `dke`. A change replaces the schedule. */
    cloud: systemName<RotatedSystem>(systems.filter(({ rotatable }) => rotatable)),
    /** When it runs, in UTC: cron text of five fields (minute, hour, day of month, month, weekday), such as `0 3 1 1,4,7,10 *`. Changes in place. */
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
    /** Life of each new key, in days or hours such as `365d`, for keys whose material expires. Changes in place. Default: none. */
    expiration: durationText.optional(),
    /** Rotate only keys that expire within this time, such as `30d`. Changes in place. Default: all bound keys. */
    expireIn: durationText.optional(),
    /** Rotate only keys that are this many days old, counted from their last rotation, such as `90d`. Changes in place. Default: at every run. */
    rotationAfter: z
      .string()
      .regex(/^\d+d$/, 'must be days, such as "90d"')
      .optional(),
    /** AWS: true to leave a dated alias on the old key. Default false. Changes in place. */
    retainAlias: z.boolean().default(false),
    /** AWS: true to rotate the material inside the key, which keeps its ARN; false to make a new key and move the aliases. Default false. Changes in place. Needs version 2.21 of the service. */
    rotateMaterial: z.boolean().default(false),
  },
  outputs: {},
  filters: ["id", "name", "operation", "disabled"],
  immutable: ["name", "cloud"],
  wire: {
    cloud: { to: `${group}.cloud_name`, from: `${answered}.cloud_name`, encode: cloudNameOf, decode: systemOf },
    expiration: { to: `${group}.expiration`, from: `${answered}.expiration` },
    expireIn: { to: `${group}.expire_in`, from: `${answered}.expire_in` },
    rotationAfter: { to: `${group}.rotation_after`, from: `${answered}.rotation_after` },
    retainAlias: { to: `${group}.aws_param.retain_alias`, from: `${answered}.aws_param.retain_alias` },
    rotateMaterial: { to: `${group}.aws_param.rotate_material`, from: `${answered}.aws_param.rotate_material` },
  },
  actions: [
    {
      inputs: ["expiration", "expireIn", "rotationAfter", "retainAlias", "rotateMaterial"],
      run: (scope, { id }) => patchParameters(scope, id, group, parametersOf(scope.inputs)),
    },
  ],
  hooks: {
    check: (inputs) => [...awsProblems(inputs), ...periodProblems(inputs)],
    create: ({ api, inputs }, body) => {
      const { cloud_name } = body[group] as Wire;
      const given = Object.entries(parametersOf(inputs)).filter(([, value]) => value !== "");
      return api.post(jobConfigs, { ...body, [group]: { cloud_name, ...Object.fromEntries(given) } });
    },
  },
});

/** What the service calls them. An empty text takes a setting away; only AWS knows of aliases and of material inside a key. */
function parametersOf(inputs: Bag): Wire {
  const { expiration = "", expireIn = "", rotationAfter = "", retainAlias, rotateMaterial } = inputs;
  const parameters = { expiration, expire_in: expireIn, rotation_after: rotationAfter };
  if (inputs.cloud !== "aws") return parameters;
  return { ...parameters, aws_param: { retain_alias: retainAlias, rotate_material: rotateMaterial } };
}

function awsProblems({ cloud, retainAlias, rotateMaterial }: Bag): Failure[] {
  if (cloud !== undefined && cloud !== "aws") {
    return Object.entries({ retainAlias, rotateMaterial })
      .filter(([, given]) => given === true)
      .map(([property]) => ({ property, reason: `is for aws, not for ${cloud as string}` }));
  }
  if (!retainAlias || !rotateMaterial) return [];
  return [{ property: "retainAlias", reason: "has no meaning with rotateMaterial: the key keeps its aliases" }];
}
