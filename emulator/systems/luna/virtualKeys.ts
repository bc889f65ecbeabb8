import { body, flag, text } from "../../core/body";
import { collection } from "../../core/collection";
import { conflict, forbidden, invalid } from "../../core/errors";
import type { Call, Operations } from "../../core/scope";
import { keys } from "./keyRecord";
import { virtualKeys, virtualKeyView, type VirtualKey } from "./virtualKeyRecord";

const newKey = body({ source_key_id: text.required });
const changes = body({ deletable: flag.required });

/** POST /cckm/virtual/keys: one for each key in a Luna partition. */
function createVirtualKey(call: Call): VirtualKey {
  const reference = newKey(call.body).source_key_id;
  const source = call.find(keys, reference);
  if (source === undefined || source.gone) throw invalid(`source_key_id: there is no Luna key ${reference}`);
  if (source.status !== "AVAILABLE") throw invalid(`the Luna key ${source.label} is ${source.status}`);
  if (call.by(virtualKeys, "source_key_id", source.id).length > 0)
    throw conflict(`the Luna key ${source.label} has a virtual key already`);
  return {
    ...call.header("cckm:virtual-key", `${source.label}-`),
    name: source.label,
    partition_id: source.partition_id,
    source_key_id: source.id,
    source_key_tier: "hsm-luna",
    deletable: false,
  };
}

function refuseDeletion(call: Call, key: VirtualKey): void {
  if (!key.deletable) throw forbidden("key is not deletable");
  const users = call.service.users(call, { type: "virtual-key", id: key.id });
  if (users.length > 0) throw conflict(`the virtual key ${key.name} is used by ${users.join(", ")}`);
}

export const virtualKeyOperations: Operations = collection<VirtualKey>({
  kind: virtualKeys,
  path: "/cckm/virtual/keys",
  view: virtualKeyView,
  filters: ["id", "name", "partition_id", "source_key_id", "source_key_tier", "deletable"],
  create: createVirtualKey,
  change: (call) => changes(call.body),
  remove: refuseDeletion,
});
