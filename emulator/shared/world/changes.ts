import * as z from "zod";
import { notFound } from "../../core/errors";
import { given, type JsonObject } from "../../core/fields";
import type { Stored } from "../../core/record";
import type { Scope } from "../../core/scope";
import { readBody } from "../../core/world";
import { isRemovable } from "./fields";
import { addLists, addTree, levelsIn, shown, type Level } from "./level";

/**
 * How control calls change a level of the world: the bodies are derived from what a world file may
 * hold.
 */

/** What a body depends on: a level but for its records. */
type Described = Omit<Level, "kind">;

/** The field as a change has it: optional and without a default; null takes away what is marked so. */
function changed(field: z.ZodType): z.ZodType {
  const own = field instanceof z.ZodDefault || field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;
  return isRemovable(field) ? own.nullable().optional() : own.optional();
}

const fieldsOf = ({ schema }: Described): [string, z.ZodType][] =>
  Object.entries(schema.shape) as [string, z.ZodType][];

/** How a body refers to one of a level: by its id, and where that takes it by what it is in. */
function reference([level, ...above]: readonly Described[]): z.ZodRawShape {
  if (level === undefined) return {};
  const field = level.schema.shape[level.id] as z.ZodType;
  return { ...(level.compose && reference(above)), [level.as]: field };
}

/** The id that a body refers to in that way. */
function idIn(body: JsonObject, [level, ...above]: readonly Described[]): string {
  if (level === undefined) return "";
  const value = body[level.as] as string | number | undefined;
  return level.compose === undefined ? String(value ?? "") : level.compose(idIn(body, above), value ?? "");
}

/**
 * The body that adds or changes one account or container. @param above what it is in, the nearest
 * first
 */
function placeChange(level: Described, above: readonly Described[]): z.ZodObject {
  const { id, merged = {}, compose } = level;
  const fields = fieldsOf(level).filter(([field]) => field !== id);
  const removals = Object.values(merged).map(({ remove }) => [remove, z.array(z.string()).optional()] as const);
  const parents = z.object(reference(above));
  return z.strictObject({
    ...(compose === undefined ? parents.partial() : parents).shape,
    [id]: level.schema.shape[id] as z.ZodType,
    ...Object.fromEntries(fields.map(([field, schema]) => [field, changed(schema)])),
    ...Object.fromEntries(removals),
  });
}

/** Adds that many keys, with numbers behind the name. */
const count = z.int().min(1).max(100_000).optional();

/**
 * The body that adds, changes, rotates or deletes one key. @param above what it is in, the nearest
 * first
 */
export function keyChange(level: Described, above: readonly Described[]): z.ZodObject {
  const { seeded = [], rotate } = level.keys ?? {};
  const fields = fieldsOf(level).filter(([field]) => ![...seeded, "ageInDays"].includes(field));
  return z.strictObject({
    ...reference(above),
    key: z.string().optional(),
    delete: z.boolean().optional(),
    ...(rotate && { rotate: z.boolean().optional() }),
    count,
    ...Object.fromEntries(fields.map(([field, schema]) => [field, changed(schema)])),
  });
}

/** The changes that were sent; what is null is taken away. */
const applied = (changes: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(given(changes)).map(([field, value]) => [field, value ?? undefined]));

const without = (body: JsonObject, ...fields: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));

/** Adds an account or a container, or changes the one of that id; what is below it is added. */
export function changePlace(scope: Scope, level: Level, above: readonly Level[], sent: unknown): object {
  const body = readBody(placeChange(level, above), sent) as JsonObject;
  const [parent] = above;
  const id = idIn({ ...body, [level.as]: body[level.id] }, [level, ...above]);
  const removals = Object.values(level.merged ?? {}).map(({ remove }) => remove);
  const fields = without(body, ...Object.keys(reference(above)), ...removals);
  const before = scope.get(level.kind, id);
  if (before === undefined) {
    const holder = parent && scope.need(parent.kind, idIn(body, above)).id;
    return shown(level, addTree(scope, level, readBody(level.schema, applied(fields)) as object, holder));
  }
  const lists = levelsIn(level.schema).map(([list]) => list);
  const changes = applied(without(fields, level.id, ...lists));
  const after = scope.put(level.kind, { ...before, ...changes, ...mergedLists(level, before, body) });
  addLists(scope, level.schema, body, id);
  return shown(level, after);
}

function mergedLists({ merged = {} }: Level, before: Stored, body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(merged).map(([list, { by, remove }]) => {
      const items = (body[list] ?? []) as readonly JsonObject[];
      const replaced = [...((body[remove] ?? []) as readonly string[]), ...items.map((item) => item[by])];
      const kept = (before as unknown as Record<string, readonly JsonObject[]>)[list] ?? [];
      return [list, [...kept.filter((item) => !replaced.includes(item[by])), ...items]];
    }),
  );
}

/** Adds keys to a container, or changes, rotates or deletes the one that `key` names there. */
export function changeKey(scope: Scope, level: Level, above: readonly Level[], sent: unknown): object {
  const { kind, keys = {} } = level;
  const body = readBody(keyChange(level, above), sent) as JsonObject;
  const container = scope.need(above[0]!.kind, idIn(body, above)).id;
  const { key: reference_, delete: gone, rotate, count: many, ...rest } = body;
  const fields = applied(without(rest, ...Object.keys(reference(above))));
  if (reference_ === undefined) return addKeys(scope, level, container, fields, many as number | undefined);
  const named = (key: Stored): boolean => [key.id, (key as unknown as JsonObject)[level.id]].includes(reference_);
  const found = scope.by(kind, level.in ?? "", container).find(named);
  if (found === undefined) throw notFound();
  if (gone === true) {
    scope.remove(kind, found);
    return {};
  }
  const changes = without(fields, ...(keys.fixed ?? []));
  const altered = keys.alter?.(scope, found, changes) ?? scope.put(kind, { ...found, ...changes });
  return shown(level, rotate === true ? (keys.rotate?.(scope, altered) ?? altered) : altered);
}

/** Makes one key, or with a count that many, with numbers behind the name. */
function addKeys(scope: Scope, level: Level, container: string, fields: JsonObject, many?: number): object {
  const add = (more: JsonObject): Stored => {
    const age = "ageInDays" in level.schema.shape && { ageInDays: 0 };
    return level.add(scope, readBody(level.schema, { ...fields, ...more, ...age }), container);
  };
  if (many === undefined) return shown(level, add({}));
  for (let n = 1; n <= many; n++) add({ [level.id]: `${String(fields[level.id])}-${n}` });
  return { count: many };
}
