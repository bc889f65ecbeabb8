import { allowed, counted } from "../provider/api/counted";
import { longestInterval, type Plan } from "../provider/lookups/rotation/interval";
import { select } from "../provider/resources/vault/keyQuery";
import { ifKnown, labelOf, type Seen } from "./resources";

/**
 * Keys of the service's own vault: the queries of its schedules select them, and nothing binds
 * them.
 */

export const vaultKey = "VaultKey";

/** Why no schedule of the program rotates the key often enough. */
export function vaultKeyProblem(key: Seen, all: readonly Seen[], maximumDays: number, now: Date): string | undefined {
  const record = recordOf(key, all);
  const found = all
    .filter(({ type }) => type === "VaultRotationSchedule")
    .map((schedule) => ({ schedule, selection: select({ key_query: schedule.props.query }, record) }))
    .filter(({ selection }) => selection.selects);
  const [best] = found
    .map(({ schedule, selection }) => ({
      name: labelOf(schedule),
      perhaps: selection.perhaps,
      interval: longestInterval({ ...planOf(schedule), rotationAfter: selection.after }, now),
    }))
    .sort((a, b) => daysOf(a) - daysOf(b));
  if (!best) return `is selected by no VaultRotationSchedule. ${advice(key.name, maximumDays)}`;
  if (best.perhaps) return `may or may not be rotated by ${best.name}: ${best.perhaps}.`;
  if ("never" in best.interval)
    return `is selected by ${best.name}, but may never rotate: ${best.interval.never}. Fix the schedule.`;
  if (best.interval.days <= maximumDays) return undefined;
  return (
    `is selected by ${best.name}, and may be rotated ${counted(best.interval.days, "day")} apart; at most ` +
    `${allowed(maximumDays)}. Run it daily, with a frequency of ${counted(Math.max(1, maximumDays - 1), "day")}.`
  );
}

type Judged = { readonly perhaps?: string; readonly interval: ReturnType<typeof longestInterval> };
const daysOf = ({ perhaps, interval }: Judged): number =>
  perhaps === undefined && "days" in interval ? interval.days : Infinity;

const advice = (name: string, maximumDays: number): string =>
  `Add it to a KeyRotationPolicy: new KeyRotationPolicy("${name}", { every: "${maximumDays}d", keys: [key] }).`;

/** The key as the service would show it, with the frequency that the program sets. */
function recordOf({ urn, name: called, props }: Seen, all: readonly Seen[]): Record<string, unknown> {
  const rotation = all.find(
    ({ type, propertyDependencies }) =>
      type === "VaultKeyRotation" && (propertyDependencies.key ?? []).some((one) => one.urn === urn),
  );
  return {
    name: props.name ?? called,
    algorithm: ifKnown(() => props.algorithm),
    size: ifKnown(() => props.size),
    labels: ifKnown(() => props.labels),
    rotationFrequencyDays: rotation?.props.frequencyDays ?? props.rotationFrequencyDays,
  };
}

function planOf({ props }: Seen): Plan {
  const { runAt, disabled, startDate, endDate } = props as unknown as Plan;
  return { runAt, disabled, startDate, endDate };
}
