import { readFileSync, statSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";
import type { Bag } from "../../../../provider/lifecycle/definition";
import { nameInputOf, needsOf } from "../../../../provider/lifecycle/field";
import { ResourceError } from "../../../../provider/lifecycle/failure";
import { definitionOf } from "../../../../provider/resources/load";
import { clouds, type Cloud } from "./systems";

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
    error: `needs ${container.field}, in which the key is made`,
    path: ["keys"],
  });
}

const schema = z.strictObject(
  Object.fromEntries(Object.entries(clouds).map(([name, cloud]) => [name, schemaOf(cloud).optional()])),
);

/** Reads YAML or JSON. Errors name places in the file, and never a value: it holds secrets. */
export function readClouds(file: string): CloudsGiven {
  const result = schema.safeParse(contentOf(file));
  if (!result.success) {
    const problems = result.error.issues.map(
      ({ path, message }) => `\n  - ${path.join(".") || "the file"}: ${message}`,
    );
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

function contentOf(file: string): unknown {
  let text: string;
  try {
    const isOpen = process.platform !== "win32" && (statSync(file).mode & 0o007) !== 0;
    if (isOpen)
      throw unusable(file, "holds credentials, and every user of this machine may read it: run  chmod o=  on it");
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof ResourceError) throw error;
    throw unusable(file, `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    return parse(text, { prettyErrors: false });
  } catch {
    throw unusable(file, "is neither YAML nor JSON");
  }
}

function unusable(file: string, why: string): ResourceError {
  return new ResourceError(`the file ${file}, given with --with, ${why}. Nothing was sent.`);
}
