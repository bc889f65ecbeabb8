import { randomUUID } from "node:crypto";
import { body, Field, text, type Body } from "../core/body";
import { conflict, invalid, notFound } from "../core/errors";
import type { Fields, JsonObject } from "../core/fields";
import { created } from "../core/response";
import type { Call, Operations } from "../core/scope";
import { certificate } from "./certificates";

/** Whether a node must bring its own certificate. */
export type Trust = "required" | "optional";

const sent = {
  optional: body({ server_certificate: certificate, hostname: text.required }),
  required: body({ server_certificate: certificate.required, hostname: text.required }),
};

/** A host of a key manager, as connections and servers name it. */
export interface Node extends Body<typeof sent.optional> {
  readonly id: string;
}

export const nodesIn = (settings: JsonObject): readonly Node[] => (settings["nodes"] ?? []) as Node[];

const readNode = (fields: Fields, trust: Trust, before?: Node): Node => ({
  id: before?.id ?? randomUUID(),
  ...sent[trust](fields, before),
});

/** The list of a request; nodes that stay as they are keep their ids. */
export const nodes = (trust: Trust): Field<readonly Node[]> =>
  new Field<readonly Node[]>((fields, name, before) => {
    const given = fields.objects(name)?.map((one) => readNode(one, trust));
    return given && checkNodes(given.map((node) => before?.find((old) => same(old, node)) ?? node));
  });

const same = (a: Node, b: Node): boolean => a.hostname === b.hostname && a.server_certificate === b.server_certificate;

function checkNodes(list: readonly Node[]): readonly Node[] {
  if (list.length === 0) throw invalid("at least one node is required");
  if (new Set(list.map(({ hostname }) => hostname)).size < list.length) throw invalid("a node is named twice");
  return list;
}

/** Something whose nodes have calls of their own. */
export interface NodeHolder<T> {
  readonly target: (call: Call) => T;
  readonly nodes: (holder: T) => readonly Node[];
  /** Stores other nodes. @param node the one that was added or changed */
  readonly set: (call: Call, holder: T, nodes: readonly Node[], node?: Node) => void;
  /** What a refusal calls it, such as `connection orders`. */
  readonly title: (holder: T) => string;
}

/** The calls for single nodes below `path`. */
export function nodeOperations<T>(path: string, { target, nodes: nodesOf, set, title }: NodeHolder<T>): Operations {
  const nodeOf = (call: Call, holder: T): Node => {
    const node = nodesOf(holder).find(({ id }) => id === call.param("node_id"));
    if (node === undefined) throw notFound();
    return node;
  };
  return {
    [`POST ${path}`]: (call) => {
      const holder = target(call);
      const node = readNode(call.body, "required");
      set(call, holder, checkNodes([...nodesOf(holder), node]), node);
      return created(node);
    },
    [`GET ${path}/{node_id}`]: (call) => nodeOf(call, target(call)),
    [`PATCH ${path}/{node_id}`]: (call) => {
      const holder = target(call);
      const node = readNode(call.body, "required", nodeOf(call, holder));
      set(call, holder, checkNodes(nodesOf(holder).map((one) => (one.id === node.id ? node : one))), node);
      return node;
    },
    [`DELETE ${path}/{node_id}`]: (call) => {
      const holder = target(call);
      const node = nodeOf(call, holder);
      const left = nodesOf(holder).filter(({ id }) => id !== node.id);
      if (left.length === 0) throw conflict(`${title(holder)} must keep one node`);
      set(call, holder, left);
    },
  };
}
