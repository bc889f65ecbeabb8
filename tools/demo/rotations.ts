import type { Stage } from "./stage";

/** When keys that a schedule rotates were rotated last, by their name. */
export type Rotations = ReadonlyMap<string, { readonly cloud: string; readonly last?: string }>;

interface Report {
  keys: { name: string; system: string; lastRotation?: string; schedule?: object }[];
}

export async function rotationsOf(stage: Stage): Promise<Rotations> {
  const { keys } = JSON.parse(await stage.command("rotation-report", "--json")) as Report;
  const scheduled = keys.filter(({ schedule }) => schedule !== undefined);
  return new Map(scheduled.map(({ name, system, lastRotation }) => [name, { cloud: system, last: lastRotation }]));
}

/**
 * One row for each key, one column for each look; and how often one has seen another date than the
 * one before.
 */
export function rotationTable(
  days: readonly number[],
  looks: readonly Rotations[],
): { rows: string[][]; count: number } {
  const [first] = looks;
  const dates = (name: string): string[] => looks.map((look) => look.get(name)?.last?.slice(0, 10) ?? "never");
  const rows = [...first!].map(([name, { cloud }]) => [name, cloud, ...dates(name)]);
  const head = ["key", "cloud", ...days.map((day) => `as of day ${day}`)];
  const changes = rows.flatMap(([, , ...row]) => row.filter((date, index) => index > 0 && date !== row[index - 1]));
  return { rows: [head, ...rows], count: changes.length };
}
