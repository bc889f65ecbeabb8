import * as pulumi from "@pulumi/pulumi";
import type { Api } from "../provider/api/client";
import type * as vault from "../provider/resources/vault/key";
import { call, plainError } from "./function";
import type { Named } from "./policyKeys";
import { Provider } from "./provider";
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

/** The schedule of a group: the service checks once a day. */
export function scheduleFor(common: Common, { system, label, every, clauses, keys }: Group): Schedule {
  const { policy, name, args } = common;
  const { at = "03:00", rotateMaterial = true } = args;
  const plan = { runAt: runAt(at), description: descriptionOf(every, clauses) };
  const parent = { parent: policy };
  if (system === "vault")
    return new VaultRotationSchedule(`${name}-${label}`, { ...plan, query: queryOf(policy, every, keys) }, parent);
  const dueAfter = daysBefore(every).apply((days) => (days === 0 ? undefined : `${days}d`)) as pulumi.Output<string>;
  const cloud = { cloud: system, ...plan, rotationAfter: dueAfter };
  return new RotationSchedule(`${name}-${label}`, system === "aws" ? { ...cloud, rotateMaterial } : cloud, parent);
}

/** A limit on every key needs no further words. */
function descriptionOf(every: pulumi.Input<string>, clauses: readonly string[]): pulumi.Output<string> {
  const own = clauses.filter((clause) => clause !== every);
  return pulumi.interpolate`No key older than ${every}${own.length > 0 ? ` (${own.join(", ")})` : ""}`;
}

/**
 * How a key follows its schedule. One that cannot rotate has none: the check of its binding reports
 * why.
 */
export function rotationFor(
  common: Common,
  key: Named,
  every: pulumi.Input<string>,
  schedule: Schedule | undefined,
): Rotation {
  const { policy, name, args } = common;
  const { type, id, label } = key;
  // Named after the key alone, a binding keeps its identity when its key moves to another policy, or the policy is renamed.
  const options = { parent: policy, aliases: [{ name: `${name}-${type}-${label}` }] };
  if (!(schedule instanceof VaultRotationSchedule))
    return new KeyRotation(`${type}-${label}`, bindingArgs(key, schedule?.id, args), options);
  const frequencyDays = daysBefore(every).apply((days) => Math.max(1, days));
  const { adopt } = args;
  return new VaultKeyRotation(`${type}-${label}`, { key: id, frequencyDays, ...(adopt ? { adopt } : {}) }, options);
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
  const provider = policy.getProvider("pulumi-nodejs:dynamic:Resource");
  const options = { provider: provider instanceof Provider ? provider : undefined };
  return call("reading the name of a VaultKey", () => lookUpName, { id }, options);
}

async function lookUpName(api: Api, { id }: { id: string }): Promise<string> {
  const { newestOf } = require("../provider/resources/vault/key") as typeof vault;
  return String((await newestOf(api, id, {})).name);
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
