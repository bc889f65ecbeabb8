import { marked } from "./marked";
import { asFirst, common, systems, type Slots, type Variant } from "./programs";
import { Random } from "./random";

/** What a seed generates: a program, an operation, and which process is killed when. */

/**
 * `create`: the first up; `change`: an up that updates and replaces; `refresh`: the same with
 * --refresh; `pipeline`: the same as a pipeline runs it; without checkpoints, a first up.
 */
type Operation = "create" | "change" | "refresh" | "pipeline" | "destroy";

/**
 * Which process is killed: the provider, Pulumi's engine, the program, the pipeline command, or the
 * service, which is restarted immediately; all by `kill -9`. SIGINT and SIGTERM are sent to the
 * engine, or to the pipeline command. `power`: the machine loses its power; all of its processes
 * end at once, and the state file that was written last is cut off.
 */
export type Kill = "provider" | "engine" | "program" | "command" | "SIGINT" | "SIGTERM" | "service" | "power";

/**
 * The moment of the counted request: before the service receives it, before its response is
 * returned, or after that.
 */
export type Moment = "before" | "unanswered" | "answered";

export interface Plan {
  seed: number;
  /** The engine records nothing before it ends. */
  skipsCheckpoints: boolean;
  slots: Slots;
  operation: Operation;
  /** The operation deploys the program for the first time. */
  isFirst: boolean;
  variant: Variant;
  kill: Kill;
  moment: Moment;
  /** Which requests are counted: those that change something, or those that only read. */
  counted: "writes" | "reads";
  nth: number;
  /** The part of the state file that a loss of power leaves. */
  written: number;
}

const operations: readonly Operation[] = [
  "create",
  "create",
  "create",
  "change",
  "change",
  "refresh",
  "pipeline",
  "destroy",
];
/** Without checkpoints nothing may be replaced or deleted. */
const harmless = operations.filter((operation) => operation !== "destroy");
const recorded: readonly Kill[] = ["provider", "engine", "program", "SIGINT", "SIGTERM", "service"];
const moments: readonly Moment[] = ["before", "unanswered", "answered"];

/** Resources of a stack; more would only take longer. */
const most = 10;

/** What all share, one system, and a second one if there is room. */
function slotsFor(random: Random): Slots {
  const first = random.pick(Object.values(systems));
  const second = random.pick(Object.values(systems));
  const both = { ...common, ...first, ...second };
  return Object.keys(both).length > most ? { ...common, ...first } : both;
}

/** Two programs, unless they share resources. */
function markedSlots(random: Random): Slots {
  const first = random.pick(Object.values(marked));
  const second = random.pick(Object.values(marked));
  return Object.keys(second).some((name) => name in first) ? first : { ...first, ...second };
}

/** What is killed without checkpoints: mostly the engine, the only one that then forgets anything. */
const forgetful: readonly Kill[] = [...recorded, ...Array<Kill>(2 * recorded.length).fill("engine")];

function killsOf(operation: Operation, skipsCheckpoints: boolean): readonly Kill[] {
  const kills = skipsCheckpoints ? forgetful : recorded;
  // No program runs when a stack is destroyed.
  if (operation === "destroy") return kills.filter((kill) => kill !== "program");
  return operation === "pipeline" ? [...kills, "command"] : kills;
}

export function planOf(seed: number, skipsCheckpoints = false): Plan {
  const random = new Random(seed);
  const slots = (skipsCheckpoints ? markedSlots : slotsFor)(random);
  const names = Object.keys(slots).filter((name) => !slots[name]!.isBefore);
  const operation = random.pick(skipsCheckpoints ? harmless : operations);
  const isFirst = operation === "create" || (skipsCheckpoints && operation === "pipeline");
  const touchesAll = isFirst || operation === "destroy";
  const changes = touchesAll ? asFirst : variantOf(slots, names, random, skipsCheckpoints ? 0 : 2);
  const touched = touchesAll ? names.length : changes.changed.size + changes.replaced.size;
  const kill = random.pick(killsOf(operation, skipsCheckpoints));
  return {
    seed,
    skipsCheckpoints,
    slots,
    operation,
    isFirst,
    variant: changes,
    kill: losesPower(seed) && !skipsCheckpoints ? "power" : kill,
    moment: random.pick(moments),
    counted: random.below(5) === 0 ? "reads" : "writes",
    nth: 1 + random.below(touched),
    written: random.below(100) / 100,
  };
}

/** Three of ten do. */
const losesPower = (seed: number): boolean => seed % 10 < 3;

/** Half of the resources that can be updated are; so many of those that can be replaced are. */
function variantOf(slots: Slots, names: readonly string[], random: Random, replacements: number): Variant {
  const changeable = names.filter((name) => slots[name]!.change !== undefined);
  const replaceable = names.filter((name) => slots[name]!.replace !== undefined);
  const replaced = new Set(random.some(replaceable, replacements));
  const changed = random.some(changeable, Math.ceil(changeable.length / 2)).filter((name) => !replaced.has(name));
  return { replaced, changed: new Set(changed) };
}

export function wordsOf({ seed, skipsCheckpoints, operation, kill, moment, counted, nth, slots }: Plan): string {
  const types = new Set(Object.values(slots).map(({ type }) => type));
  const when = `${moment} at number ${nth} of its ${counted}`;
  const without = skipsCheckpoints ? " without checkpoints" : "";
  return `seed ${seed}: ${operation}${without} of ${Object.keys(slots).length} resources of ${types.size} types, ${kill} ${when}`;
}
