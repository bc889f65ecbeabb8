import type { Api, Query } from "./client";
import type { Work } from "./exclusion";
import type { Keep } from "./paging";
import type { ApiRequest } from "./transport";
import type { ListOptions } from "./verbs";

/** One call, as far as a wrapper needs to know it. */
export type Call = Pick<ApiRequest, "method" | "path" | "expect" | "repeatable">;

type Wrap = <T>(call: Call, work: () => Promise<T>) => Promise<T>;

/** The same API with a wrapper around each call. */
export const around = (api: Api, wrap: Wrap): Api => new Wrapped(api, wrap);

/** A class, because every operation wraps the API anew: its methods are made once. */
class Wrapped implements Api {
  constructor(
    private readonly api: Api,
    private readonly wrap: Wrap,
  ) {}

  get(path: string, query?: Query) {
    return this.wrap({ method: "GET", path }, () => this.api.get(path, query));
  }
  text(path: string, query?: Query) {
    return this.wrap({ method: "GET", path, expect: "text" }, () => this.api.text(path, query));
  }
  list(path: string, query?: Query, options?: ListOptions) {
    return this.wrap({ method: "GET", path, expect: "page" }, () => this.api.list(path, query, options));
  }
  gather<R>(path: string, query: Query, keep: Keep<R>, options?: ListOptions) {
    return this.wrap({ method: "GET", path, expect: "page" }, () => this.api.gather(path, query, keep, options));
  }
  page(path: string, query: Query) {
    return this.wrap({ method: "GET", path, expect: "page" }, () => this.api.page(path, query));
  }
  count(path: string, query: Query) {
    return this.wrap({ method: "GET", path, expect: "page" }, () => this.api.count(path, query));
  }
  post(...[path, body, more]: Parameters<Api["post"]>) {
    return this.wrap({ method: "POST", path, ...more }, () => this.api.post(path, body, more));
  }
  patch(path: string, body: unknown) {
    return this.wrap({ method: "PATCH", path }, () => this.api.patch(path, body));
  }
  replace(path: string, body: unknown) {
    return this.wrap({ method: "PUT", path }, () => this.api.replace(path, body));
  }
  delete(...[path, more]: Parameters<Api["delete"]>) {
    return this.wrap({ method: "DELETE", path }, () => this.api.delete(path, more));
  }

  refuseHeld(path: string) {
    return this.api.refuseHeld(path);
  }
  isApproved(call: Pick<Call, "method" | "path">) {
    return this.api.isApproved(call);
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
  confirmedIdentity() {
    return this.api.confirmedIdentity();
  }
  version() {
    return this.api.version();
  }
  lasting(fact: string, lookUp: () => Promise<string>) {
    return this.api.lasting(fact, lookUp);
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
