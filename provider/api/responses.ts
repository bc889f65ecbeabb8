import { unproven } from "./errors";
import { strayIn } from "./proof";
import type { ApiRequest, Expected } from "./transport";

/** Statuses of which a response legitimately has no body. */
const bodiless = new Set([202, 204, 205]);

/** Deeper than anything that the service sends, and far below the limit of the call stack. */
const deepest = 64;

const usual = { GET: "object", POST: "change", PATCH: "change", PUT: "change", DELETE: "change" } as const;

/**
 * What is wrong with a successful response, as the continuation of "the response"; `undefined` if
 * it is usable.
 */
export function flawOf(request: ApiRequest, status: number, body: unknown): string | undefined {
  const expected = request.expect ?? usual[request.method];
  if (expected === "text") return isPage(body) ? "is a web page" : undefined;
  if (body === undefined) return mayBeEmpty(expected, status) ? undefined : "is empty";
  if (typeof body === "string") return "is not JSON";
  const shape = shapeOf(body);
  if (shape !== "object" && !(shape === "list" && expected === "items"))
    return `is ${nameOfShape[shape]}, not an object`;
  if (isTooDeep(body)) return `is nested more than ${deepest} levels deep`;
  return shape === "object" ? flawOfObject(request, expected, body as Record<string, unknown>) : undefined;
}

function flawOfObject(request: ApiRequest, expected: Expected, body: Record<string, unknown>): string | undefined {
  if (Object.keys(body).length === 0) return "is an object without fields";
  if (isRefusal(body)) return "is an error of the service";
  return expected === "page" ? flawOfPage(body) : strayIn(request, body);
}

/** An error of the service, whatever its status. No record has these fields. */
function isRefusal({ code, codeDesc }: Record<string, unknown>): boolean {
  return typeof codeDesc === "string" && (typeof code === "number" || codeDesc.includes("NCERR"));
}

function mayBeEmpty(expected: Expected, status: number): boolean {
  return expected === "silent" || (expected === "change" && bodiless.has(status));
}

const nameOfShape = { list: "a list", null: "null", scalar: "a bare value" };

function shapeOf(body: unknown): "object" | keyof typeof nameOfShape {
  if (Array.isArray(body)) return "list";
  if (body === null) return "null";
  return typeof body === "object" ? "object" : "scalar";
}

function flawOfPage({ resources, total }: Record<string, unknown>): string | undefined {
  if (total !== undefined && !(Number.isSafeInteger(total) && (total as number) >= 0))
    return "is a list without a numeric total";
  if (resources === undefined || resources === null)
    return total === 0 ? undefined : "is not a list: it has no resources";
  if (!Array.isArray(resources)) return "is not a list: its resources are not an array";
  return resources.every(isObject) ? undefined : "is a list whose items are not objects";
}

function isObject(value: unknown): boolean {
  return shapeOf(value) === "object";
}

function isPage(body: unknown): boolean {
  return typeof body === "string" && /^\s*<(!doctype html|html)/i.test(body);
}

function isTooDeep(value: unknown, left = deepest): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((one) => isTooDeep(one, left - 1));
}

/**
 * The id in a record, by the field that holds it. Without one it is not an object of the service,
 * whatever its status.
 */
export function idIn(record: object, field = "id"): string {
  const id = (record as Record<string, unknown>)[field];
  if (typeof id === "string" && id !== "") return id;
  if (typeof id === "number") return String(id);
  throw unproven(`has no ${field}`);
}
