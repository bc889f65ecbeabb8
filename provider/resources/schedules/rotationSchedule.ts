import * as z from "zod";
import type { Wire } from "../../api/client";
import { defineResource, type Bag, type Failure } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { systems, type RotatedSystem } from "../systems";
import { cronText } from "./cron";
import { jobConfigs, scheduleFields } from "./fields";
import { cloudNameOf, duration, patchParameters, systemName, systemOf } from "./jobConfig";

const group = "cckm_key_rotation_params";
const returned = "job_config_params";
const durationText = z.string().regex(duration, 'must be days or hours, such as "90d" or "12h"');

/**
 * A schedule on which the service rotates the keys that are bound to it with `KeyRotation`.
 * Destroying it ends the rotation of every key that is bound to it, also of those that other
 * programs bound. The keys stay as they are.
 */
export const rotationSchedule = defineResource({
  type: "RotationSchedule",
  role: "schedule",
  path: jobConfigs,
  feature: "CCKM",
  fixed: { operation: "cckm_key_rotation" },
  inputs: {
    /** Name of the schedule, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /** System whose keys it rotates. */
    cloud: field(systemName<RotatedSystem>(systems.filter(({ rotatable }) => rotatable)), {
      change: "replace",
      wire: { to: `${group}.cloud_name`, from: `${returned}.cloud_name`, encode: cloudNameOf, decode: systemOf },
    }),
    /**
     * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
     * weekday), such as `0 3 1 1,4,7,10 *`.
     */
    runAt: cronText,
    ...scheduleFields,
    /** Life of each new key, in days or hours such as `365d`, for keys whose material expires. */
    expiration: field(durationText.optional(), { wire: { to: `${group}.expiration`, from: `${returned}.expiration` } }),
    /** Rotate only keys that expire within this time, such as `30d`. Default: all bound keys. */
    expireIn: field(durationText.optional(), { wire: { to: `${group}.expire_in`, from: `${returned}.expire_in` } }),
    /**
     * Rotate only keys that are this many days old, counted from their last rotation, such as
     * `90d`. Default: at every run.
     */
    rotationAfter: field(
      z
        .string()
        .regex(/^\d+d$/, 'must be days, such as "90d"')
        .optional(),
      { wire: { to: `${group}.rotation_after`, from: `${returned}.rotation_after` } },
    ),
    /** AWS: true to leave a dated alias on the old key. */
    retainAlias: field(z.boolean().default(false), {
      wire: { to: `${group}.aws_param.retain_alias`, from: `${returned}.aws_param.retain_alias` },
    }),
    /**
     * AWS: true to rotate the material inside the key, which keeps its ARN; false to make a new key
     * and move the aliases. Needs version 2.21 of the service.
     */
    rotateMaterial: field(z.boolean().default(false), {
      wire: { to: `${group}.aws_param.rotate_material`, from: `${returned}.aws_param.rotate_material` },
    }),
  },
  outputs: {},
  filters: ["id", "name", "operation", "disabled"],
  actions: [
    {
      inputs: ["expiration", "expireIn", "rotationAfter", "retainAlias", "rotateMaterial"],
      run: (scope, { id }) => patchParameters(scope, id, group, parametersOf(scope.inputs)),
    },
  ],
  rules: [{ earlier: "startDate", later: "endDate" }],
  hooks: {
    check: awsProblems,
    body(inputs, encoded) {
      const { cloud_name } = encoded[group] as Wire;
      const given = Object.entries(parametersOf(inputs)).filter(([, value]) => value !== "");
      return { ...encoded, [group]: { cloud_name, ...Object.fromEntries(given) } };
    },
  },
});

/**
 * What the service calls them. An empty string removes a setting; only AWS has aliases and material
 * inside a key.
 */
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
      .map(([property]) => ({ property, reason: `is only valid for aws, not for ${cloud as string}` }));
  }
  if (!retainAlias || !rotateMaterial) return [];
  return [{ property: "retainAlias", reason: "cannot be combined with rotateMaterial: the key keeps its aliases" }];
}
