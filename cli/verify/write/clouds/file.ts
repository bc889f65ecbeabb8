import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import type { Bag } from "../../../../provider/lifecycle/vocabulary/definition";
import { nameInputOf, needsOf } from "../../../../provider/lifecycle/vocabulary/field";
import { ResourceError } from "../../../../provider/lifecycle/vocabulary/failure";
import { nearestOf } from "../../../../provider/lifecycle/values/mistakes";
import { core, fieldsOf } from "../../../../provider/lifecycle/vocabulary/schema";
import { definitionOf } from "../../../../provider/resources/load";
import { clouds, type Cloud } from "./systems";
import { Text, TextError } from "./text";

/** The file of `--with`: which systems may be used, and how they are reached. */

/** Inputs by type; `keys` says whether a key may be made. */
export interface Given {
  readonly server?: Bag;
  readonly connection: Bag;
  readonly container?: Bag;
  readonly keys: boolean;
}

export type CloudsGiven = Readonly<Record<string, Given>>;

/** The inputs of a type, but for its name and what it refers to: the run fills those in. */
function inputsOf(type: string) {
  const definition = definitionOf(type);
  const filledIn = new Set([nameInputOf(definition), ...needsOf(definition).map(([key]) => key)]);
  return z.strictObject(Object.fromEntries(Object.entries(definition.inputs).filter(([key]) => !filledIn.has(key))));
}

function schemaOf({ server, connection, container, key }: Cloud) {
  const shape = {
    connection: inputsOf(connection),
    [container.field]: inputsOf(container.type).optional(),
    ...(server === undefined ? {} : { server: inputsOf(server) }),
    ...(key === undefined ? {} : { keys: z.boolean().default(false) }),
  };
  return z.strictObject(shape).refine((given: Bag) => given.keys !== true || given[container.field] !== undefined, {
    params: { why: `needs ${container.field}, in which the key is made` },
    path: ["keys"],
  });
}

const schema = z.strictObject(
  Object.fromEntries(Object.entries(clouds).map(([name, cloud]) => [name, schemaOf(cloud).optional()])),
);

/** Reads YAML or JSON. Errors name places in the file, and nothing of its text: it holds secrets. */
export function readClouds(file: string): CloudsGiven {
  const { text, content } = contentOf(file);
  const result = schema.safeParse(content);
  if (!result.success) {
    const problems = result.error.issues.flatMap((issue) => problemsOf(issue, text)).map((one) => `\n  - ${one}`);
    throw unusable(file, `is not as expected:${problems.join("")}\nSee docs/verify.md for its fields`);
  }
  return Object.fromEntries(
    Object.entries(result.data)
      .filter(([, given]) => given !== undefined)
      .map(([name, given]) => [name, givenOf(name, given as Bag)]),
  );
}

function givenOf(name: string, { [clouds[name]!.container.field]: container, keys, ...rest }: Bag): Given {
  return { ...(rest as Pick<Given, "server" | "connection">), container: container as Bag, keys: keys === true };
}

/** One for each place, in words of this package: messages of schemas quote keys and values. */
function problemsOf(issue: z.core.$ZodIssue, text: Text): string[] {
  const place = issue.path.slice(0, namedDepth).join(".") || "the file";
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const near = nearestOf(key, namesAt(issue.path));
      const advice = near === undefined ? "" : `; did you mean "${near}"?`;
      return `${place}: an unknown key at line ${text.lineOfKey(issue.path, key)}${advice}`;
    });
  return [`${place} (line ${text.lineOf(issue.path)}): ${wordsOf(issue)}`];
}

/** The names that this package knows in a place of the file. */
function namesAt(path: readonly PropertyKey[]): string[] {
  let at: z.ZodType | undefined = schema;
  for (const part of path) at = at && fieldsOf(core(at))?.[String(part)];
  return Object.keys((at && fieldsOf(core(at))) ?? {});
}

/**
 * System, part and input have names of this package; the keys below may be the user's own, of
 * labels for example.
 */
const namedDepth = 3;

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `must be of type ${issue.expected}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
  const { why = "is not valid" } = (issue.code === "custom" && issue.params) || {};
  return String(why);
}

function contentOf(file: string): { text: Text; content: unknown } {
  const written = readPrivate(file);
  try {
    const text = Text.of(written);
    return { text, content: text.content() };
  } catch (error) {
    throw unusable(
      file,
      error instanceof TextError ? `is not understood: ${error.message}` : "is not valid YAML or JSON",
    );
  }
}

function readPrivate(file: string): string {
  try {
    const stats = statSync(file);
    // Reading a pipe may wait for ever.
    if (!stats.isFile())
      throw unusable(file, "is not a regular file: save what it holds to a file that only you may read, and name that");
    if (process.platform !== "win32" && (stats.mode & 0o007) !== 0)
      throw unusable(file, "holds credentials, and every user of this machine may read it: run  chmod o=  on it");
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof ResourceError) throw error;
    throw unusable(file, `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function unusable(file: string, why: string): ResourceError {
  return new ResourceError(`the file ${file}, given with --with, ${why}. Nothing was sent.`);
}
