import * as pulumi from "@pulumi/pulumi";
import { checkNames, type NamesOf } from "./arguments";
import {
  frequencyProblems,
  inPlaceProblems,
  keyOf,
  keyProblems,
  otherPolicies,
  strangers,
  type GivenKey,
  type Named,
} from "./policyKeys";
import {
  atProblems,
  everyProblems,
  rotationFor,
  scheduleFor,
  systemOf,
  type Group,
  type Rotation,
} from "./policyRotation";
import type { KeyRotationArgs, RotationSchedule } from "./resources/all-systems";
import type { VaultRotationSchedule } from "./resources/vault";
import type { RotatedSystem } from "./rotatable";
import { setExpiryNotices, tellOfLateKeys, type RotationNotice } from "./rotationNotice";

export type { PolicyKey } from "./policyKeys";

/** Where new material comes from: a place without containers, or a place and the container in it. */
export type RotationSource =
  "native" | "ciphertrust" | Pick<KeyRotationArgs, "keySource" | "domain" | "partition" | "externalCmDomain">;

/** The schedules of a policy. */
export type PolicySchedules = Readonly<
  Partial<Record<RotatedSystem, RotationSchedule> & Record<"vault", VaultRotationSchedule>>
>;

/** Arguments of a {@link KeyRotationPolicy}. */
export interface KeyRotationPolicyArgs {
  /** Maximum age of the material of a key: whole days, such as `90d`. Updated in place. */
  every: pulumi.Input<string>;
  /**
   * The keys, of any systems that can rotate: resources, or `{ type, id }`. A key that is added is
   * bound, one that is removed is unbound; the others are not changed.
   */
  keys: GivenKey[];
  /**
   * Where new material comes from: `native` (whoever holds the key makes it), `ciphertrust` (the
   * service's own vault), or `{ keySource: "dsm", domain }`, `{ keySource: "hsm-luna", partition
   * }`, `{ keySource: "external-cm", externalCmDomain }`. EKM and DKE keys are always the service's
   * own. Default: `native`; for `AwsUploadedKey` the service's own vault. Updated in place.
   */
  source?: RotationSource;
  /**
   * Time of day, in UTC, at which the service checks for keys that are due: `HH:MM`. Default
   * `03:00`. Updated in place.
   */
  at?: pulumi.Input<string>;
  /**
   * AWS: true to rotate the material inside a key, which keeps its ARN and needs version 2.21 of
   * the service; false to make a new key and move the aliases to it. Default true. Updated in
   * place.
   */
  rotateMaterial?: pulumi.Input<boolean>;
  /**
   * How previews and updates report keys that are older than `every`: as a `warning`, as an
   * `error`, which fails them, or `{ as, expiry }`, with settings of the service's own
   * notifications too. Default: they are not reported.
   */
  notify?: "warning" | "error" | RotationNotice;
  /**
   * True to take over keys that are already bound to other schedules; when false, those are an
   * error that names the schedule. Default false.
   */
  adopt?: boolean;
}

/**
 * A limit on the age of keys, in any cloud: one `RotationSchedule` for each system that the keys
 * belong to, and a `KeyRotation` for each key. The service checks the keys once a day and rotates
 * those that would otherwise become older than `every` before the next check. Destroying the policy
 * unbinds the keys and changes nothing else.
 *
 * @example
 *   ~~~ts
 *   const policy = new ciphertrust.KeyRotationPolicy("production", { every: "90d", keys: [invoices], notify: "warning" });
 *   ~~~
 */
export class KeyRotationPolicy extends pulumi.ComponentResource {
  /** The schedules, by the name of their system, such as `aws`. */
  readonly schedules: PolicySchedules;
  /** How each key follows its schedule, in the order of the keys. */
  readonly bindings: readonly Rotation[];

  constructor(name: string, args: KeyRotationPolicyArgs, opts?: pulumi.ComponentResourceOptions) {
    const what = titleOf(name);
    checkNames<KeyRotationPolicyArgs>(what, args, policyArguments, ["every", "keys"]);
    if (typeof args.notify === "object") checkNames<RotationNotice>(`${what}: notify`, args.notify, noticeArguments);
    super("ciphertrust:index:KeyRotationPolicy", name, {}, opts);
    refuse(name, strangers(args.keys));
    const keys = args.keys.map(keyOf);
    refuse(name, [
      ...inPlaceProblems(args.keys, args.rotateMaterial, args.source),
      ...frequencyProblems(args.keys),
      ...everyProblems(args.every),
      ...atProblems(args.at),
      ...noticeProblems(args.notify),
      ...keyProblems(keys),
      ...otherPolicies(args.keys, what),
    ]);

    const common = { policy: this, name, args };
    const groups = groupsOf(keys, args.every);
    const schedules = new Map(groups.map((group) => [group, scheduleFor(common, group)]));
    this.schedules = Object.fromEntries([...schedules].map(([{ label }, schedule]) => [label, schedule]));
    this.bindings = keys.map((key) => {
      const group = groups.find((one) => one.keys.includes(key));
      return rotationFor(common, key, args.every, group && schedules.get(group));
    });
    this.notify(name, keys, args);
    this.registerOutputs({});
  }

  private notify(name: string, keys: readonly Named[], { every, notify }: KeyRotationPolicyArgs): void {
    if (notify === undefined) return;
    const { as = "warning", expiry = {} }: RotationNotice = typeof notify === "string" ? { as: notify } : notify;
    setExpiryNotices(this, name, expiry);
    const days = pulumi.output(every).apply((text) => Number.parseInt(text));
    const rotating = keys.filter(({ type }) => systemOf(type)).map(({ type, id }) => ({ type, id }));
    if (rotating.length > 0) tellOfLateKeys(this, titleOf(name), { keys: rotating, days, bindings: this.bindings }, as);
  }
}

const policyArguments: NamesOf<KeyRotationPolicyArgs> = {
  every: true,
  keys: true,
  source: true,
  at: true,
  rotateMaterial: true,
  notify: true,
  adopt: true,
};
const noticeArguments: NamesOf<RotationNotice> = { as: true, expiry: true };

function noticeProblems(notify: KeyRotationPolicyArgs["notify"]): string[] {
  const level = typeof notify === "object" ? notify.as : notify;
  if (level === undefined || level === "warning" || level === "error") return [];
  return [`notify: must be "warning" or "error", or { as, expiry }, not ${JSON.stringify(level)}`];
}

/** The policy's name in messages. */
const titleOf = (name: string): string => `KeyRotationPolicy "${name}"`;

function refuse(name: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new pulumi.RunError(`${titleOf(name)}: ${problems.join("; ")}`);
}

/** The keys by what rotates them. */
function groupsOf(keys: readonly Named[], every: pulumi.Input<string>): Group[] {
  const systems = [...new Set(keys.flatMap(({ type }) => systemOf(type) ?? []))];
  return systems.map((system) => ({
    system,
    label: system,
    every,
    keys: keys.filter(({ type }) => systemOf(type) === system),
  }));
}
