import * as pulumi from "@pulumi/pulumi";
import type { Api } from "../provider/api/client";
import type * as vault from "../provider/resources/vault/versions";
import { call, optionsIn, plainError } from "./function";
import type { Named } from "./policyKeys";
import type { ObjectReference } from "./resource";
import { KeyRotation, RotationSchedule, type KeyRotationArgs } from "./resources/all-systems";
import { VaultKey, VaultKeyRotation, VaultRotationSchedule } from "./resources/vault";
import { rotatableNamed, rotatingSystem, type RotatableType, type RotatedSystem } from "./rotatable";
import type { KeyRotationPolicyArgs } from "./policyArguments";

/** The schedules of a rotation policy, and how its keys follow them. */

/** The keys of one system, and how old they may become. */
export interface Group {
  readonly system: RotatedSystem | "vault";
  /** What its schedule is called, after the name of the policy. */
  readonly label: string;
  /** Whole days, such as `90d`. */
  readonly every: pulumi.Input<string>;
  /** The limits that say so. */
  readonly clauses: readonly string[];
  readonly keys: readonly Named[];
}

type Schedule = RotationSchedule | VaultRotationSchedule;
export type Rotation = KeyRotation | VaultKeyRotation;

/** What a policy and its resources share. */
export interface Common {
  readonly policy: pulumi.ComponentResource;
  readonly name: string;
  readonly args: KeyRotationPolicyArgs;
}

/**
 * The system, as programs name it, whose schedules rotate keys of this type; `vault` for the
 * service's own.
 */
export const systemOf = (type: string): Group["system"] | undefined =>
  type === VaultKey.kind.type ? "vault" : rotatingSystem(type);

/** The schedule of a group, and how each of its keys follows it. */
interface Rotating {
  readonly schedule: Schedule;
  readonly rotations: readonly Rotation[];
}

/** The service checks the keys of a group once a day. */
export function rotating(common: Common, group: Group): Rotating {
  const { at = "03:00" } = common.args;
  const plan = { runAt: runAt(at), description: descriptionOf(group.every, group.clauses) };
  return group.system === "vault"
    ? selected(common, group, plan)
    : bound(common, { ...group, system: group.system }, plan);
}

type Plan = Record<"runAt" | "description", pulumi.Output<string>>;

/** Keys of clouds are bound to their schedule. */
function bound(
  common: Common,
  { system, label, every, keys }: Group & { system: RotatedSystem },
  plan: Plan,
): Rotating {
  const { policy, name, args } = common;
  const { rotateMaterial = true } = args;
  const dueAfter = daysBefore(every).apply((days) => (days === 0 ? undefined : `${days}d`)) as pulumi.Output<string>;
  const cloud = { cloud: system, ...plan, rotationAfter: dueAfter };
  const own = system === "aws" ? { ...cloud, rotateMaterial } : cloud;
  const schedule = new RotationSchedule(`${name}-${label}`, own, { parent: policy });
  return { schedule, rotations: keys.map((key) => binding(common, key, schedule.id)) };
}

/**
 * Keys of the vault are selected: only those whose frequency is the policy's, so their schedule
 * comes last.
 */
function selected(common: Common, { label, every, keys }: Group, plan: Plan): Rotating {
  const { policy, name, args } = common;
  const { adopt } = args;
  const frequencyDays = daysBefore(every).apply((days) => Math.max(1, days));
  const rotations = keys.map((key) => {
    const own = { key: key.id, frequencyDays, ...(adopt ? { adopt } : {}) };
    return new VaultKeyRotation(...named(common, key, own));
  });
  const query = queryOf(policy, every, keys);
  const options = { parent: policy, dependsOn: rotations };
  return { schedule: new VaultRotationSchedule(`${name}-${label}`, { ...plan, query }, options), rotations };
}

/** A key that cannot rotate has no schedule: the check of its binding reports why. */
export const unbound = (common: Common, key: Named): Rotation => binding(common, key, undefined);

function binding(common: Common, key: Named, schedule: pulumi.Input<string> | undefined): KeyRotation {
  return new KeyRotation(...named(common, key, bindingArgs(key, schedule, common.args)));
}

/**
 * Named after the key alone, a binding keeps its identity when its key moves to another policy, or
 * the policy is renamed.
 */
function named<A>(
  { policy, name }: Common,
  { type, label }: Named,
  args: A,
): [string, A, pulumi.CustomResourceOptions] {
  return [`${type}-${label}`, args, { parent: policy, aliases: [{ name: `${name}-${type}-${label}` }] }];
}

/** A limit on every key needs no further words. */
function descriptionOf(every: pulumi.Input<string>, clauses: readonly string[]): pulumi.Output<string> {
  const own = clauses.filter((clause) => clause !== every);
  return pulumi.interpolate`No key older than ${every}${own.length > 0 ? ` (${own.join(", ")})` : ""}`;
}

/** A key is due if it would be too old at the next check. */
const daysBefore = (every: pulumi.Input<string>): pulumi.Output<number> =>
  pulumi.output(every).apply((text) => {
    refuseLate(everyProblems(text));
    return Number.parseInt(text) - 1;
  });

const runAt = (at: pulumi.Input<string>): pulumi.Output<string> =>
  pulumi.output(at).apply((text) => {
    refuseLate(atProblems(text));
    const [hour, minute] = text.split(":").map(Number);
    return `${minute} ${hour} * * *`;
  });

/**
 * No call binds a key of the vault: its schedule has the names. Those that rotate every day are
 * always due.
 */
function queryOf(policy: pulumi.Resource, every: pulumi.Input<string>, keys: readonly Named[]) {
  const names = pulumi.all(keys.map((key) => nameOf(policy, key))).apply((all) => [...all].sort());
  const rotationDateReached = daysBefore(every).apply((days) => days > 0 || undefined) as pulumi.Output<boolean>;
  return { names, rotationDateReached };
}

function nameOf(policy: pulumi.Resource, { given, id }: Named): pulumi.Output<string> {
  if (given instanceof VaultKey) return given.name;
  return call("reading a VaultKey", () => lookUp, { id }, optionsIn(policy)).apply(({ name }) => name);
}

async function lookUp(api: Api, { id }: { id: string }): Promise<{ name: string }> {
  const { keyVersions } = require("../provider/resources/vault/versions") as typeof vault;
  return { name: String((await keyVersions.newest(api, id, {})).name) };
}

function bindingArgs(
  { type, id }: Named,
  schedule: pulumi.Input<string> | undefined,
  { source, adopt }: KeyRotationPolicyArgs,
): KeyRotationArgs {
  const wanted = typeof source === "object" ? source : sourceOf(type, source);
  return {
    key: { type, id } as ObjectReference<RotatableType>,
    schedule: schedule ?? "none",
    ...wanted,
    ...(adopt ? { adopt } : {}),
  };
}

function sourceOf(type: string, source: "native" | "ciphertrust" | undefined): Pick<KeyRotationArgs, "keySource"> {
  const taken = rotatableNamed(type)?.sources ?? [];
  // The service's own keys need no source; nor does a key whose material AWS created.
  if (taken.length === 0 || (type === "AwsKey" && source !== "ciphertrust")) return {};
  if (source === undefined) return taken.includes("native") ? { keySource: "native" } : {};
  return { keySource: source };
}

/** An age that was an output of something else. */
function everyProblems(every: string): string[] {
  if (typeof every === "string" && /^[1-9]\d*d$/.test(every)) return [];
  return [
    `every: must be whole days, such as "90d", not ${JSON.stringify(every)}; limits of several kinds must be plain values`,
  ];
}

export function atProblems(at: pulumi.Input<string> | undefined): string[] {
  if (at === undefined || isLate(at)) return [];
  if (typeof at === "string" && /^([01]\d|2[0-3]):[0-5]\d$/.test(at)) return [];
  return [`at: must be a time of day in UTC, such as "03:00", not ${JSON.stringify(at)}`];
}

/** Unknown values are checked later. */
const isLate = (value: unknown): boolean => pulumi.Output.isInstance(value) || value instanceof Promise;

/** For arguments that were outputs of something else. */
function refuseLate(problems: readonly string[]): void {
  if (problems.length > 0) throw plainError(`KeyRotationPolicy: ${problems.join("; ")}`);
}
