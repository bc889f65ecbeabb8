import type { Api } from "./client";
import type { ApiRequest } from "./transport";

/** One call, as far as a wrapper needs to know it. */
export type Call = Pick<ApiRequest, "method" | "path" | "expect" | "repeatable">;

/** The same API with a wrapper around each call. */
export function around(api: Api, wrap: <T>(call: Call, work: () => Promise<T>) => Promise<T>): Api {
  const calls: Partial<Api> = {
    get: (path, query) => wrap({ method: "GET", path }, () => api.get(path, query)),
    text: (path, query) => wrap({ method: "GET", path, expect: "text" }, () => api.text(path, query)),
    list: (path, ...more) => wrap({ method: "GET", path, expect: "page" }, () => api.list(path, ...more)),
    gather: (path, ...more) => wrap({ method: "GET", path, expect: "page" }, () => api.gather(path, ...more)),
    page: (path, query) => wrap({ method: "GET", path, expect: "page" }, () => api.page(path, query)),
    count: (path, query) => wrap({ method: "GET", path, expect: "page" }, () => api.count(path, query)),
    post: (path, body, more) => wrap({ method: "POST", path, ...more }, () => api.post(path, body, more)),
    patch: (path, body) => wrap({ method: "PATCH", path }, () => api.patch(path, body)),
    replace: (path, body) => wrap({ method: "PUT", path }, () => api.replace(path, body)),
    delete: (path, more) => wrap({ method: "DELETE", path }, () => api.delete(path, more)),
  };
  return Object.assign(Object.create(api) as Api, calls);
}
