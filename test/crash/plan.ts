import { asFirst, common, systems, type Slots, type Variant } from "./programs";
import { Random } from "./random";

/** What a seed generates: a program, an operation, and which process is killed when. */

/**
 * `create`: the first up; `change`: an up that updates and replaces; `refresh`: the same with --refresh; `pipeline`:
 * the same as a pipeline runs it.
 */
export type Operation = "create" | "change" | "refresh" | "pipeline" | "destroy";

/**
 * Which process is killed: the provider, Pulumi's engine, the program, the pipeline command, or the service, which is
 * restarted immediately; all by `kill -9`. SIGINT and SIGTERM are sent to the engine, or to the pipeline command.
 */
export type Kill = "provider" | "engine" | "program" | "command" | "SIGINT" | "SIGTERM" | "service";

/**
 * The moment of the counted request: before the service receives it, before its response is returned, or after that.
 */
export type Moment = "before" | "unanswered" | "answered";

export interface Plan {
  seed: number;
  slots: Slots;
  operation: Operation;
  variant: Variant;
  kill: Kill;
  moment: Moment;
  /** Which requests are counted: those that change something, or those that only read. */
  counted: "writes" | "reads";
  nth: number;
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
const kills: readonly Kill[] = ["provider", "engine", "program", "SIGINT", "SIGTERM", "service"];
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

function killsOf(operation: Operation): readonly Kill[] {
  // No program runs when a stack is destroyed.
  if (operation === "destroy") return kills.filter((kill) => kill !== "program");
  return operation === "pipeline" ? [...kills, "command"] : kills;
}

export function planOf(seed: number): Plan {
  const random = new Random(seed);
  const slots = slotsFor(random);
  const names = Object.keys(slots);
  const operation = random.pick(operations);
  const changes = operation === "create" || operation === "destroy" ? asFirst : variantOf(slots, random);
  const touched =
    operation === "create" || operation === "destroy" ? names.length : changes.changed.size + changes.replaced.size;
  return {
    seed,
    slots,
    operation,
    variant: changes,
    kill: random.pick(killsOf(operation)),
    moment: random.pick(moments),
    counted: random.below(5) === 0 ? "reads" : "writes",
    nth: 1 + random.below(touched),
  };
}

/** Half of the resources that can be updated are; two of those that can be replaced are. */
function variantOf(slots: Slots, random: Random): Variant {
  const names = Object.keys(slots);
  const changeable = names.filter((name) => slots[name]!.change !== undefined);
  const replaceable = names.filter((name) => slots[name]!.replace !== undefined);
  const replaced = new Set(random.some(replaceable, 2));
  const changed = random.some(changeable, Math.ceil(changeable.length / 2)).filter((name) => !replaced.has(name));
  return { replaced, changed: new Set(changed) };
}

export function wordsOf({ seed, operation, kill, moment, counted, nth, slots }: Plan): string {
  const types = new Set(Object.values(slots).map(({ type }) => type));
  const when = `${moment} at number ${nth} of its ${counted}`;
  return `seed ${seed}: ${operation} of ${Object.keys(slots).length} resources of ${types.size} types, ${kill} ${when}`;
}
