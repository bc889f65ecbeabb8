import {
  OpenApiBuilder,
  type ContentObject,
  type OperationObject,
  type ParameterObject,
  type PathItemObject,
} from "openapi3-ts/oas30";
import type { Route } from "../../core/operations";
import { recorded, type OperationRecord, type Recorded } from "./fields";
import { bodySchema, parameterSchemas } from "./schemas";
import { tagOf } from "./tags";

const description = `The operations of the key management service that this emulator has, with the fields that it reads, and the
others of the service, which respond with 501 here. Log in above: calls are then made in your session. It ends after 10 minutes
without activity, and, once its pages are closed, 30 minutes after the login.`;

/** The service's operations as an OpenAPI document. */
export function documentOf(routes: readonly Route[], records: Recorded = recorded()): object {
  const builder = OpenApiBuilder.create({
    openapi: "3.0.3",
    info: { title: "CipherTrust Manager, emulated", version: "1", description },
    servers: [{ url: "/api/v1" }],
    paths: {},
  });
  const paths = new Map<string, PathItemObject>();
  for (const route of routes) {
    const item = paths.get(route.path) ?? {};
    paths.set(route.path, { ...item, [route.method.toLowerCase()]: operationOf(route, records[route.key] ?? {}) });
  }
  for (const [path, item] of paths) builder.addPath(path, item);
  const tags = [...new Set(routes.map(({ path }) => tagOf(path)))].sort();
  for (const name of tags) builder.addTag({ name });
  return builder.getSpec();
}

function operationOf(route: Route, record: OperationRecord): OperationObject {
  const { method, path, key, implemented, bytes } = route;
  const parameters = [...pathParameters(path), ...queryParameters(record.query ?? [])];
  const { fields } = record;
  const schema = bodySchema(fields ?? {});
  const content = {
    ...((fields !== undefined || !implemented) && { "application/json": { schema } }),
    ...(bytes === true && { "application/octet-stream": { schema: { type: "string", format: "binary" } } }),
  } satisfies ContentObject;
  // What operations that are not emulated take is not known; sending something is possible.
  const hasBody = method !== "GET" && Object.keys(content).length > 0;
  return {
    tags: [tagOf(path)],
    operationId: key.replace(/[^A-Za-z0-9]+/g, "_"),
    ...(implemented ? {} : { summary: "not emulated", deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: { required: "required" in schema, content } }),
    responses: responsesOf(implemented),
  };
}

const pathParameters = (path: string): ParameterObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

const queryParameters = (names: readonly string[]): ParameterObject[] =>
  names.map((name) => ({ name, in: "query", schema: parameterSchemas[name] ?? { type: "string" } }));

const responsesOf = (implemented: boolean): OperationObject["responses"] =>
  implemented
    ? { "2XX": { description: "The operation succeeded." }, default: { description: "The operation was refused." } }
    : { "501": { description: "The emulator does not have this operation." } };
