import type { Api } from "./client";
import type { Work } from "./exclusion";
import type { Keep } from "./paging";
import type { ApiRequest, Query } from "./transport";
import type { ListOptions } from "./verbs";

/** One call, as far as a wrapper needs to know it. */
export type Call = Pick<ApiRequest, "method" | "path" | "expect" | "repeatable">;

type Wrap = <T>(call: Call, work: () => Promise<T>) => Promise<T>;

/** The same API with a wrapper around each call. */
export function around(api: Api, wrap: Wrap): Api {
  return new Around(api, wrap);
}

/** A class: every call of a resource wraps the API several times, and functions of its own for each would be most of what that takes. */
class Around implements Api {
  constructor(
    private readonly api: Api,
    private readonly wrap: Wrap,
  ) {}

  get(...[path, query]: Parameters<Api["get"]>) {
    return this.wrap({ method: "GET", path }, () => this.api.get(path, query));
  }
  text(...[path, query]: Parameters<Api["text"]>) {
    return this.wrap({ method: "GET", path, expect: "text" }, () => this.api.text(path, query));
  }
  list(...[path, ...more]: Parameters<Api["list"]>) {
    return this.wrap({ method: "GET", path, expect: "page" }, () => this.api.list(path, ...more));
  }
  gather<R>(path: string, query: Query, keep: Keep<R>, options?: ListOptions) {
    return this.wrap({ method: "GET", path, expect: "page" }, () => this.api.gather(path, query, keep, options));
  }
  page(...[path, query]: Parameters<Api["page"]>) {
    return this.wrap({ method: "GET", path, expect: "page" }, () => this.api.page(path, query));
  }
  count(...[path, query]: Parameters<Api["count"]>) {
    return this.wrap({ method: "GET", path, expect: "page" }, () => this.api.count(path, query));
  }
  post(...[path, body, more]: Parameters<Api["post"]>) {
    return this.wrap({ method: "POST", path, ...more }, () => this.api.post(path, body, more));
  }
  patch(...[path, body]: Parameters<Api["patch"]>) {
    return this.wrap({ method: "PATCH", path }, () => this.api.patch(path, body));
  }
  replace(...[path, body]: Parameters<Api["replace"]>) {
    return this.wrap({ method: "PUT", path }, () => this.api.replace(path, body));
  }
  delete(...[path, more]: Parameters<Api["delete"]>) {
    return this.wrap({ method: "DELETE", path }, () => this.api.delete(path, more));
  }

  get clientId() {
    return this.api.clientId;
  }
  alone<T>(work: Work<T>, wanted: T) {
    return this.api.alone(work, wanted);
  }
  time() {
    return this.api.time();
  }
  identity() {
    return this.api.identity();
  }
  version() {
    return this.api.version();
  }
  logIn() {
    return this.api.logIn();
  }
  present(certificate: string) {
    this.api.present(certificate);
  }
  close() {
    return this.api.close();
  }
}
