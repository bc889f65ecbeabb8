import type { ApiRequest } from "./transport";

/**
 * A response counts only for the object that its request was about: a proxy, a gateway or a cache
 * may mix responses up, and all that follows, such as a delete, would then hit somebody else's
 * object.
 */

/**
 * Ids as the service gives them: UUIDs, those in the vault, and either of them behind the kind of
 * user.
 */
const identifier = /^(?:\w+\|)?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,})$/i;

export const isIdentifier = (text: string): boolean => identifier.test(text);

/** Collections whose paths lead to an object by its name. */
const byName = ["/usermgmt/groups", "/configs/interfaces"];

/** The fields that a record is identified by. A few paths take a name in place of an id. */
const identities = ["id", "user_id", "name"] as const;

/**
 * What is wrong with a successful response, as the continuation of "the response"; `undefined` if
 * it may be the object's.
 */
export function strayIn(request: ApiRequest, body: unknown): string | undefined {
  const subject = subjectOf(request);
  if (subject === undefined || typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const record = body as Record<string, unknown>;
  const shown = identities.map((field) => record[field]).filter((one) => ["string", "number"].includes(typeof one));
  // What a change returns need not be the object. What a read returns is nothing else.
  if (shown.length === 0 && request.method !== "GET" && request.expect !== "same") return undefined;
  const isIt = shown.some((one) => String(one).toLowerCase() === subject.toLowerCase());
  return isIt ? undefined : "is about another object";
}

/**
 * The id, or the name, of the object that a request is about; `undefined` if it is about none, or
 * about a part of one.
 */
function subjectOf({ method, path, query, expect }: ApiRequest): string | undefined {
  const segments = path.replace(/\/$/, "").split("/");
  const last = segments.pop() ?? "";
  if (method === "POST") return expect === "same" ? identifierIn(segments.at(-1)) : undefined;
  if (expect !== undefined && expect !== "object" && expect !== "same") return undefined;
  const isNamed = byName.includes(segments.join("/")) || query?.type === "name";
  return isNamed ? decodeURIComponent(last) : identifierIn(last);
}

function identifierIn(segment = ""): string | undefined {
  const id = decodeURIComponent(segment);
  return isIdentifier(id) ? id : undefined;
}
