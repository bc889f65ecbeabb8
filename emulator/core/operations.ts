import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ServiceError } from "./errors";
import { own } from "./fields";
import type { Operation, Operations, System } from "./scope";

/** An operation of the service's list, or one that public clients use beside it. */
export interface Route extends Operation {
  /** Method and path as in `operations.tsv`. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly implemented: boolean;
}

/** The folder of the package's package.json, from wherever this file was compiled to. */
export function packageRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/** Words that stand for several operations below a path, in the place of a method. */
const records = ["GET", "POST", "GET /{id}", "PATCH /{id}", "DELETE /{id}"];
const groups: Readonly<Record<string, readonly string[]>> = {
  RECORDS: records,
  KEYS: [...records, "POST /{id}/delete"],
  CONTAINERS: ["GET", "GET /{id}", "PATCH /{id}", "DELETE /{id}", "POST /{id}/update-acls"],
  ROTATED: ["POST /{id}/disable-auto-rotation", "POST /{id}/enable-auto-rotation"],
  REPORTS: ["GET", "POST", "GET /{id}", "DELETE /{id}", "GET /{id}/contents", "GET /{id}/download"],
  JOBS: ["GET", "POST", "GET /{id}", "POST /{id}/cancel"],
  CONNECTIONS: [
    ...["GET /connections", "POST /connections", "POST /connection-test", "POST /connections/{id}/test"],
    ...["GET /connections/{id}", "PATCH /connections/{id}", "DELETE /connections/{id}"],
  ],
};

/** The operations of one line of the list: a method, or a word for several, and a path. */
function operationsIn(line: string): string[] {
  const [word = "", path = ""] = line.split("\t");
  return (own(groups, word) ?? [word]).map((one) => {
    const [method, below = ""] = one.split(" ");
    return `${method} ${path}${below}`;
  });
}

/** Every operation that `operations.tsv` lists, by method and path. */
export function listedKeys(): string[] {
  const file = join(packageRoot(), "operations.tsv");
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").flatMap(operationsIn);
}

/**
 * Every operation: those of the systems, and a 501 for each one that the list has and no system
 * does.
 */
export function routesOf(systems: readonly System[]): Route[] {
  const listed = new Set(listedKeys());
  const done = new Map<string, Operation>();
  for (const system of systems) {
    const unknown = Object.keys(system.operations ?? {}).find((key) => !listed.has(key));
    if (unknown !== undefined)
      throw new Error(
        `${system.name}: operations.tsv has no ${unknown}. If the API lists it, add it there; else to unlisted`,
      );
    for (const [key, operation] of [...entries(system.operations), ...entries(system.unlisted)]) {
      if (done.has(key)) throw new Error(`${system.name}: ${key} is implemented twice`);
      done.set(key, operation);
    }
  }
  return [...new Set([...listed, ...done.keys()])].map((key) => routeOf(key, done.get(key)));
}

function entries(operations: Operations = {}): [string, Operation][] {
  return Object.entries(operations).map(([key, value]) => [
    key,
    typeof value === "function" ? { handler: value } : value,
  ]);
}

function routeOf(key: string, operation: Operation | undefined): Route {
  const [method = "", path = ""] = key.split(" ");
  const missing: Operation = {
    open: true,
    handler: () => {
      throw new ServiceError("notImplemented", `${key} is not implemented by the emulator`);
    },
  };
  return { ...(operation ?? missing), key, method, path, implemented: operation !== undefined };
}

/** The list's own operations and whether each is implemented. */
export function coverage(systems: readonly System[]): { operation: string; implemented: boolean }[] {
  const listed = new Set(listedKeys());
  return routesOf(systems)
    .filter((route) => listed.has(route.key))
    .map(({ key, implemented }) => ({ operation: key, implemented }));
}
