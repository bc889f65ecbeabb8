import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { registry } from "../../provider/resources";
import { cronText } from "../../provider/resources/schedules/cron";
import { systems } from "../../provider/resources/systems";

/** How what is generated is divided: a file for every system, and one for what belongs to all. */
export interface Chapter {
  /** Name of the file, without its ending. */
  name: string;
  title: string;
  definitions: readonly Definition[];
}

export function chapters(): Chapter[] {
  const own = systems.map(({ name, title, definitions }) => ({ name, title, definitions }));
  const listed = new Set(own.flatMap(({ definitions }) => definitions));
  const others = registry.filter((one) => !listed.has(one));
  return [
    ...own,
    { name: "all-systems", title: "Every system: schedules, refreshes, reports, access", definitions: others },
  ];
}

/**
 * The token of a type, as `provider/resources/load.ts` makes it of a generated file that may lack
 * the type.
 */
export function tokenOf({ type }: Definition): string {
  const home = systems.find(({ definitions }) => definitions.some((one) => one.type === type));
  return `ciphertrust:${home?.name ?? "general"}:${type}`;
}

/** True when programs can look an object of this type up by its id. */
export function isLookedUp({ action, existing }: Definition): boolean {
  return !action && existing?.notLookedUp === undefined;
}

/** True when it runs by itself, at the times of a cron expression. */
export function isScheduled({ inputs }: Definition): boolean {
  return Object.values(inputs).includes(cronText);
}
