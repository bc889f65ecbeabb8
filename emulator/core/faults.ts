import { randomUUID } from "node:crypto";
import { RE2JS } from "re2js";
import * as z from "zod";
import { badRequest } from "./errors";

const effectSchema = z.strictObject({
  latencyMs: z.number().min(0).max(600_000).optional(),
  status: z.int().min(400).max(599).optional(),
  retryAfterSeconds: z.number().min(0).optional(),
  drop: z.enum(["before", "after"]).optional(),
  truncateBytes: z.int().min(0).optional(),
});

const rateSchema = z.strictObject({ calls: z.int().min(1), seconds: z.number().positive() });

export const faultSchema = z.strictObject({
  method: z.string().optional(),
  path: z.string().max(1000).optional(),
  times: z.int().min(1).optional(),
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  rate: rateSchema.optional(),
  effect: effectSchema,
});

type FaultRule = z.infer<typeof faultSchema>;
export type FaultEffect = z.infer<typeof effectSchema>;

/**
 * Matching takes time in proportion to all three: rules, the size of an expression, and the length
 * of a path.
 */
const mostRules = 100;
const largestProgram = 500;
const longestPath = 2048;

interface Fault {
  readonly id: string;
  readonly rule: FaultRule;
  readonly matches: (path: string) => boolean;
  readonly random: () => number;
  /** Whether a call is beyond the rule's rate; counts it otherwise. */
  readonly isBeyond: () => boolean;
  hits: number;
}

/**
 * Failures that a test orders; the first rule that matches a call and is not used up decides what
 * happens to it.
 */
export class Faults {
  private rules: Fault[] = [];

  /** `now` is in milliseconds. */
  constructor(private readonly now = () => performance.now()) {}

  add(rule: FaultRule): object {
    if (this.rules.length >= mostRules) throw badRequest(`there are ${mostRules} rules already; DELETE removes them`);
    const fault: Fault = {
      id: randomUUID(),
      rule,
      matches: pathTest(rule.path),
      random: generator(rule.seed ?? 1),
      isBeyond: rule.rate ? bucket(rule.rate, this.now) : () => true,
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
      ({ rule, matches, hits, random, isBeyond }) =>
        (rule.times === undefined || hits < rule.times) &&
        (rule.method === undefined || rule.method.toUpperCase() === method) &&
        matches(path) &&
        (rule.probability === undefined || random() < rule.probability) &&
        isBeyond(),
    );
    if (struck === undefined) return undefined;
    struck.hits += 1;
    return struck.rule.effect;
  }
}

function describe({ id, rule, hits }: Fault): object {
  return { id, ...rule, hits };
}

/**
 * A path that begins with a slash is a prefix, with or without /api/v1; anything else is a regular
 * expression.
 */
function pathTest(path: string | undefined): (path: string) => boolean {
  if (path === undefined) return () => true;
  if (path.startsWith("/")) return (actual) => actual.startsWith(path) || actual.startsWith(`/api/v1${path}`);
  const expression = compile(path);
  return (actual) => actual.length <= longestPath && expression.test(actual);
}

/**
 * Not JavaScript's own expressions: some of those take for ever on the right path, and with them
 * the whole process.
 */
function compile(path: string): RE2JS {
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(RE2JS.translateRegExp(path));
  } catch (error) {
    throw badRequest(`path is no regular expression of RE2: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (expression.programSize() > largestProgram) throw badRequest("path is too large a regular expression");
  return expression;
}

/** A token bucket: so many calls at once, and as many again in that time. */
function bucket({ calls, seconds }: z.infer<typeof rateSchema>, now: () => number): () => boolean {
  let left = calls;
  let since = now();
  return () => {
    const at = now();
    left = Math.min(calls, left + ((at - since) / 1000) * (calls / seconds));
    since = at;
    if (left < 1) return true;
    left -= 1;
    return false;
  };
}

/**
 * A small repeatable random generator (mulberry32), so that a seed gives the same failures every
 * time.
 */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
