import { body, text } from "../../core/body";
import { collection, freely } from "../../core/collection";
import { invalid } from "../../core/errors";
import type { Call, Operations } from "../../core/scope";
import { isReadable } from "../../shared/keyRights";
import { findVaultKey, linkView, vaultKeys, vaultLinks, type VaultKey, type VaultLink } from "./record";

const linkBody = body({ type: text.required, source: text.required, target: text.required });

function linkedKey(call: Call, side: "source" | "target"): VaultKey {
  const reference = call.body.requiredText(side);
  const key = findVaultKey(call, reference);
  if (key === undefined) throw invalid(`${side}: there is no key ${reference}`);
  return key;
}

export const sourceOfNewLink = (call: Call): VaultKey => linkedKey(call, "source");

/** The key that a stored link belongs to. */
export const sourceOfLink = (call: Call): VaultKey => call.need(vaultKeys, call.target(vaultLinks).source);

function newLink(call: Call): VaultLink {
  const { type } = linkBody(call.body);
  const [source, target] = [sourceOfNewLink(call).id, linkedKey(call, "target").id];
  return { ...call.header("vault:links"), type, source, target };
}

function changedLink(call: Call, link: VaultLink): Partial<VaultLink> {
  const { body: sent } = call;
  const { type } = linkBody(sent, link);
  const side = (name: "source" | "target"): string => (sent.has(name) ? linkedKey(call, name).id : link[name]);
  return { type, source: side("source"), target: side("target") };
}

/** Links between keys that a client made; those of a pair's halves stand in its keys only. */
export const linkOperations: Operations = collection<VaultLink>({
  kind: vaultLinks,
  path: "/vault/links/",
  one: "/vault/links/{id}",
  view: (link, scope) => linkView(scope, link),
  filters: ["type", "sourceID", "targetID"],
  only: ({ source }, call) => isReadable(call.caller, call.need(vaultKeys, source)),
  create: newLink,
  change: changedLink,
  remove: freely,
});
