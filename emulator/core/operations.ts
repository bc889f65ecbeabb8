import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ServiceError } from "./errors";
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

function listedKeys(): string[] {
  const file = join(packageRoot(), "emulator", "operations.tsv");
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace("\t", " "));
}

/** Every operation: those of the systems, and a 501 for each one that the list has and no system does. */
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
