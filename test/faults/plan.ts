import type { Sent } from "./injector";
import { kinds, phases, type Fault, type Kind, type Phase } from "./kinds";
import { generator, hashOf, shuffled } from "./random";

/** Which faults are run on one type. */

export interface Wish {
  /** How many runs. */
  readonly runs: number;
  readonly seed: number;
  readonly kinds?: readonly string[];
  readonly phase?: string;
  /** Only runs with two faults, the first of those that are wanted. */
  readonly pairs?: boolean;
}

/** This share of the runs are single faults, if there are enough; the others are pairs. */
const singleShare = 0.8;

/** Every fault that can occur in a life with these requests. */
export function singlesOf(sent: Readonly<Record<Phase, readonly Sent[]>>): Fault[] {
  return phases.flatMap((phase) =>
    sent[phase].flatMap((one, request) =>
      kinds.filter((kind) => mayStrike(kind, one)).map(({ name }) => ({ phase, request, kind: name })),
    ),
  );
}

function mayStrike({ on, needs }: Kind, { sort, offers }: Sent): boolean {
  return on.includes(sort) && (needs === undefined || offers.has(needs));
}

/** The runs of one type: the same for the same seed. */
export function plan(type: string, sent: Readonly<Record<Phase, readonly Sent[]>>, wish: Wish): Fault[][] {
  const random = generator(hashOf(`${wish.seed} ${type}`));
  const all = singlesOf(sent);
  const asked = all.filter(
    ({ kind, phase }) => (wish.kinds ?? [kind]).includes(kind) && (wish.phase ?? phase) === phase,
  );
  const singles = shuffled(asked, random).slice(0, wish.pairs ? 0 : Math.ceil(wish.runs * singleShare));
  if (asked.length === 0) return [];
  const pairs = new Map<string, Fault[]>();
  // With few faults there are few pairs.
  for (let tries = 0; pairs.size < wish.runs - singles.length && tries < 10 * wish.runs; tries++) {
    const pair = inOrder(pick(asked, random), pick(all, random));
    if (pair) pairs.set(JSON.stringify(pair), pair);
  }
  return [...singles.map((one) => [one]), ...pairs.values()];
}

function inOrder(one: Fault, other: Fault): Fault[] | undefined {
  if (one.phase === other.phase && one.request === other.request) return undefined;
  const place = ({ phase, request }: Fault) => phases.indexOf(phase) * 1000 + request;
  return [one, other].sort((a, b) => place(a) - place(b));
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)]!;
}
