import type { X509Certificate } from "node:crypto";
import { Fields, isObject, type JsonObject } from "../core/fields";
import type { Route } from "../core/operations";
import type { Service } from "../core/scope";
import { perform } from "../core/server";

/** The browser behind a call. */
export interface Browser {
  readonly address: string;
  readonly base: string;
  readonly peer: () => X509Certificate | undefined;
}

/** The pages' own way to the service: its operations, called within the process. */
export class Inside {
  private readonly routes: ReadonlyMap<string, Route>;

  constructor(
    readonly service: Service,
    routes: readonly Route[],
  ) {
    this.routes = new Map(routes.map((route) => [route.key, route]));
  }

  /**
   * Calls an operation without path parameters.
   *
   * @throws ServiceError when it is refused
   */
  async call(
    key: string,
    browser: Browser,
    sent: { body?: JsonObject; query?: JsonObject; token?: string },
  ): Promise<JsonObject> {
    const route = this.routes.get(key);
    if (route === undefined) throw new Error(`no operation ${key}`);
    const query = Object.entries(sent.query ?? {}).map(([name, value]) => [name, [String(value)]]);
    const request = {
      ...browser,
      params: {},
      query: Object.fromEntries(query) as Record<string, string[]>,
      body: new Fields(sent.body),
      bytes: Buffer.alloc(0),
    };
    const authorization = sent.token === undefined ? undefined : `Bearer ${sent.token}`;
    const { body } = await perform(this.service, route, { request, path: `/api/v1${route.path}`, authorization });
    return isObject(body) ? body : {};
  }
}
