import * as pulumi from "@pulumi/pulumi";
import type { Api } from "../provider/api/client";
import { areOrIs, counted } from "../provider/api/counted";
import type * as licence from "../provider/lifecycle/service/licence";
import type * as query from "../provider/lookups/rotation/query";
import type { RotationStatus } from "../provider/lookups/rotation/result";
import { call, optionsIn, plainError } from "./function";
import { ApiSetting } from "./resources/all-systems";

/** How a rotation policy reports keys that violate it. */
export interface RotationNotice {
  /**
   * How a preview or an update reports them: as a `warning`, or as an `error`, which fails it: an
   * update creates and changes everything as declared, and deletes nothing; `pulumi up` begins with
   * a preview, whose failure changes nothing, unless it is given `--skip-preview`. Default
   * `warning`. Used by the program only.
   */
  as?: "warning" | "error";
  /**
   * Settings of the service's own notifications that keys are about to expire, set as long as the
   * policy exists: of AWS keys, `/cckm/settings/aws_key_expiry_notification`, and of Azure keys,
   * `/cckm/settings/azure_key_expiry_notification`. Public sources do not show their fields: take
   * them, in the service's own names, from the API documentation of your version. They apply to all
   * keys of that cloud, so only one policy should set them. Default: not changed. Updated in
   * place.
   */
  expiry?: {
    /** Fields and values for AWS. */
    aws?: pulumi.Input<Record<string, unknown>>;
    /** Fields and values for Azure. */
    azure?: pulumi.Input<Record<string, unknown>>;
  };
}

/** Configures the service's own notifications, one settings object for each cloud. */
export function setExpiryNotices(
  policy: pulumi.Resource,
  name: string,
  expiry: NonNullable<RotationNotice["expiry"]>,
): ApiSetting[] {
  return Object.entries(expiry).map(([cloud, values]) => {
    const path = `/cckm/settings/${cloud}_key_expiry_notification`;
    return new ApiSetting(`${name}-${cloud}-expiry`, { path, values }, { parent: policy });
  });
}

/** The keys of a notice. */
export interface Promised {
  keys: readonly { type: string; id: pulumi.Input<string> }[];
  /** Maximum age of the material of a key in days. */
  days: pulumi.Input<number>;
  /** The bindings of the keys: a key that is not bound yet is not overdue. */
  bindings: readonly pulumi.CustomResource[];
}

/** How many keys a notice names. */
const named = 20;

/**
 * Reads the keys once they are bound, and reports those that are too old by the service's clock.
 * What a preview does not know yet, the update reports.
 */
export function tellOfLateKeys(
  policy: pulumi.Resource,
  title: string,
  { keys, days, bindings }: Promised,
  level: NonNullable<RotationNotice["as"]>,
): void {
  const bound = pulumi.all(bindings.map(({ id }) => id));
  const known = pulumi.all([pulumi.output([...keys]), bound]).apply(([all]) => all);
  const asked = { keys: known, maximumAgeDays: days };
  const status = call("reading the status of rotations", () => look, asked, optionsIn(policy));
  pulumi.all([status, days]).apply(([found, limit]) => {
    const text = typeof found === "string" ? found : lateKeys(found, limit);
    if (text === undefined) return;
    if (level === "error") throw plainError(`${title}: ${text}`);
    return pulumi.log.warn(text, policy);
  });
}

interface Look {
  keys: { type: string; id: string }[];
  maximumAgeDays: number;
}

/** A failed lookup is reported too, and never blocks the update. */
async function look(api: Api, asked: Look): Promise<RotationStatus | string> {
  try {
    const { rotationStatus } = require("../provider/lookups/rotation/query") as typeof query;
    return await rotationStatus(api, asked);
  } catch (error) {
    const { explainRead } = require("../provider/lifecycle/service/licence") as typeof licence;
    return (await explainRead("reading the age of keys", error, api)).message;
  }
}

/** The mocks of a unit test may return less than the service. */
function lateKeys({ keys = [] }: Partial<RotationStatus>, maximumAgeDays: number): string | undefined {
  // One that is only late by the schedule that it has now is not: the program may be about to change that.
  const late = keys.filter(({ state, ageDays = Infinity }) => state === "overdue" && ageDays >= maximumAgeDays);
  if (late.length === 0) return undefined;
  const lines = late.slice(0, named).map(({ type, name, reason }) => `  ${type} "${name}": ${reason}`);
  const more = late.length - lines.length;
  if (more > 0) lines.push(`  and ${more} more: \`npx pulumi-ciphertrust rotation-report\` lists them all`);
  return [
    `${late.length} of ${counted(keys.length, "key")} ${areOrIs(late.length)} older than ${counted(maximumAgeDays, "day")}:`,
    ...lines,
  ].join("\n");
}
