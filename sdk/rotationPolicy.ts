import * as pulumi from "@pulumi/pulumi";
import { checkNames, type NamesOf } from "./arguments";
import { plainError } from "./function";
import { CipherTrustResource, type ObjectReference } from "./resource";
import { setExpiryNotices, tellOfLateKeys, type RotationNotice } from "./rotationNotice";
import {
  KeyRotation,
  RotationSchedule,
  type KeyRotationArgs,
  type RotationScheduleArgs,
} from "./resources/all-systems";
import {
  rotatableNamed,
  rotatingSystem,
  whyNotDeclaredInPlace,
  type RotatableType,
  type RotatedSystem,
} from "./rotatable";

/** A key by the type and id of its resource, for keys that this program does not manage. */
export interface PolicyKey {
  /** Type of the key's resource, such as `AwsKey`. */
  type: RotatableType;
  /** The service's id of the key. */
  id: pulumi.Input<string>;
  /**
   * What its binding is called in the program, unique among the policies. Default: the id; required
   * when that is an output of something else.
   */
  name?: string;
}

/** Where new material comes from: a place without containers, or a place and the container in it. */
export type RotationSource =
  "native" | "ciphertrust" | Pick<KeyRotationArgs, "keySource" | "domain" | "partition" | "externalCmDomain">;

/** Arguments of a {@link KeyRotationPolicy}. */
export interface KeyRotationPolicyArgs {
  /** Maximum age of the material of a key: whole days, such as `90d`. Updated in place. */
  every: pulumi.Input<string>;
  /**
   * The keys, of any systems that can rotate: resources, or `{ type, id }`. A key that is added is
   * bound, one that is removed is unbound; the others are not changed.
   */
  keys: (CipherTrustResource | PolicyKey)[];
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
   * the service. False to make a new key and move the aliases to it. Default true. Updated in
   * place.
   */
  rotateMaterial?: pulumi.Input<boolean>;
  /**
   * How previews and updates report keys that are older than `every`: as a `warning`, or as an
   * `error`, which fails them. `{ as, expiry }` has settings of the service's own notifications,
   * too. Default: they are not reported.
   */
  notify?: "warning" | "error" | RotationNotice;
  /**
   * True to take over keys that are already bound to other schedules; when false, those are an
   * error that names the schedule. Default false.
   */
  adopt?: boolean;
}

/**
 * A limit on the age of keys, in any cloud. It declares one `RotationSchedule` for each system of
 * the keys, and a `KeyRotation` for each key. The service checks the keys once a day and rotates
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
  readonly schedules: Readonly<Partial<Record<RotatedSystem, RotationSchedule>>>;
  /** The bindings, in the order of the keys. */
  readonly bindings: readonly KeyRotation[];

  constructor(name: string, args: KeyRotationPolicyArgs, opts?: pulumi.ComponentResourceOptions) {
    const what = titleOf(name);
    checkNames<KeyRotationPolicyArgs>(what, args, policyArguments, ["every", "keys"]);
    if (typeof args.notify === "object") checkNames<RotationNotice>(`${what}: notify`, args.notify, noticeArguments);
    super("ciphertrust:index:KeyRotationPolicy", name, {}, opts);
    refuse(name, strangers(args.keys));
    const keys = args.keys.map((key) => keyOf(key));
    refuse(name, [
      ...inPlaceProblems(args),
      ...everyProblems(args.every),
      ...atProblems(args.at),
      ...noticeProblems(args.notify),
      ...keyProblems(keys),
      ...otherPolicies(args.keys, what),
    ]);

    const parent = { parent: this };
    const systems = new Set(keys.flatMap(({ type }) => rotatingSystem(type) ?? []));
    this.schedules = Object.fromEntries(
      [...systems].map((cloud) => [cloud, new RotationSchedule(`${name}-${cloud}`, scheduleArgs(cloud, args), parent)]),
    );
    this.bindings = keys.map(({ type, id, label }) => {
      const system = rotatingSystem(type);
      const schedule = system && this.schedules[system]?.id;
      // Named after the key alone, a binding keeps its identity when its key moves to another policy, or the policy is renamed.
      const aliases = [{ name: `${name}-${type}-${label}` }];
      return new KeyRotation(`${type}-${label}`, bindingArgs({ type, id }, schedule, args), { ...parent, aliases });
    });
    this.notify(name, keys, args);
    this.registerOutputs({});
  }

  private notify(name: string, keys: readonly Named[], { every, notify }: KeyRotationPolicyArgs): void {
    if (notify === undefined) return;
    const { as = "warning", expiry = {} }: RotationNotice = typeof notify === "string" ? { as: notify } : notify;
    setExpiryNotices(this, name, expiry);
    const days = pulumi.output(every).apply((text) => Number.parseInt(text));
    const rotating = keys.filter(({ type }) => rotatingSystem(type)).map(({ type, id }) => ({ type, id }));
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

interface Named {
  type: string;
  id: pulumi.Input<string>;
  /** Its id among the keys of its type. */
  label: string | undefined;
}

function keyOf(key: CipherTrustResource | PolicyKey): Named {
  if (key instanceof CipherTrustResource) return { type: key.resourceType, id: key.id, label: key.nameInProgram };
  return { type: key.type, id: key.id, label: key.name ?? (typeof key.id === "string" ? key.id : undefined) };
}

/** The service checks once a day; a key is due if it would be too old at the next check. */
function scheduleArgs(cloud: RotatedSystem, { every, at = "03:00", rotateMaterial = true }: KeyRotationPolicyArgs) {
  const rotationAfter = pulumi.output(every).apply((text) => {
    refuseLate(everyProblems(text));
    const days = Number.parseInt(text) - 1;
    return days === 0 ? undefined : `${days}d`;
  });
  const runAt = pulumi.output(at).apply((text) => {
    refuseLate(atProblems(text));
    const [hour, minute] = text.split(":").map(Number);
    return `${minute} ${hour} * * *`;
  });
  const description = pulumi.interpolate`No key older than ${every}`;
  const common = { cloud, runAt, rotationAfter: rotationAfter as pulumi.Output<string>, description };
  return (cloud === "aws" ? { ...common, rotateMaterial } : common) satisfies RotationScheduleArgs;
}

/** A key that cannot rotate gets no schedule: its check reports why. */
function bindingArgs(
  key: { type: string; id: pulumi.Input<string> },
  schedule: pulumi.Input<string> | undefined,
  { source, adopt }: KeyRotationPolicyArgs,
): KeyRotationArgs {
  const wanted = typeof source === "object" ? source : sourceOf(key.type, source);
  return {
    key: key as ObjectReference<RotatableType>,
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

function everyProblems(every: pulumi.Input<string>): string[] {
  if (isLate(every) || (typeof every === "string" && /^[1-9]\d*d$/.test(every))) return [];
  return [`every: must be whole days, such as "90d", not ${JSON.stringify(every)}`];
}

function atProblems(at: pulumi.Input<string> | undefined): string[] {
  if (at === undefined || isLate(at)) return [];
  if (typeof at === "string" && /^([01]\d|2[0-3]):[0-5]\d$/.test(at)) return [];
  return [`at: must be a time of day in UTC, such as "03:00", not ${JSON.stringify(at)}`];
}

/** Unknown values are checked later. */
const isLate = (value: unknown): boolean => pulumi.Output.isInstance(value) || value instanceof Promise;

function noticeProblems(notify: KeyRotationPolicyArgs["notify"]): string[] {
  const level = typeof notify === "object" ? notify.as : notify;
  if (level === undefined || level === "warning" || level === "error") return [];
  return [`notify: must be "warning" or "error", or { as, expiry }, not ${JSON.stringify(level)}`];
}

/** Items that are not keys; the names of the others are checked once they are read. */
function strangers(keys: readonly unknown[]): string[] {
  if (!Array.isArray(keys)) return ["keys: must be a list of keys"];
  return keys.flatMap((key: unknown, index) =>
    key instanceof CipherTrustResource || (typeof key === "object" && key !== null && "type" in key && "id" in key)
      ? []
      : [`keys[${index}]: is not a key: it must be the resource of one, or { type, id }`],
  );
}

/** Keys of this program whose arguments do not allow rotation; for others, the binding reports it. */
function inPlaceProblems({ keys, rotateMaterial, source }: KeyRotationPolicyArgs): string[] {
  if (rotateMaterial !== undefined && rotateMaterial !== true) return [];
  return keys.flatMap((key, index) => {
    if (!(key instanceof CipherTrustResource) || !key.written) return [];
    const why = whyNotDeclaredInPlace(key.resourceType, { ...key.written }, source);
    const advice =
      "put it into a policy of its own with rotateMaterial: false, which makes new keys and moves the aliases";
    return why
      ? [`keys[${index}]: ${key.resourceType} ${key.nameInProgram} cannot be rotated in place: ${why}; ${advice}`]
      : [];
  });
}

function keyProblems(keys: readonly Named[]): string[] {
  const places = keys.map(({ type, label }) => (label === undefined ? undefined : `${type} ${label}`));
  return places.flatMap((place, index) => {
    if (place === undefined) return [`keys[${index}]: needs a name, because its id is not known yet`];
    return places.indexOf(place) < index
      ? [`keys[${index}]: ${place} is in the list twice; if these are two keys, give one as { type, id, name }`]
      : [];
  });
}

/** The policy of each key of the program. */
const policies = new WeakMap<object, string>();

/** A key follows one policy: two would overwrite each other's binding. */
function otherPolicies(keys: KeyRotationPolicyArgs["keys"], policy: string): string[] {
  return keys.flatMap((key, index) => {
    const other = policies.get(key) ?? policy;
    policies.set(key, other);
    return other === policy ? [] : [`keys[${index}]: ${labelOf(key)} is in ${other} already; a key follows one policy`];
  });
}

function labelOf(key: CipherTrustResource | PolicyKey): string {
  const { type, label } = keyOf(key);
  return label === undefined ? type : `${type} ${label}`;
}

/** The policy's name in messages. */
const titleOf = (name: string): string => `KeyRotationPolicy "${name}"`;

function refuse(name: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new pulumi.RunError(`${titleOf(name)}: ${problems.join("; ")}`);
}

/** For arguments that were outputs of something else. */
function refuseLate(problems: readonly string[]): void {
  if (problems.length > 0) throw plainError(`KeyRotationPolicy: ${problems.join("; ")}`);
}
