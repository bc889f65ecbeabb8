import type { SchemaObject } from "openapi3-ts/oas30";
import type { FieldRecord, OperationRecord } from "./fields";

/** Parameters that every list has. */
export const parameterSchemas: Readonly<Record<string, SchemaObject>> = {
  skip: { type: "integer", minimum: 0, description: "How many items to leave out at the beginning." },
  limit: { type: "integer", minimum: -1, description: "How many items at most; -1 for all. Default 10, at most 2000." },
  sort: {
    type: "string",
    description: "Field to sort by; with - before it, descending. Several are separated by commas.",
  },
  createdAfter: { type: "string", description: "RFC 3339 time, or relative to now, such as -1Y-2M-5D." },
  createdBefore: { type: "string", description: "RFC 3339 time, or relative to now, such as -1Y-2M-5D." },
};

/** A schema under construction. */
interface Node {
  own: FieldRecord;
  readonly below: Map<string, Node>;
}

/** The schema of a body, from its fields by path, such as `nodes[].hostname`. */
export function bodySchema(fields: NonNullable<OperationRecord["fields"]>): SchemaObject {
  const root: Node = { own: { type: "object" }, below: new Map() };
  for (const [path, own] of Object.entries(fields)) {
    let node = root;
    for (const name of path.replaceAll("[]", "").split(".").filter(Boolean)) {
      const next = node.below.get(name) ?? { own: {}, below: new Map<string, Node>() };
      node.below.set(name, next);
      node = next;
    }
    node.own = own;
  }
  return schemaOf(root);
}

function schemaOf({ own, below }: Node): SchemaObject {
  const { needed: _needed, spared: _spared, items, ...shape } = own;
  if (below.size === 0) return { ...shape, ...(items && { items }) } as SchemaObject;
  const required = [...below].filter(([, { own }]) => own.needed === true && own.spared !== true).map(([name]) => name);
  const inner: SchemaObject = {
    type: "object",
    properties: Object.fromEntries([...below].map(([name, node]) => [name, schemaOf(node)])),
    ...(required.length > 0 && { required }),
  };
  return shape.type === "array" ? { type: "array", items: inner } : inner;
}
