import type * as pulumi from "@pulumi/pulumi";
import type { Limits } from "../provider/limits/limits";
import type * as query from "../provider/lookups/rotation/query";
import type { RotationStatus } from "../provider/lookups/rotation/result";
import { checkNames, type NamesOf } from "./arguments";
import { call, type FunctionOptions } from "./function";
import type { KeyType, KeySystem } from "./rotatable";
import { referenceTo, type CipherTrustResource, type ObjectReference } from "./resource";

export type { Limit, Limits } from "../provider/limits/limits";
export type {
  AgeLimit,
  BoundSchedule,
  ContainerReference,
  KeyRotationStatus,
  RotationState,
  RotationStatus,
  RotationSummary,
  Rotator,
} from "../provider/lookups/rotation/result";

/**
 * Arguments of {@link getRotationStatus}. Without `keys`, `containers` and `systems`: all keys of
 * all systems.
 */
export interface GetRotationStatusArgs {
  /**
   * Keys to report on, each as `{ type, id }` with a type such as `AwsKey`; in TypeScript, a
   * resource will do.
   */
  keys?: (CipherTrustResource | ObjectReference<KeyType>)[];
  /**
   * Containers whose keys to report on, each as `{ type, id }` with a type such as `AwsKms`; in
   * TypeScript, a resource will do.
   */
  containers?: (CipherTrustResource | ObjectReference)[];
  /** Systems whose keys to report on, such as `aws`. */
  systems?: pulumi.Input<pulumi.Input<KeySystem>[]>;
  /**
   * Days after which a key counts as overdue whatever its schedule says. Default: the interval of
   * its schedule, plus a day.
   */
  maximumAgeDays?: pulumi.Input<number>;
  /**
   * Limits by the kind of key, such as `AES 365d, RSA 730d, tag pci=yes 90d`; in TypeScript, a list
   * of limits will do. The strictest that applies counts, among them `maximumAgeDays`.
   */
  maximumAge?: pulumi.Input<Limits>;
  /** Days before `asOf` whose rotations are read as well. Default: the last rotation alone. */
  historyDays?: pulumi.Input<number>;
  /** The moment as of which ages are counted, RFC 3339. Default: now, by the service's clock. */
  asOf?: pulumi.Input<string>;
}

const rotation = () => require("../provider/lookups/rotation/query") as typeof query;

/**
 * Rotation status of keys: when each was last rotated and will be next, by which schedule, and
 * whether it is overdue. Fails for a key that the service does not have.
 */
export function getRotationStatus(
  args: GetRotationStatusArgs = {},
  options?: FunctionOptions,
): pulumi.Output<RotationStatus> {
  checkNames<GetRotationStatusArgs>("getRotationStatus", args, names);
  const known = {
    ...args,
    keys: args.keys?.map((one) => referenceTo(one)),
    containers: args.containers?.map((one) => referenceTo(one)),
  };
  type Run = (api: Parameters<typeof query.rotationStatus>[0], wanted: object) => Promise<RotationStatus>;
  return call("reading the status of rotations", (): Run => rotation().rotationStatus, known, options);
}

/** With a misspelt limit, every key would pass. */
const names: NamesOf<GetRotationStatusArgs> = {
  keys: true,
  containers: true,
  systems: true,
  maximumAgeDays: true,
  maximumAge: true,
  historyDays: true,
  asOf: true,
};
