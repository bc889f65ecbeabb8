import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { ZodError, ZodType } from "zod";
import { badRequest, StartError } from "./errors";
import { isObject, type JsonObject } from "./fields";
import { parseJson } from "./json";
import type { System, WorldPart } from "./scope";

export function worldParts(systems: readonly System[]): WorldPart[] {
  return systems.map((system) => system.world).filter((part) => part !== undefined);
}

/**
 * The world of an option or a file, checked. A part that it leaves out keeps its default.
 *
 * @throws StartError with the place of the first mistake
 */
export function readWorld(option: JsonObject | string | undefined, systems: readonly System[]): JsonObject {
  const source = typeof option === "string" ? `the world file ${option}` : "the world";
  const parts = worldParts(systems);
  const given = typeof option === "string" ? readFile(option) : (option ?? {});
  if (!isObject(given))
    throw new StartError(`${source} must be an object with ${parts.map((part) => part.name).join(", ")}`);
  // What tells an editor where the schema is tells nothing of the world.
  const { $schema: _editors, ...world } = given;
  for (const [name, value] of Object.entries(world)) {
    const part = parts.find((candidate) => candidate.name === name);
    if (part === undefined) throw new StartError(`${source}: ${unknownPart(name, parts)}`);
    const checked = part.schema.safeParse(value);
    if (!checked.success) throw new StartError(`${source}: ${name}${explain(checked.error)}`);
  }
  return world;
}

const unknownPart = (name: string, parts: readonly WorldPart[]): string =>
  `there is no part called ${name}; there are ${parts.map((part) => part.name).join(", ")}`;

function readFile(path: string): unknown {
  try {
    return parsed(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    throw new StartError(`cannot read the world file ${path}: ${reason}`);
  }
}

/**
 * Every JSON is YAML, whose own parser takes seconds for a world of many thousand keys, but knows
 * where a mistake is.
 */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return parse(text) as unknown;
  }
}

/**
 * The body of a control call, checked.
 *
 * @throws ServiceError with the place of the first mistake
 */
export function readBody<T>(schema: ZodType<T>, body: unknown): T {
  const checked = schema.safeParse(body);
  if (!checked.success) throw badRequest(`body${explain(checked.error)}`);
  return checked.data;
}

/** Where the first mistake is and what it is, such as `.accounts[0].regions: Invalid input`. */
function explain(error: ZodError): string {
  const issue = error.issues[0];
  const place = issue?.path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("") ?? "";
  return `${place}: ${issue?.message ?? "invalid"}`;
}
