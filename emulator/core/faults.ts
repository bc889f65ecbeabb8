import { randomUUID } from "node:crypto";
import * as z from "zod";

const effectSchema = z.strictObject({
  latencyMs: z.number().min(0).max(600_000).optional(),
  status: z.int().min(400).max(599).optional(),
  retryAfterSeconds: z.number().min(0).optional(),
  drop: z.enum(["before", "after"]).optional(),
  truncateBytes: z.int().min(0).optional(),
});

export const faultSchema = z.strictObject({
  method: z.string().optional(),
  path: z.string().optional(),
  times: z.int().min(1).optional(),
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  effect: effectSchema,
});

type FaultRule = z.infer<typeof faultSchema>;
export type FaultEffect = z.infer<typeof effectSchema>;

interface Fault {
  readonly id: string;
  readonly rule: FaultRule;
  readonly matches: (path: string) => boolean;
  readonly random: () => number;
  hits: number;
}

/** Failures that a test orders; the first rule that matches a call and is not used up decides what happens to it. */
export class Faults {
  private rules: Fault[] = [];

  add(rule: FaultRule): object {
    const fault: Fault = {
      id: randomUUID(),
      rule,
      matches: pathTest(rule.path),
      random: generator(rule.seed ?? 1),
      hits: 0,
    };
    this.rules.push(fault);
    return describe(fault);
  }

  list(): object[] {
    return this.rules.map(describe);
  }

  clear(): void {
    this.rules = [];
  }

  /** The effect that the call suffers, if any; counts it. */
  strike(method: string, path: string): FaultEffect | undefined {
    const struck = this.rules.find(
      ({ rule, matches, hits, random }) =>
        (rule.times === undefined || hits < rule.times) &&
        (rule.method === undefined || rule.method.toUpperCase() === method) &&
        matches(path) &&
        (rule.probability === undefined || random() < rule.probability),
    );
    if (struck === undefined) return undefined;
    struck.hits += 1;
    return struck.rule.effect;
  }
}

function describe({ id, rule, hits }: Fault): object {
  return { id, ...rule, hits };
}

/** A path that begins with a slash is a prefix, with or without /api/v1; anything else is a regular expression. */
function pathTest(path: string | undefined): (path: string) => boolean {
  if (path === undefined) return () => true;
  if (path.startsWith("/")) return (actual) => actual.startsWith(path) || actual.startsWith(`/api/v1${path}`);
  const expression = new RegExp(path);
  return (actual) => expression.test(actual);
}

/** A small repeatable random generator (mulberry32), so that a seed gives the same failures every time. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
