import { changesIn, reasonsAgainst, refusalOf, worthwhile } from "./checkpoints";
import { ask, type Place, type runOperation } from "./engine";
import type { EngineEvent } from "./events";
import { loginForm } from "./forms";
import { partsIn, refreshes } from "./gate";
import { commitOf, isClean } from "./note";

/** Whether a run goes without checkpoints: because that was asked for, or by itself. */

/** What is to be carried out. */
export interface Deed {
  readonly command: "up" | "destroy";
  readonly args: readonly string[];
  readonly place: Place;
  /** True and false force it; without it, the plan decides. */
  readonly checkpoints: boolean | undefined;
  readonly allowsKeyEnds: boolean;
  readonly run: typeof runOperation;
}

/** What refuses a run without checkpoints that was asked for; `undefined` if nothing does. */
export function refusalIn(events: readonly EngineEvent[], deed: Deed): string | undefined {
  const [hindrance] = hindrances(deed);
  if (hindrance === undefined) return refusalOf(events, deed.command);
  return `${deed.command} --skip-checkpoints was refused, and nothing was changed: ${hindrance} Run it without the option.`;
}

/**
 * Whether a run goes without them by itself. Where it would be worth it and must not be, one line
 * says why.
 */
export async function isForegone(events: readonly EngineEvent[], deed: Deed): Promise<boolean> {
  const count = changesIn(events);
  if (count < worthwhile[deed.command] || (await isJournaled(deed.place))) return false;
  const [reason, ...others] = await reasonsToKeep(events, deed);
  if (reason === undefined) return true;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  process.stderr.write(`\npipeline ${deed.command}: ${count} changes with a checkpoint each. ${reason}${more}\n`);
  return false;
}

/**
 * Pulumi Cloud records each change by itself: what is written does not grow with the stack. True,
 * too, if the backend is not known.
 */
async function isJournaled({ cwd }: Place): Promise<boolean> {
  const login = await ask(loginForm, ["whoami", "--json"], cwd);
  return login === undefined || /^https?:/.test(login.url);
}

async function reasonsToKeep(events: readonly EngineEvent[], deed: Deed): Promise<string[]> {
  const reasons = [...hindrances(deed), ...reasonsAgainst(deed.command, events)];
  if (deed.command === "destroy" || isClean(await commitOf(deed.place.cwd))) return reasons;
  return ["The folder is no clean commit of git, by which an interrupted run could be repeated.", ...reasons];
}

/** Why a destroy must not go without checkpoints, whatever it deletes. */
function hindrances({ command, args }: Deed): string[] {
  if (command === "up") return [];
  return [
    ...(refreshes(args) ? [] : ["Without a refresh, it is not known what existed before it."]),
    ...(partsIn(args).length > 0 ? ["It destroys only a part of the stack."] : []),
  ];
}
