import type { Api } from "../../provider/api/client";
import type { Clock } from "../../provider/api/clock";
import { counted } from "../../provider/api/counted";
import { isToCome } from "../../provider/resources/schedules/rotateKey";
import { explain, ResourceError, withServiceVersion } from "../../provider/lifecycle/vocabulary/failure";
import { exitCodes } from "../exitCodes";
import { adviceOnKeys } from "../keys";
import { chosenKeys, type Chosen, type Filter } from "./choose";
import type { Interruption } from "./interruption";
import { planOf, type Planned } from "./plan";
import { outcomeText, planText, totals, undatedText } from "./print";
import { rotateAll, type Outcome } from "./run";
import { lineOf } from "./words";

/** A run of the command, from the filter to the exit code. */

export interface Ways {
  readonly filter: Filter;
  /** True if the keys of the whole service may be meant. */
  readonly isAll: boolean;
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
  readonly withUndated: boolean;
  readonly isJson: boolean;
  /** RFC 3339. Default: the time at which the run begins, by the service's clock. */
  readonly ifMadeBefore?: string | undefined;
  readonly interruption: Interruption;
  readonly clock?: Clock;
  /** Asks a question; absent if nobody is there to answer. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** The result. */
  print(text: string): void;
  /** What goes on. */
  tell(text: string): void;
}

/** An invalid use of the command. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The connection is not made for a command line that is wrong. */
export async function rotateChosen(ways: Ways, connect: () => Api): Promise<number> {
  refuseUnclear(ways);
  const api = connect();
  try {
    return await rotateWith(api, ways);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const advice = await adviceOnKeys(error, api);
    throw advice === undefined ? error : await withServiceVersion(explain("reading the keys", error, advice), api);
  } finally {
    await api.close();
  }
}

function refuseUnclear({ filter, isAll, isDryRun, isConfirmed, ask }: Ways): void {
  const { keys, systems, containers, tags } = filter;
  const isFiltered = [keys, systems, containers, tags].some((one) => one.length > 0);
  if (!isFiltered && !isAll)
    throw new UsageError("name keys, or give --system, --container or --tag; --all means every key. Nothing was run.");
  const wide = keys.find((one) => /^[*?]*$/.test(one));
  if (wide !== undefined)
    throw new UsageError(`${JSON.stringify(wide)} does not name keys; --all means every key. Nothing was run.`);
  if (keys.length > 0 && isAll) throw new UsageError("--all contradicts the named keys. Nothing was run.");
  if (!isDryRun && !isConfirmed && !ask)
    throw new UsageError("there is no terminal to ask on: give --yes, or --dry-run to see the keys. Nothing was run.");
}

async function rotateWith(api: Api, ways: Ways): Promise<number> {
  const ifMadeBefore = await limitOf(api, ways.ifMadeBefore);
  const chosen = await chosenKeys(api, ways.filter, ways.tell);
  refuseUnmatched(chosen, ways.ifMadeBefore !== undefined);
  const next =
    `Look there before you run the command again, which is to be with --if-made-before ${ifMadeBefore}: it rotates a key ` +
    "whose new material is not there yet a second time.";
  const planned = await planOf(api, chosen.keys, ifMadeBefore, "The other keys are not affected.");
  if (!ways.isJson) ways.print(planText(planned, ifMadeBefore));
  for (const text of chosen.unmatched) ways.tell(unmatchedText(text));
  if (ways.isDryRun) {
    if (ways.isJson) ways.print(JSON.stringify(planJson(planned, ifMadeBefore), null, 2));
    return exitCodes.done;
  }
  const settled = await decided(planned, ways);
  return carryOut(api, settled, { ...ways, ifMadeBefore, next, unmatched: chosen.unmatched.length });
}

/** Whole seconds: the service dates some material in them. */
async function limitOf(api: Api, given: string | undefined): Promise<string> {
  const now = await api.time();
  if (given === undefined) return new Date(now).toISOString().replace(/\.\d+Z$/, "Z");
  if (!isToCome(given, now)) return given;
  const time = new Date(now).toISOString();
  throw new UsageError(`--if-made-before ${given} is later than the service's time, ${time}. Nothing was rotated.`);
}

function refuseUnmatched({ keys, unmatched }: Chosen, isContinued: boolean): void {
  if (unmatched.length > 0 && !isContinued)
    throw new UsageError(
      `nothing matches ${unmatched.map((one) => JSON.stringify(one)).join(", ")}. Nothing was rotated.`,
    );
  if (keys.length === 0) throw new UsageError("no key meets all filters. Nothing was rotated.");
}

const unmatchedText = (text: string): string =>
  `warning: nothing matches ${JSON.stringify(text)}: look for it, because a rotation may have given it another identifier.`;

/** Asks, and skips the keys that are not to be rotated. */
async function decided(planned: readonly Planned[], ways: Ways): Promise<Planned[]> {
  const count = planned.filter(({ work }) => work).length;
  if (count > 0 && !ways.isConfirmed && !(await ways.ask!(`Rotate ${counted(count, "key")}?`)))
    throw new ResourceError("declined. Nothing was rotated.");
  const settled: Planned[] = [];
  for (const one of planned) settled.push(await undatedDecided(one, ways));
  return settled;
}

async function undatedDecided(planned: Planned, { withUndated, isConfirmed, ask }: Ways): Promise<Planned> {
  const { key, label, work } = planned;
  if (work?.undated === undefined || withUndated) return planned;
  const why = undatedText(work.undated);
  if (!isConfirmed && (await ask!(`${label}: ${why}. Its material is ${work.material.id} now. Rotate it?`)))
    return planned;
  return { key, label, skipped: { as: "skipped", reason: `${why}. Rotate it with --undated` } };
}

interface Carrying extends Ways {
  readonly ifMadeBefore: string;
  readonly next: string;
  readonly unmatched: number;
}

async function carryOut(api: Api, planned: readonly Planned[], ways: Carrying): Promise<number> {
  const { interruption, isJson, print, tell, ifMadeBefore } = ways;
  const line = continuation(ways);
  tell(`If it is interrupted, continue with: ${line}`);
  const { drain, stop } = interruption;
  const outcomes = await rotateAll(planned, {
    api,
    ifMadeBefore,
    clock: ways.clock,
    next: ways.next,
    tell,
    drain: drain.signal,
    stop: stop.signal,
    begun(label) {
      interruption.underWay = label;
    },
    ended(outcome) {
      interruption.underWay = undefined;
      if (!isJson) print(outcomeText(outcome));
    },
  });
  if (isJson) print(JSON.stringify({ ifMadeBefore, keys: outcomes }, null, 2));
  else print(`\n${totals(outcomes)}`);
  const is = (...some: Outcome["outcome"][]) => outcomes.some(({ outcome }) => some.includes(outcome));
  if (is("failed", "notReached")) tell(`To continue${is("failed") ? ", once what failed is fixed" : ""}: ${line}`);
  if (is("rotated")) tell("Old material still decrypts. To end it: docs/rotation.md, section After a leak.");
  if (is("failed", "notReached")) return exitCodes.failure;
  return is("skipped") || ways.unmatched > 0 ? exitCodes.findings : exitCodes.done;
}

/** The command line that rotates nothing twice. What has no date is not repeated. */
function continuation({ filter, isAll, isConfirmed, isJson, ifMadeBefore }: Carrying): string {
  const { keys, systems, containers, tags } = filter;
  const several = (option: string, values: readonly string[]) => (values.length > 0 ? [option, ...values] : []);
  return lineOf([
    "pulumi-ciphertrust",
    "rotate",
    ...keys,
    ...several("--system", systems),
    ...several("--container", containers),
    ...several(
      "--tag",
      tags.map(([name, value]) => `${name}=${value}`),
    ),
    ...(isAll ? ["--all"] : []),
    ...(isConfirmed ? ["--yes"] : []),
    ...(isJson ? ["--json"] : []),
    "--if-made-before",
    ifMadeBefore,
  ]);
}

function planJson(planned: readonly Planned[], ifMadeBefore: string): object {
  const keys = planned.map(({ key: { system, type, id, name }, work, skipped }) => ({
    system,
    type,
    id,
    name,
    rotates: work !== undefined,
    reason: skipped?.reason,
    effect: work?.effect,
    material: work?.material.id,
    made: work?.material.made,
    usedBy: work?.users,
    undated: work?.undated !== undefined || undefined,
  }));
  return { ifMadeBefore, keys };
}
