import type * as z from "zod";
import type { Api, Wire } from "../../../provider/api/client";
import type { ApiRequest, ApiResponse, Send } from "../../../provider/api/transport";
import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { isOpen, isUnseen, marksIn } from "../../../provider/lifecycle/vocabulary/field";
import { itemPath } from "../../../provider/lifecycle/vocabulary/record";
import { spell } from "../../../provider/lifecycle/values/wire";
import { core, partsOf } from "../../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../../provider/resources";
import { Collections, inOrder } from "../../../cli/collections";

/**
 * Another service than the expected one: its requests and responses are altered on the way, one
 * collection each.
 */

export interface Alteration {
  /** What is altered, such as "another word". */
  kind: string;
  type: string;
  path: string;
  /** Where the report has to name it. */
  where: string;
  request?(call: ApiRequest): ApiRequest;
  response?(call: ApiRequest, response: ApiResponse): ApiResponse;
}

export function altering(alterations: readonly Alteration[]): (send: Send) => Send {
  return (send) => async (call) => {
    const mine = alterations.filter(({ path }) => call.method === "GET" && call.path.startsWith(path));
    const sent = mine.reduce((request, one) => one.request?.(request) ?? request, call);
    const response = await send(sent);
    return mine.reduce((altered, one) => one.response?.(call, altered) ?? altered, response);
  };
}

/** One type with its objects. */
interface Kind {
  definition: Definition;
  records: Wire[];
}

/** Every alteration that these objects allow. */
export async function allAlterations(api: Api): Promise<Alteration[]> {
  const collections = new Collections((path) => api.list(path));
  const all: Alteration[] = [];
  for (const definition of inOrder(registry.filter(({ action, existing }) => !action && !existing?.list))) {
    const kind = { definition, records: await collections.of(definition) };
    if (kind.records.length > 0) all.push(...alterationsOf(kind));
  }
  return all;
}

function alterationsOf(kind: Kind): Alteration[] {
  return [...ofFields(kind), ...ofFilters(kind), ...ofLists(kind), ...ofItems(kind)];
}

/** The fields that every object shows under one name of its own. */
function shownFields({ definition, records }: Kind): [string, z.ZodType, string][] {
  return Object.entries({ ...definition.inputs, ...definition.outputs }).flatMap(([key, schema]) => {
    const { wire, seen, by } = marksIn(schema);
    const field = typeof wire === "string" ? wire : spell(definition, key);
    const isPlain = (wire === undefined || typeof wire === "string") && !field.includes(".") && by === undefined;
    const isShown = records.every((one) => typeof one[field] === "string" && one[field] !== "");
    return field !== definition.id &&
      isPlain &&
      isShown &&
      !isUnseen({ seen }) &&
      seen !== "once" &&
      !definition.fixed?.[field]
      ? [[key, schema, field] as [string, z.ZodType, string]]
      : [];
  });
}

function ofFields(kind: Kind): Alteration[] {
  const { type, path } = kind.definition;
  const inRecords = (change: (record: Wire) => Wire) => (_: ApiRequest, response: ApiResponse) =>
    recordsChanged(response, change);
  return shownFields(kind).flatMap(([key, schema, field]) => {
    const base = { type, path, where: key };
    const retyped: Alteration = {
      ...base,
      kind: "another type",
      response: inRecords((record) => (field in record ? { ...record, [field]: { altered: true } } : record)),
    };
    const renamed: Alteration = {
      ...base,
      kind: "another name",
      response: inRecords(({ [field]: value, ...others }) =>
        value === undefined ? others : { ...others, [`new_${field}`]: value },
      ),
    };
    const reworded: Alteration = {
      ...base,
      kind: "another word",
      response: inRecords((record) => (field in record ? { ...record, [field]: "Altered" } : record)),
    };
    const isNeeded = !schema.safeParse(undefined).success;
    return [retyped, ...(isNeeded ? [renamed] : []), ...(isWord(schema) ? [reworded] : [])];
  });
}

const isWord = (schema: z.ZodType): boolean => partsOf(core(schema)).type === "enum" || isOpen(schema);

function recordsChanged(response: ApiResponse, change: (record: Wire) => Wire): ApiResponse {
  const body = response.body as Wire;
  if (response.status >= 300) return response;
  const { resources } = body;
  return {
    ...response,
    body: Array.isArray(resources) ? { ...body, resources: (resources as Wire[]).map(change) } : change(body),
  };
}

function ofFilters({ definition, records }: Kind): Alteration[] {
  const { type, path, filters = [] } = definition;
  return filters.flatMap((filter) => {
    const name = spell(definition, filter);
    const values = new Set(
      records.map((record) => record[name]).filter((value) => typeof value === "string" && value !== ""),
    );
    if (values.size < 2 || ["type", "version"].includes(filter)) return [];
    const request = (call: ApiRequest) => ({ ...call, query: { ...call.query, [name]: undefined } });
    return [{ kind: "an ignored filter", type, path, where: `filter ${filter}`, request }];
  });
}

function ofLists({ definition: { type, path }, records }: Kind): Alteration[] {
  const isList = (call: ApiRequest, { body }: ApiResponse) =>
    call.path === path && Array.isArray((body as Wire).resources);
  const changed = (kind: string, change: (body: Wire) => unknown): Alteration => ({
    kind,
    type,
    path,
    where: "list",
    response: (call, response) =>
      isList(call, response) ? { ...response, body: change(response.body as Wire) } : response,
  });
  const paging = (name: "skip" | "limit", value: number): Alteration => ({
    kind: `an ignored ${name}`,
    type,
    path,
    where: "list",
    request: (call) => (call.path === path ? { ...call, query: { ...call.query, [name]: value } } : call),
  });
  return [
    changed("no total", ({ total: _, ...body }) => body),
    changed("a total that is a string", (body) => ({ ...body, total: String(body.total) })),
    changed("a list without resources", ({ resources, ...body }) => ({ ...body, items: resources })),
    ...(records.length > 1 ? [paging("skip", 0), paging("limit", 1000)] : []),
  ];
}

function ofItems({ definition, records }: Kind): Alteration[] {
  const { type, path, id: field = "id" } = definition;
  const paths = new Set(records.map((record) => itemPath(definition, String(record[field]))));
  const first = itemPath(definition, String(records[0]![field]));
  const code = { code: 7, codeDesc: "NCERRResourceNotFound: Resource not found" };
  const failed = { code: 2, codeDesc: "NCERRInternalServerError: oops" };
  const unknown = (kind: string, status: number, body: unknown): Alteration => ({
    kind,
    type,
    path,
    where: "GET of an unknown id",
    response: (call, response) => (response.status === 404 && !paths.has(call.path) ? { status, body } : response),
  });
  const lost: Alteration = {
    kind: "an id that is listed but not found",
    type,
    path,
    where: "GET",
    response: (call, response) => (call.path === first ? { status: 404, body: code } : response),
  };
  return [
    lost,
    unknown("404 without a code", 404, { message: "not found" }),
    unknown("400 instead of 404", 400, { code: 4, codeDesc: "NCERRBadRequest: no" }),
    unknown("500 instead of 404", 500, failed),
    unknown("200 for an unknown id", 200, { [field]: "new", name: "new" }),
  ];
}
