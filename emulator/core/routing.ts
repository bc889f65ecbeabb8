import findMyWay, { type HTTPMethod, type HTTPVersion } from "find-my-way";
import { badRequest } from "./errors";
import { routesOf, type Route } from "./operations";
import type { System } from "./scope";

/** What every path of the API begins with. */
export const prefix = "/api/v1";

/** An operation, and the parameters in the path of the call. */
export interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Characters of a parameter in a path. */
const longestParameter = 4096;

/** The methods and paths of all operations. */
export class RouteTable {
  private static readonly tables = new WeakMap<readonly System[], RouteTable>();

  private readonly router = findMyWay<HTTPVersion.V1>({
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
    maxParamLength: longestParameter,
    onMaxParamLength: () => {},
  });

  private constructor(readonly routes: readonly Route[]) {
    for (const route of routes)
      this.router.on(route.method as HTTPMethod, prefix + pattern(route.path), () => {}, route);
  }

  /**
   * Made once: all emulators of a process have the same systems, and making it takes longer than
   * the rest of a start.
   */
  static of(systems: readonly System[]): RouteTable {
    let table = this.tables.get(systems);
    if (!table) this.tables.set(systems, (table = new RouteTable(routesOf(systems))));
    return table;
  }

  /**
   * @param url as the request line has it
   * @throws ServiceError when a parameter is too long
   */
  find(method: string, url: string): Found | undefined {
    const found = this.router.find(method as HTTPMethod, url);
    if (found === null) return undefined;
    if (found.store === null) throw badRequest(`a parameter in the path is longer than ${longestParameter} characters`);
    return { route: found.store as Route, params: found.params };
  }
}

/** The path as the router writes it: a colon is doubled, and a parameter before one ends there. */
function pattern(path: string): string {
  return path
    .replace(/:/g, "::")
    .replace(/\{(\w+)\}(?=::)/g, ":$1(^[^:/]+)")
    .replace(/\{(\w+)\}/g, ":$1");
}
