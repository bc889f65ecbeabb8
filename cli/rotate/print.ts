import { counted } from "../../provider/api/counted";
import { onOneLine } from "../../provider/api/shown";
import { rotatorName, nextRotationOf, shortMoment } from "../rotationReport/report";
import { mostSearched, type Planned } from "./plan";
import type { Outcome } from "./run";

/** What a run shows of its keys. */

export function planText(planned: readonly Planned[], ifMadeBefore: string): string {
  const rotating = planned.filter(({ work }) => work);
  const others = planned.filter(({ work }) => !work);
  const isSearched = planned.length <= mostSearched;
  return [
    `${counted(rotating.length, "key")} to rotate, if the material was made before ${ifMadeBefore}:`,
    ...rotating.flatMap(stepText),
    ...(isSearched ? [] : [`What uses them is looked up for at most ${mostSearched} keys.`]),
    ...(others.length > 0 ? ["", `${counted(others.length, "key")} not to rotate:`] : []),
    ...others.map(({ label, skipped }) => onOneLine(`  ${label}: ${skipped!.reason}`)),
  ].join("\n");
}

function stepText({ key, label, work }: Planned): string[] {
  const { effect, material, users, undated } = work!;
  const { container, id, rotatedBy } = key;
  const next = rotatedBy.by === "nobody" ? "" : `, next ${nextRotationOf(key)}`;
  const made = undated === undefined ? `made ${shortMoment(material.made)}` : "of unknown age";
  return [
    "",
    `${label}${container ? ` in ${container.name}` : ""}, id ${id}`,
    `  rotation    ${effect}`,
    `  material    ${material.id}, ${made}`,
    ...(undated === undefined ? [] : [`  warning     ${undatedText(undated)}`]),
    `  rotated by  ${rotatorName(key)}${next}`,
    ...(users === undefined ? [] : [`  used by     ${users}`]),
  ].map(onOneLine);
}

/** Why a repeated run is not safe for a key. */
export const undatedText = (shows: string): string =>
  `the service does not show when its material was made, so a repeated run rotates it again; after a rotation, ${shows}`;

const words = {
  rotated: "rotated",
  recent: "not rotated again",
  skipped: "skipped",
  failed: "FAILED",
  notReached: "not reached",
} as const;

export function outcomeText({ type, name, outcome, reason, old, new: now, made }: Outcome): string {
  const change =
    outcome === "rotated" ? `${old} -> ${now}${made === undefined ? "" : `, made ${shortMoment(made)}`}` : "";
  const details = [change, reason ?? ""].filter(Boolean).join("; ");
  return onOneLine(`${words[outcome]}: ${type} "${name}"${details && `: ${details}`}`);
}

/** How many ended how, on one line. */
export function totals(outcomes: readonly Outcome[]): string {
  const all = Object.entries(words).map(([outcome, said]) => {
    const count = outcomes.filter((one) => one.outcome === outcome).length;
    return count === 0 ? "" : `${count} ${said.toLowerCase()}`;
  });
  return `${counted(outcomes.length, "key")}: ${all.filter(Boolean).join(", ")}`;
}
