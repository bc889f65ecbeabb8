import { randomUUID } from "node:crypto";
import { invalid } from "../core/errors";
import type { Fields, JsonObject } from "../core/fields";
import { checkCertificate } from "./certificates";

/** A host of a key manager, as connections and servers name it. */
export interface Node {
  readonly id: string;
  readonly hostname: string;
  readonly server_certificate?: string;
}

export const nodesIn = (settings: JsonObject): readonly Node[] => (settings["nodes"] ?? []) as Node[];

/** Reads one node. @param trust "required" when it must bring its certificate */
export function readNode(body: Fields, trust: "required" | "optional", before?: Node): Node {
  const certificate = body.text("server_certificate");
  if (certificate !== undefined) checkCertificate("server_certificate", certificate);
  const server_certificate =
    certificate ??
    before?.server_certificate ??
    (trust === "required" ? body.missing("server_certificate") : undefined);
  return {
    id: before?.id ?? randomUUID(),
    hostname: body.text("hostname") ?? before?.hostname ?? body.missing("hostname"),
    ...(server_certificate === undefined ? {} : { server_certificate }),
  };
}

/** Reads the list of a request; nodes that stay as they are keep their ids. */
export function readNodes(
  body: Fields,
  trust: "required" | "optional",
  before: readonly Node[] | undefined,
): readonly Node[] {
  const given = body.objects("nodes");
  if (given === undefined) return before ?? body.missing("nodes");
  const nodes = given.map((one) => readNode(one, trust)).map((node) => same(before, node) ?? node);
  return checkNodes(nodes);
}

function same(before: readonly Node[] | undefined, node: Node): Node | undefined {
  return before?.find(
    ({ hostname, server_certificate }) => hostname === node.hostname && server_certificate === node.server_certificate,
  );
}

export function checkNodes(nodes: readonly Node[]): readonly Node[] {
  if (nodes.length === 0) throw invalid("at least one node is required");
  if (new Set(nodes.map(({ hostname }) => hostname)).size < nodes.length) throw invalid("a node is named twice");
  return nodes;
}
