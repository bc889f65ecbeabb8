import type { PolicyResource } from "@pulumi/policy/policy";
import { allowed, counted } from "../provider/api/counted";
import { longestInterval, type Plan } from "../provider/lookups/rotation/interval";
import { placesIn } from "../provider/lookups/rotation/kindOfRecord";
import { limitFor, type KeyLimit, type Limits } from "../provider/limits/limits";
import { readLimits } from "../provider/limits/readLimits";
import { kindOf, type Kind } from "../provider/limits/kind";
import { systems } from "../provider/resources/systems";
import { whyNotDeclaredInPlace } from "../sdk/rotatable";
import { onDeclared } from "./declared";
import { bindingOf, cloudDays, keysOf, rotatable, scheduleIn, scheduleOfContainer } from "./bindings";
import { checkExceptions, exceptionOf, type WrittenException } from "./exceptions";
import { ifKnown, labelOf, reportEach, seen, type Seen } from "./resources";
import { refuseSetting, settingsOf } from "./settings";
import { vaultKey, vaultKeyProblem } from "./vaultKeys";

/** Settings of the rule `key-rotation`. */
export interface KeyRotationRule {
  /**
   * The longest time between two rotations of keys without a limit of their own, in days. Default
   * 90.
   */
  maximumDays: number;
  /**
   * The longest time by the kind of key, such as `AES 365d, RSA 730d, tag pci=yes 90d`, or a list
   * of limits. Default: none.
   */
  limits: Limits;
  /**
   * True to accept keys that their cloud rotates by itself, often enough, instead of a schedule of
   * the service. Default true.
   */
  acceptCloudRotation: boolean;
  /**
   * Ids of schedules outside the program, of another stack for example, that rotate often enough.
   * Default: none.
   */
  acceptSchedules: string[];
  /** Keys that the rule ignores, each with the reason. Default: none. */
  except: WrittenException[];
}

/** Every key that a schedule can rotate is bound to one that does so in time. */
export const keyRotation = onDeclared({
  name: "key-rotation",
  description: "Every key is bound to a rotation that comes often enough.",
  configSchema: {
    properties: {
      maximumDays: { type: "integer", minimum: 1, default: 90 },
      limits: { type: ["string", "array"], default: [] },
      acceptCloudRotation: { type: "boolean", default: true },
      acceptSchedules: { type: "array", items: { type: "string" }, default: [] },
      except: { type: "array", items: { type: ["string", "object"] }, default: [] },
    },
  },
  validateStack({ resources, getConfig }, report) {
    const config = settingsOf<KeyRotationRule>(keyRotation, getConfig);
    checkExceptions(keyRotation, config.except);
    const limits = limitsOf(config);
    const all = seen(resources);
    const keys = all.filter(({ type }) => rotatable.has(type));
    const now = new Date();
    const problem = (key: Seen) => {
      const exception = exceptionOf(key.name, config.except, now);
      return exception ? exception.problem : problemWithin(key, all, { config, limits, now });
    };
    reportEach(keys, problem, report);
  },
});

function limitsOf({ limits: given }: KeyRotationRule): readonly KeyLimit[] {
  if (given.length === 0) return [];
  const systemNames = systems.filter(({ kinds }) => kinds).map(({ name }) => name);
  const { limits, problems } = readLimits(given, systemNames);
  return problems.length === 0
    ? limits
    : refuseSetting(keyRotation, `has a mistake in limits: ${problems.join("; ")}.`);
}

/** What is wrong with a key within its limit. */
function problemWithin(
  key: Seen,
  all: readonly Seen[],
  { config, limits, now }: { config: KeyRotationRule; limits: readonly KeyLimit[]; now: Date },
): string | undefined {
  if (limits.length === 0) return problemOf(key, all, config, now);
  const kind = kindOfSeen(key);
  const { limit, perhaps, unknown } = limitFor(limits, kind.known);
  const usual = limit?.days ?? config.maximumDays;
  const strictest = Math.min(perhaps?.days ?? Infinity, usual);
  const problem = problemOf(key, all, { ...config, maximumDays: strictest }, now);
  if (problem === undefined) return undefined;
  // What only the update knows is decided there.
  if (unknown.length > 0) kind.readUnknown();
  if (perhaps === undefined || strictest === usual) {
    return limit
      ? `${problem} Its limit is "${limit.clause}".`
      : `${problem} None of the limits is for it, so maximumDays counts.`;
  }
  return (
    `${problem} Its ${unknown.join(" and ")} is not known, so the limit "${perhaps.clause}" may be for it: ` +
    `add a limit with its name, such as "key ${key.name} ${usual}d", or let the program say what it is.`
  );
}

/** The kind of a key as far as its arguments tell, and a call that waits for the others. */
function kindOfSeen({ type, name, props }: Seen): { known: Kind; readUnknown(): void } {
  const system = rotatable.get(type)!;
  const places = system.kinds?.[type] ?? {};
  const given = placesIn(places).filter((place) => place in props);
  const values = given.map((place) => [place, ifKnown(() => props[place])] as const);
  const known = { ...kindOf(places, Object.fromEntries(values)), system: system.name, names: [name] };
  return { known, readUnknown: () => given.forEach((place) => props[place]) };
}

function problemOf(key: Seen, all: readonly Seen[], config: KeyRotationRule, now: Date): string | undefined {
  if (key.type === vaultKey) return vaultKeyProblem(key, all, config.maximumDays, now);
  if (config.acceptCloudRotation && (cloudDays(key) ?? Infinity) <= config.maximumDays) return undefined;
  const shared = scheduleOfContainer(key);
  const binding = bindingOf(key, all);
  if (shared && (shared.overrides || !binding)) return scheduleProblem(key, shared.schedule, shared.by, config, now);
  if (!binding) return `is bound to no rotation schedule. ${howToBind(key, config)}`;
  const others = keysOf(binding).filter(({ urn }) => urn !== key.urn);
  if (others.length > 0) {
    const names = others.map(({ name }) => `"${name}"`).join(", ");
    return (
      `may or may not be the key of ${labelOf(binding)}, which depends on ${names} as well. ` +
      "Give each KeyRotation one key: the resource itself, or its id."
    );
  }
  const schedule = scheduleIn(binding, "schedule");
  if (!schedule && isAccepted(binding, config)) return undefined;
  const source = ifKnown(() => binding.props.keySource);
  return scheduleProblem(key, schedule, labelOf(binding), config, now, source);
}

/** True if the configuration vouches for the binding's schedule, which is outside the program. */
function isAccepted({ props }: Seen, { acceptSchedules }: KeyRotationRule): boolean {
  return acceptSchedules.length > 0 && acceptSchedules.includes(String(props.schedule));
}

function scheduleProblem(
  key: Seen,
  schedule: PolicyResource | undefined,
  by: string,
  { maximumDays }: KeyRotationRule,
  now: Date,
  source?: unknown,
): string | undefined {
  if (!schedule) {
    return (
      `is bound by ${by} to a schedule outside this program, so its interval is not known. ` +
      'Declare the schedule in the program, new RotationSchedule("name", { adopt: true, ... }), ' +
      "or list its id in acceptSchedules of the pack's configuration."
    );
  }
  const plan = schedule.props as unknown as Plan & { rotateMaterial?: boolean };
  const interval = longestInterval(planOf(plan), now);
  const name = `RotationSchedule "${schedule.name}"`;
  if ("never" in interval) return `is bound to ${name}, but may never rotate: ${interval.never}. Fix the schedule.`;
  const unfit = plan.rotateMaterial && ifKnown(() => whyNotDeclaredInPlace(key.type, key.props, source));
  if (unfit) return `is bound to ${name}, which has rotateMaterial and will not rotate it: ${unfit}. ${newKeyAdvice}`;
  if (plan.expireIn !== undefined) {
    const expiry = expiryOf(key);
    if (expiry === undefined || key.props[expiry] === undefined) {
      const orElse = expiry === undefined ? "Remove" : `Give it ${expiry}, or remove`;
      return (
        `is bound to ${name}, which rotates only keys that expire within ${plan.expireIn}, and this one never does. ` +
        `${orElse} expireIn from the schedule.`
      );
    }
  }
  if (interval.days <= maximumDays) return undefined;
  const after = plan.rotationAfter ? ` for keys of ${plan.rotationAfter} and more` : "";
  return (
    `is bound to ${name}, whose runs ("${plan.runAt}"${after}) may be ${counted(interval.days, "day")} apart; at most ` +
    `${allowed(maximumDays)}. Run it more often, or daily ("0 3 * * *") with rotationAfter: "${Math.max(1, maximumDays - 1)}d".`
  );
}

const newKeyAdvice = "Bind it to a schedule without rotateMaterial, which makes a new key and moves the aliases to it.";

/** The input that says when a key of this type expires; `undefined` where none does. */
function expiryOf({ type }: Seen): string | undefined {
  const { definitions, rotation } = rotatable.get(type)!;
  const inputs = definitions.find((one) => one.type === type)?.inputs ?? {};
  return rotation?.expiry !== undefined && rotation.expiry in inputs ? rotation.expiry : undefined;
}

/** Reads every property that decides, so that one that is not known yet is noticed. */
function planOf(props: Plan): Plan {
  const { runAt, disabled, startDate, endDate, rotationAfter, expiration, expireIn } = props;
  return { runAt, disabled, startDate, endDate, rotationAfter, expiration, expireIn };
}

function howToBind({ type, name }: Seen, { maximumDays }: KeyRotationRule): string {
  const system = rotatable.get(type)!.name;
  return (
    `Bind it to a RotationSchedule of the cloud "${system}" that runs every ${counted(maximumDays, "day")} or more often: ` +
    `new KeyRotation("${name}", { key, schedule: schedule.id }).`
  );
}
