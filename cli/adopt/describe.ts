import type * as z from "zod";
import type { Api } from "../../provider/api/client";
import { isEmpty } from "../../provider/api/shown";
import { adoptionChanges } from "../../provider/lifecycle/reconciler/adoption";
import { check } from "../../provider/lifecycle/values/check";
import type { Bag, Definition, Failure, ExistingObject } from "../../provider/lifecycle/vocabulary/definition";
import { fieldsWhere, isDocument, isOpen, isUnseen, marksOf } from "../../provider/lifecycle/vocabulary/field";
import { sameValue, parsedDocument } from "../../provider/lifecycle/values/diff";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { decodeAll, decodeOne } from "../../provider/lifecycle/values/wire";
import { inputsIn } from "../../provider/lifecycle/values/rules";
import { core, defaultOf, fieldsOf, partsOf, unknownValue, wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import { mapParts, Setting } from "./declaration";

/** The arguments with which a program declares an object as it is, or why there are none. */
export type Description = { args: Bag } | { reason: string };

/**
 * Describes one object. What the service shows is declared, apart from defaults; what it never
 * shows is left out where that is allowed, and requested from the user where it is not. Adopting
 * with these arguments writes nothing.
 */
export async function describe(
  api: Api,
  found: ExistingObject,
  known: readonly ExistingObject[],
): Promise<Description> {
  const { definition, record } = found;
  const shown = shownBy(definition, decodeAll(definition, record));
  const recalled = await recall(api, found, known);
  if (recalled instanceof ResourceError) return { reason: recalled.message };
  let attempt = withUnseen(found, withoutEmpty(definition, { ...shown, ...recalled }));
  if (attempt.problems.length > 0) attempt = withUnseen(found, withLeastComputed(found, attempt.args));
  const { args, problems } = attempt;
  const [problem] = problems;
  return problem ? { reason: reasonOf(definition, args, problem) } : { args: withoutDefaults(definition, args) };
}

/** Values that the response does not contain; or why a required value cannot be determined. */
async function recall(
  api: Api,
  { definition, record }: ExistingObject,
  known: readonly ExistingObject[],
): Promise<Bag | ResourceError> {
  try {
    return (await definition.existing?.recall?.(record, known, api)) ?? {};
  } catch (error) {
    if (error instanceof ResourceError) return error;
    throw error;
  }
}

/** Why adopting with these arguments would fail, or write. */
function problemsOf({ definition, record }: ExistingObject, args: Bag): Failure[] {
  const { inputs, failures } = check(definition, {}, knownOf(args));
  if (failures.length > 0) return failures;
  const reason = "cannot be declared as the service shows it";
  return adoptionChanges(definition, record, inputs).map((property) => ({ property, reason }));
}

/** Arguments, and what stands against declaring the object with them. */
interface Attempt {
  readonly args: Bag;
  readonly problems: readonly Failure[];
}

/** Requests required values that are not returned from the user. */
function withUnseen(found: ExistingObject, args: Bag): Attempt {
  const { definition } = found;
  const problems = problemsOf(found, args);
  const [missing] = problems
    .map(({ property }) => usedOf(found, property.split(".")[0]!))
    .filter((key) => marksOf(definition, key).seen === "never" && args[key] === undefined);
  if (missing === undefined) return { args, problems };
  return withUnseen(found, { ...args, [missing]: asked(definition, missing) });
}

/**
 * Of inputs that exclude each other, the one that the response shows a part of, such as the name in
 * a login; else the one that is missed.
 */
function usedOf({ definition, record }: ExistingObject, missed: string): string {
  const choices = (definition.rules ?? []).flatMap((rule) => ("choose" in rule ? [rule.choose.flatMap(inputsIn)] : []));
  const isShown = (key: string) => {
    const shown = decodeOne(definition, key, definition.inputs[key]!, record) ?? {};
    return marksOf(definition, key).seen === "never" && !Object.values(shown).every(isEmpty);
  };
  return choices.find((keys) => keys.includes(missed))?.find(isShown) ?? missed;
}

/** Inputs that the service fills in may exclude each other once it has: those that do no harm stay. */
function withLeastComputed(found: ExistingObject, args: Bag): Bag {
  const computed = fieldsWhere(found.definition, ({ absent }) => absent === "theirs");
  const some = (keys: readonly string[]) =>
    Object.fromEntries(Object.entries(args).filter(([key]) => !computed.includes(key) || keys.includes(key)));
  const fewest = problemsOf(found, some([])).length;
  const harmless = computed.reduce<string[]>((kept, key) => {
    const more = [...kept, key];
    return problemsOf(found, some(more)).length > fewest ? kept : more;
  }, []);
  return some(harmless);
}

function reasonOf(definition: Definition, args: Bag, { property, reason }: Failure): string {
  const key = property.split(".")[0]!;
  const isShown = args[key] !== undefined && !marksOf(definition, key).secret;
  return `${property} ${reason}${isShown ? ` (it is ${JSON.stringify(args[key])})` : ""}`;
}

function shownBy(definition: Definition, state: Bag): Bag {
  const keys = Object.keys(definition.inputs).filter((key) => !isUnseen(marksOf(definition, key)));
  return Object.fromEntries(
    keys.map((key) => {
      const marks = marksOf(definition, key);
      const value = isDocument(marks) ? documentOf(definition.inputs[key]!, state[key]) : state[key];
      return [key, marks.secret && !isEmpty(value) ? asked(definition, key) : value];
    }),
  );
}

/** A JSON document is easier to read and to change as an object. */
function documentOf(schema: z.ZodType, value: unknown): unknown {
  const document = parsedDocument(value);
  return schema.safeParse(document).success ? document : value;
}

function withoutEmpty(definition: Definition, args: Bag): Bag {
  const keys = Object.keys(definition.inputs).filter((key) => !isEmpty(args[key]));
  return Object.fromEntries(keys.map((key) => [key, args[key]]));
}

function withoutDefaults(definition: Definition, args: Bag): Bag {
  const isDefault = ([key, value]: [string, unknown]) => {
    const standard = defaultOf(definition.inputs[key]!);
    return standard !== undefined && sameValue(definition, key, value, standard);
  };
  return Object.fromEntries(Object.entries(args).filter((entry) => !isDefault(entry)));
}

/** The arguments as far as they are known now. */
function knownOf(args: Bag): Bag {
  return mapParts(args, (part) => (part instanceof Setting ? unknownValue : undefined)) as Bag;
}

/** What the user has to say: field by field where an object has some that it cannot do without. */
function asked(definition: Definition, key: string): unknown {
  const schema = definition.inputs[key]!;
  const secret = marksOf(definition, key).secret ?? false;
  const required = Object.entries(fieldsOf(schema) ?? {}).filter(([, field]) => !field.safeParse(undefined).success);
  if (required.length === 0) return new Setting([key], secret, typeOf(schema));
  return Object.fromEntries(
    required.map(([name, field]) => [name, new Setting([key, name], secret, typeOf(field))] as const),
  );
}

function typeOf(schema: z.ZodType): string {
  const { type, element } = partsOf(core(schema));
  const words = type === "enum" || isOpen(schema) ? wordsOf(schema) : [];
  if (words.length > 0) return words.map((word) => JSON.stringify(word)).join(" | ");
  if (type === "string") return "string";
  if (type === "number" || type === "boolean") return type;
  if (type === "array" && element) return `(${typeOf(element)})[]`.replace(/^\((\w+)\)/, "$1");
  return "any";
}
