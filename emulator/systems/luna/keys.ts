import { created } from "../../core/answer";
import { conflict, invalid, ServiceError } from "../../core/errors";
import type { Fields, JsonObject } from "../../core/fields";
import { list } from "../../core/lists";
import { outside, type Call, type Scope } from "../../core/scope";
import type { Operations, System } from "../../core/system";
import { second } from "../../core/time";
import {
  fingerprintOf,
  hsmError,
  hsmObjects,
  hsms,
  keyAttributes,
  mechanisms,
  objectsOf,
  partsOf,
  putObject,
} from "./hsm";
import { checkChange, createRecord, hyokAttributes, keys, keyView, linkPair, type LunaKey } from "./key-record";
import { openPartition, partitions, type Partition } from "./partitions";

const makeWork = "luna:make-key";

function container(call: Call): Partition {
  const reference = call.body.requiredText("partition_id");
  const partition = call.find(partitions, reference);
  if (partition === undefined) throw invalid(`there is no Luna partition ${reference}`);
  return partition;
}

function readAttributes(body: Fields): string[] {
  const attributes = [...new Set(body.requiredTexts("attributes"))];
  const odd = attributes.find((name) => !keyAttributes.includes(name));
  if (odd !== undefined) throw invalid(`attributes must be some of ${keyAttributes.join(", ")}, not "${odd}"`);
  return attributes;
}

/** POST /cckm/hsm/luna/keys: the records are there at once, the HSM makes the key in its own time. */
function createKey(call: Call): object {
  const { body } = call;
  const partition = container(call);
  const mechanism = body.choice("mechanism", Object.keys(mechanisms)) ?? body.missing("mechanism");
  const { algorithm, sizes } = mechanisms[mechanism]!;
  const size = body.integer("size") ?? body.missing("size");
  if (!sizes.includes(size)) throw invalid(`size must be one of ${sizes.join(", ")} for ${mechanism}, not ${size}`);
  const asked = readAttributes(body);
  const hyok_key = body.flag("hyok_key") ?? false;
  const added_attributes = hyok_key ? hyokAttributes.filter((name) => !asked.includes(name)) : [];
  const attributes = [...asked, ...added_attributes];
  openPartition(call, partition);
  const parts = partsOf({ algorithm });
  const label = body.text("label") ?? `key-${parts[0]!.ouid.toLowerCase()}`;
  const records = parts.map((part) => {
    const facts = { ...part, label, mechanism, algorithm, size, attributes };
    return createRecord(call, partition, facts, { status: "in_progress", hyok_key, added_attributes });
  });
  const [made] = linkPair(call, records);
  const hsm = call.in(outside).get(hsms, partition.hostname);
  call.plan((hsm?.keySeconds ?? 0) * second, makeWork, { keys: records.map(({ id }) => id) });
  return created(keyView(made!));
}

/** The HSM is done, or has refused. */
function finishKey(scope: Scope, args: JsonObject): void {
  const waiting = (args["keys"] as string[]).map((id) => scope.get(keys, id)).filter((key) => key !== undefined);
  const outcome = attempt(scope, waiting);
  for (const key of waiting) scope.change(keys, key, outcome);
}

function attempt(scope: Scope, waiting: readonly LunaKey[]): Partial<LunaKey> {
  try {
    scope.service.store.attempt(() => {
      for (const key of waiting)
        makeObject(
          scope,
          key,
          waiting.find(({ id }) => id !== key.id),
        );
    });
    return { status: "AVAILABLE" };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { status: "ERROR", error: error.message };
  }
}

function makeObject(scope: Scope, key: LunaKey, other: LunaKey | undefined): void {
  const serials = openPartition(scope, scope.need(partitions, key.partition_id));
  const { label, key_type: keyClass, algorithm, size, mechanism, attributes, hidden } = key;
  const pair = other?.hidden.ouid;
  const fingerprint = fingerprintOf(hidden.ouid);
  putObject(scope, serials, {
    ouid: hidden.ouid,
    label,
    keyClass,
    algorithm,
    size,
    mechanism,
    attributes,
    pair,
    fingerprint,
  });
}

/** A key that is made already and that the HSM still has. */
function reach(call: Call, key: LunaKey): { key: LunaKey; serials: string[] } {
  if (key.status === "in_progress") throw conflict(`key ${key.label} is still being made`);
  const serials = openPartition(call, call.need(partitions, key.partition_id));
  if (objectsOf(call, serials, key.hidden.ouid).length > 0) return { key, serials };
  throw hsmError("CKR_OBJECT_HANDLE_INVALID", `the partition has no key ${key.label}`);
}

function changeKey(call: Call): object {
  const target = call.target(keys);
  if (!call.body.has("attributes")) return keyView(target);
  const { key, serials } = reach(call, target);
  const attributes = [...new Set([...readAttributes(call.body), ...key.added_attributes])];
  checkChange(key, attributes);
  for (const object of objectsOf(call, serials, key.hidden.ouid))
    call.in(outside).put(hsmObjects, { ...object, attributes });
  return keyView(call.change(keys, key, { attributes, byok_key: attributes.includes("CKA_EXTRACTABLE") }));
}

/** Drops the service's record only; the next refresh brings it back while the HSM has the key. */
function deleteRecord(call: Call): void {
  const key = call.target(keys);
  if (key.status === "in_progress") throw conflict(`key ${key.label} is still being made`);
  call.remove(keys, key);
}

/** POST /cckm/hsm/luna/{id}/delete: the HSM loses the key; its record stays, marked as gone. */
function deleteInHsm(call: Call): object {
  const { key, serials } = reach(call, call.target(keys));
  const world = call.in(outside);
  for (const object of objectsOf(call, serials, key.hidden.ouid)) world.remove(hsmObjects, object);
  return keyView(call.change(keys, key, { gone: true }));
}

/** Copies a key into another partition, where it gets a record of its own. */
function replicateKey(call: Call): object {
  const { key, serials } = reach(call, call.target(keys));
  const goal = container(call);
  const there = openPartition(call, goal);
  const [object] = objectsOf(call, serials, key.hidden.ouid);
  if (objectsOf(call, there, key.hidden.ouid).length > 0)
    throw conflict(`partition ${goal.name} has key ${key.label} already`);
  putObject(call, there, object!);
  const { hyok_key, added_attributes } = key;
  return created(keyView(createRecord(call, goal, object!, { hyok_key, added_attributes })));
}

const filters = [
  "id",
  "partition_id",
  "partition_name",
  "label",
  "mechanism",
  "algorithm",
  "size",
  "key_type",
  "status",
];

export const keyWork: NonNullable<System["work"]> = { [makeWork]: finishKey };

export const keyOperations: Operations = {
  "GET /cckm/hsm/luna/keys": (call) =>
    list(call, { kind: keys, view: keyView, filters: [...filters, "hyok_key", "byok_key", "gone", "attributes"] }),
  "POST /cckm/hsm/luna/keys": createKey,
  "GET /cckm/hsm/luna/keys/{id}": (call) => keyView(call.target(keys)),
  "PATCH /cckm/hsm/luna/keys/{id}": changeKey,
  "DELETE /cckm/hsm/luna/keys/{id}": deleteRecord,
  "POST /cckm/hsm/luna/keys/{id}/replicate": replicateKey,
  "POST /cckm/hsm/luna/{id}/delete": deleteInHsm,
};
