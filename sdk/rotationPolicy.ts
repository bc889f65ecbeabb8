import * as pulumi from "@pulumi/pulumi";
import { checkNames, type NamesOf } from "./arguments";
import type { KeyRotationPolicyArgs } from "./policyArguments";
import {
  frequencyProblems,
  inPlaceProblems,
  keyOf,
  keyProblems,
  otherPolicies,
  strangers,
  uploadProblems,
  type Named,
} from "./policyKeys";
import { limitsOf, type Aged } from "./policyLimits";
import { atProblems, rotating, systemOf, unbound, type Group, type Rotation } from "./policyRotation";
import type { RotationSchedule } from "./resources/all-systems";
import { VaultKey, type VaultRotationSchedule } from "./resources/vault";
import { CipherTrustResource } from "./resource";
import { rotatableNamed, type RotatedSystem } from "./rotatable";
import { setExpiryNotices, tellOfLateKeys, type RotationNotice } from "./rotationNotice";

export type { Limit, Limits } from "../provider/limits/limits";
export type { KeyRotationPolicyArgs, PolicyKey, RotationSource } from "./policyArguments";

/** The schedules of a policy. */
export type PolicySchedules = Readonly<
  Partial<Record<RotatedSystem, RotationSchedule> & Record<"vault", VaultRotationSchedule>>
> & {
  /** With limits of several ages, by system and age, such as `aws-365d`. */
  readonly [limited: `${string}-${number}d`]: RotationSchedule | VaultRotationSchedule;
};

/**
 * A limit on the age of keys, in any cloud. It declares one `RotationSchedule` for each system of
 * the keys, and a `KeyRotation` for each key. For keys of the service's own vault these are a
 * `VaultRotationSchedule` and a `VaultKeyRotation` for each. The service checks the keys once a day
 * and rotates those that would otherwise become older than `every` before the next check.
 * Destroying the policy unbinds the keys and changes nothing else.
 *
 * @example
 *   ~~~ts
 *   const policy = new ciphertrust.KeyRotationPolicy("production", { every: "90d", keys: [invoices], notify: "warning" });
 *   ~~~
 */
export class KeyRotationPolicy extends pulumi.ComponentResource {
  /** The schedules, by the name of their system, such as `aws`; with several ages `aws-365d`. */
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
    const limits = limitsOf(args.every, keys);
    refuse(name, [
      ...inPlaceProblems(args.keys, args.rotateMaterial, args.source),
      ...uploadProblems(args.keys, args.source),
      ...frequencyProblems(args.keys),
      ...limits.problems,
      ...atProblems(args.at),
      ...noticeProblems(args.notify),
      ...keyProblems(keys),
      ...otherPolicies(args.keys, what),
    ]);

    const common = { policy: this, name, args };
    const { aged } = limits;
    const groups = groupsOf(keys, aged);
    const made = new Map<Named, Rotation>();
    this.schedules = Object.fromEntries(
      groups.map((group) => {
        const { schedule, rotations } = rotating(common, group);
        rotations.forEach((rotation, index) => made.set(group.keys[index]!, rotation));
        return [group.label, schedule];
      }),
    );
    this.bindings = keys.map((key) => made.get(key) ?? unbound(common, key));
    tellLimits(this, what, keys, aged);
    tellOfTwoRotators(this, what, keys);
    tellOfImports(this, what, keys);
    this.notify(name, groups, args.notify);
    this.registerOutputs({});
  }

  private notify(name: string, groups: readonly Group[], notify: KeyRotationPolicyArgs["notify"]): void {
    if (notify === undefined) return;
    const { as = "warning", expiry = {} }: RotationNotice = typeof notify === "string" ? { as: notify } : notify;
    setExpiryNotices(this, name, expiry);
    for (const [days, keys] of byAge(groups))
      tellOfLateKeys(this, titleOf(name), { keys, days, bindings: this.bindings }, as);
  }
}

/** The keys that must not be older than so many days. */
function byAge(groups: readonly Group[]): [days: pulumi.Input<number>, keys: Pick<Named, "type" | "id">[]][] {
  const ages = [...new Set(groups.map(({ every }) => every))];
  return ages.map((age) => {
    const keys = groups.filter(({ every }) => every === age).flatMap((group) => group.keys);
    return [pulumi.output(age).apply((text) => Number.parseInt(text)), keys.map(({ type, id }) => ({ type, id }))];
  });
}

/** With several limits, previews say which one each key has. */
function tellLimits(policy: pulumi.Resource, what: string, keys: readonly Named[], aged: readonly Aged[]): void {
  if (new Set(aged.map(({ clause }) => clause)).size < 2) return;
  const lines = keys.map(({ type, label }, index) => `  ${type} "${label}": ${aged[index]!.clause}`);
  void pulumi.log.info([`${what}: the limit of each key`, ...lines].join("\n"), policy);
}

/** Two that rotate a key do not know of each other. */
function tellOfTwoRotators(policy: pulumi.Resource, what: string, keys: readonly Named[]): void {
  for (const { type, label, given } of keys) {
    const property = rotatableNamed(type)?.cloudRotates;
    const written = given instanceof CipherTrustResource && (given.written as Record<string, unknown> | undefined);
    if (!property || !written || [undefined, false].includes(written[property] as undefined)) continue;
    const text = `${what}: ${type} "${label}" has ${property}, so that its cloud rotates it, too. Remove that argument, or take the key out of the policy.`;
    void pulumi.log.warn(text, policy);
  }
}

/** The service makes the material of each new version of a vault key. */
function tellOfImports(policy: pulumi.Resource, what: string, keys: readonly Named[]): void {
  for (const { type, label, given } of keys) {
    const { material } = (given instanceof VaultKey && (given.written as typeof given)) || {};
    if ((material ?? undefined) === undefined) continue;
    const text = `${what}: ${type} "${label}" has material, and rotations make material of the service's own. The imported versions stay. To go on with your own, take the key out of the policy and change its material.`;
    void pulumi.log.warn(text, policy);
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

/** The keys by what rotates them, and how often. */
function groupsOf(keys: readonly Named[], aged: readonly Aged[]): Group[] {
  const isOne = new Set(aged.map(({ every }) => every)).size < 2;
  const groups = new Map<string, Group & { keys: Named[]; clauses: string[] }>();
  for (const [index, key] of keys.entries()) {
    const system = systemOf(key.type);
    if (!system) continue;
    const { every, clause } = aged[index]!;
    const label = isOne ? system : `${system}-${every as string}`;
    const group = groups.get(label) ?? { system, label, every, clauses: [], keys: [] };
    group.keys.push(key);
    if (clause !== undefined && !group.clauses.includes(clause)) group.clauses.push(clause);
    groups.set(label, group);
  }
  return [...groups.values()];
}
