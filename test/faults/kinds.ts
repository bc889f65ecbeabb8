/** What can go wrong with one request, and how a run of the matrix causes it. */

/** The requests of a life, by what they are for. */
export type Sort = "login" | "get" | "list" | "create" | "change" | "delete";

export const isObject = (body: unknown): body is object =>
  typeof body === "object" && body !== null && !Array.isArray(body);

/** What a request was for follows from its response. */
export function sortOf(
  { method, path }: { method: string; path: string },
  { status, body }: { status: number; body?: unknown },
): Sort {
  if (path.startsWith("/auth/")) return "login";
  if (method === "GET") return isObject(body) && "resources" in body ? "list" : "get";
  if (method === "DELETE") return "delete";
  return method === "POST" && status === 201 ? "create" : "change";
}

/**
 * What a fault needs: a response about another object, an earlier response, the object as it was
 * before the change.
 */
export type Need = "other" | "previous" | "before";

export interface Kind {
  readonly name: string;
  readonly what: string;
  /**
   * Whether the service processes the request: `never`; `always`; or `either`, drawn for each run,
   * if a middlebox could cause both.
   */
  readonly made: "never" | "always" | "either";
  /** The requests to which it makes a difference. */
  readonly on: readonly Sort[];
  readonly needs?: Need;
}

const all: readonly Sort[] = ["login", "get", "list", "create", "change", "delete"];
const changes: readonly Sort[] = ["create", "change", "delete"];

const kind = (
  name: string,
  what: string,
  made: Kind["made"] = "never",
  on: readonly Sort[] = all,
  needs?: Need,
): Kind => ({ name, what, made, on, needs });

export const kinds: readonly Kind[] = [
  kind("refused", "connection refused"),
  kind("reset", "reset while the TLS connection is made"),
  kind("dropped", "connection dropped before the service does anything"),
  kind("lost", "connection dropped after the service has done it: the response is lost", "always", changes),
  kind("cut", "response cut in the middle", "always"),
  kind("page-200", "a web page with status 200", "either"),
  kind("page-404", "a web page with status 404"),
  kind("page-502", "a web page with status 502", "either"),
  kind("empty", "status 200 without a body", "either"),
  kind("null", "`null` in place of an object", "either"),
  kind("object", "`{}` in place of an object", "either"),
  kind("number", "a number in place of an object", "either"),
  kind("list", "a list in place of an object", "either"),
  kind("slow", "no response within the time limit of a request", "either"),
  kind("401", "401 for one request"),
  kind("expired", "401 until the client has logged in again"),
  kind("409", "409: the object is busy", "never", changes),
  kind("429", "429 without Retry-After"),
  kind("429-after", "429 with Retry-After: 7"),
  kind("503", "503 without Retry-After", "either"),
  kind("503-after", "503 with Retry-After: 7"),
  kind("500", "500 before the service does anything; its text repeats the request"),
  kind("500-done", "500 after the service has done it; its text repeats the request", "always", changes),
  kind("lag", "for one second reads get the response of a node that has not seen the change", "always", changes),
  kind("lag-30", "the same for 30 seconds, while a refresh follows", "always", changes),
  kind("lag-destroy", "the same for 30 seconds, while a destroy follows", "always", changes),
  kind("restart", "the service restarts: every request is refused for 60 seconds"),
  kind("outage", "from this request to the end of the command every request is refused, or none gets a response"),
  kind("other-get", "the record of another object of the collection", "always", ["get"], "other"),
  kind("other-list", "the list of another query, or of another collection", "always", ["list"], "other"),
  kind("other-create", "the response to another object's create", "either", ["create"], "other"),
  kind("other-change", "the record of another object of the collection", "either", ["change"], "other"),
  kind("exchanged", "the responses of two concurrent creates are exchanged", "always", ["create"], "other"),
  kind("stale", "the response to the previous request of the same method", "either", all, "previous"),
  kind("old-values", "the object as it was before the change", "either", ["change"], "before"),
  kind("error-2xx", "the body of an error with status 200, 201 or 202", "either"),
  kind("foreign-2xx", "an object of somebody else with status 200, 201 or 202", "either"),
  kind("accepted", "202, with a body or without, and nothing is done", "never", changes),
  kind("empty-list", "a list without items", "always", ["list"]),
];

export const kindOf = (name: string): Kind => {
  const found = kinds.find((one) => one.name === name);
  if (!found) throw new Error(`there is no fault ${name}: ${kinds.map((one) => one.name).join(", ")}`);
  return found;
};

export const phases = ["create", "read", "update", "delete"] as const;
export type Phase = (typeof phases)[number];

/** One fault at one request of one phase; requests are counted from 0. */
export interface Fault {
  readonly phase: Phase;
  readonly request: number;
  readonly kind: string;
}

/** `create.3.lost`, as the command reads and prints it. */
export const textOf = ({ phase, request, kind: name }: Fault): string => `${phase}.${request}.${name}`;

export function faultOf(text: string): Fault {
  const [phase = "", request = "", ...rest] = text.split(".");
  const name = rest.join(".");
  kindOf(name);
  if (!phases.some((one) => one === phase) || !/^\d+$/.test(request))
    throw new Error(`"${text}" is no fault: write <phase>.<request>.<kind>, such as create.3.lost`);
  return { phase: phase as Phase, request: Number(request), kind: name };
}
