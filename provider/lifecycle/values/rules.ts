import { isEmpty } from "../../api/shown";
import type { Bag, Definition, Failure, Condition, Placement, Rule, Way } from "../vocabulary/definition";
import { defaultOf, hasUnknown } from "../vocabulary/schema";
import { isUnfamiliar } from "./unfamiliar";

/** Failures between inputs. Missing inputs were left out, or are not known yet. */
export function problemsBetween(definition: Definition, inputs: Bag): Failure[] {
  return [...brokenRules(definition, inputs), ...(definition.hooks?.check?.(inputs) ?? [])];
}

function brokenRules(definition: Definition, inputs: Bag): Failure[] {
  const isGiven = (key: string) => isSaid(definition, key, inputs[key]);
  return (definition.rules ?? []).flatMap((rule): Failure[] => {
    if ("choose" in rule) return choiceOf(rule, isGiven);
    if ("pair" in rule) return incomplete(rule.pair, isGiven);
    if ("distinct" in rule) return repeated(rule, inputs);
    if ("earlier" in rule) return misordered(rule, inputs);
    if ("values" in rule) return misfit(definition, rule, inputs);
    return misplaced(definition, rule, inputs, isGiven);
  });
}

type IsGiven = (key: string) => boolean;

function isSaid({ inputs }: Definition, key: string, value: unknown): boolean {
  return !isEmpty(value) && value !== (defaultOf(inputs[key]!) ?? false);
}

function misplaced(definition: Definition, rule: Placement<string>, inputs: Bag, isGiven: IsGiven): Failure[] {
  const { when, unless = [], requires = [], excludes = [], because } = rule;
  const exceptions = valuesOf(unless) as Condition<string>[];
  const holds = (condition: Condition<string>) =>
    typeof condition === "string" ? isGiven(condition) : hasValues(condition, inputs);
  // What a value needs that is not known is not known either.
  const mayHold = (condition: Condition<string>) =>
    holds(condition) ||
    (typeof condition !== "string" && Object.keys(condition).some((key) => isUnfamiliar(definition, key, inputs[key])));
  if ((when !== undefined && !holds(when)) || exceptions.some(mayHold)) return [];
  const inThatCase = [
    ...(when === undefined ? [] : [`when ${wordsFor(when)}`]),
    ...(exceptions.length === 0 ? [] : [`unless ${exceptions.map(wordsFor).join(" or ")}`]),
  ].join(", ");
  const more = because === undefined ? "" : `: ${because}`;
  const say = (what: string) => (property: string) => ({ property, reason: `${what} ${inThatCase}${more}` });
  return [
    ...requires.filter((key) => !isGiven(key)).map(say("is required")),
    ...excludes.filter(isGiven).map(say("is not allowed")),
  ];
}

function hasValues(condition: Bag, inputs: Bag): boolean {
  return Object.entries(condition).every(([key, wanted]) => valuesOf(wanted).includes(inputs[key]));
}

function wordsFor(condition: Condition<string>): string {
  if (typeof condition === "string") return `${condition} is given`;
  const parts = Object.entries(condition).map(([key, value]) => `${key} is ${listed(valuesOf(value))}`);
  return parts.join(" and ");
}

const valuesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function choiceOf(
  { choose, optional, because }: Extract<Rule<string>, { choose: unknown }>,
  isGiven: IsGiven,
): Failure[] {
  const taken = choose.filter((way) => inputsIn(way).some(isGiven));
  const more = because ? `: ${because}` : "";
  const [first, ...others] = taken.map((way) => inputsIn(way).filter(isGiven));
  if (first && others.length > 0) {
    return [{ property: first[0]!, reason: `conflicts with ${others.flat().join(" and ")}${more || ": choose one"}` }];
  }
  if (first) return Array.isArray(taken[0]) ? incomplete(taken[0], isGiven) : [];
  if (optional) return [];
  const ways = choose.map((way) => inputsIn(way).join(typeof way === "object" && "anyOf" in way ? " or " : " and "));
  const either = `either ${ways.slice(0, -1).join(", ")} or ${ways.at(-1)} is required`;
  return [{ property: inputsIn(choose[0]!)[0]!, reason: either + more }];
}

export function inputsIn(way: Way<string>): readonly string[] {
  if (typeof way === "string") return [way];
  return "anyOf" in way ? way.anyOf : way;
}

function incomplete(set: readonly string[], isGiven: IsGiven): Failure[] {
  const there = set.filter(isGiven);
  if (there.length === 0) return [];
  return set
    .filter((key) => !isGiven(key))
    .map((property) => ({ property, reason: `is required with ${there.join(" and ")}` }));
}

function repeated({ distinct, by }: { distinct: string; by: string }, inputs: Bag): Failure[] {
  const values = ((inputs[distinct] ?? []) as Bag[]).map((item) => item[by]);
  const twice = values.find((value, at) => !hasUnknown(value) && values.indexOf(value) !== at);
  return twice === undefined ? [] : [{ property: distinct, reason: `names the ${by} ${JSON.stringify(twice)} twice` }];
}

function misordered({ earlier, later }: { earlier: string; later: string }, inputs: Bag): Failure[] {
  const [from, to] = [inputs[earlier], inputs[later]].map((at) => (typeof at === "string" ? Date.parse(at) : NaN));
  return to! <= from! ? [{ property: later, reason: `must be later than ${earlier}` }] : [];
}

function misfit(
  definition: Definition,
  { values, by, allowed }: Extract<Rule<string>, { values: unknown }>,
  inputs: Bag,
): Failure[] {
  const [value, fitting] = [inputs[values], allowed[String(inputs[by])]];
  if (value === undefined || fitting === undefined || inputs[by] === undefined) return [];
  if (isUnfamiliar(definition, values, value)) return [];
  const isRange = "from" in fitting;
  const fits = isRange ? fitting.from <= Number(value) && Number(value) <= fitting.to : fitting.includes(value);
  const words = isRange ? `${fitting.from} to ${fitting.to}` : listed(fitting);
  return fits ? [] : [{ property: values, reason: `must be ${words} when ${by} is ${JSON.stringify(inputs[by])}` }];
}

/** `"a", "b" or "c"`. */
function listed(values: readonly unknown[]): string {
  const texts = values.filter((value) => value !== undefined).map((value) => JSON.stringify(value));
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}
