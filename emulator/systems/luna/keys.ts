import { body, choice, flag, integer, someTexts, text } from "../../core/body";
import { collection } from "../../core/collection";
import { created } from "../../core/response";
import { conflict, invalid, ServiceError } from "../../core/errors";
import type { JsonObject } from "../../core/fields";
import { outside, type Call, type Scope, type Operations, type System } from "../../core/scope";
import { second } from "../../core/time";
import { hsmError, hsmObjects, hsms, keyAttributes, mechanisms, objectsOf, partsOf, putObject } from "./hsm";
import { namedContainer } from "../../shared/containers";
import { fingerprintOf } from "../../shared/keySources";
import { checkChange, createRecord, hyokAttributes, keys, keyView, linkPair, type LunaKey } from "./keyRecord";
import { partitions, type Partition } from "./partitionRecord";
import { openPartition } from "./partitions";

const makeWork = "luna:make-key";

const container = (call: Call): Partition => namedContainer(call, partitions, "partition_id", "Luna partition");

const attributes = someTexts.as((given) => {
  const odd = given.find((name) => !keyAttributes.includes(name));
  if (odd !== undefined) throw invalid(`attributes must be some of ${keyAttributes.join(", ")}, not "${odd}"`);
  return [...new Set(given)];
});

const newKey = body({
  mechanism: choice(Object.keys(mechanisms)).required,
  size: integer().required,
  attributes: attributes.required,
  hyok_key: flag.or(false),
  label: text,
});

/** POST /cckm/hsm/luna/keys: the records are there at once, the HSM makes the key in its own time. */
function createKey(call: Call): LunaKey {
  const partition = container(call);
  const { mechanism, size, attributes: asked, hyok_key, label: wanted } = newKey(call.body);
  const { algorithm, sizes } = mechanisms[mechanism]!;
  if (!sizes.includes(size)) throw invalid(`size must be one of ${sizes.join(", ")} for ${mechanism}, not ${size}`);
  const added_attributes = hyok_key ? hyokAttributes.filter((name) => !asked.includes(name)) : [];
  openPartition(call, partition);
  const parts = partsOf({ algorithm });
  const label = wanted ?? `key-${parts[0]!.ouid.toLowerCase()}`;
  const records = parts.map((part) => {
    const facts = { ...part, label, mechanism, algorithm, size, attributes: [...asked, ...added_attributes] };
    return createRecord(call, partition, facts, { status: "in_progress", hyok_key, added_attributes });
  });
  const [made] = linkPair(call, records);
  const hsm = call.in(outside).get(hsms.kind, partition.hostname);
  call.plan((hsm?.keySeconds ?? 0) * second, makeWork, { keys: records.map(({ id }) => id) });
  return made!;
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

/** Where a key is that is made already and that the HSM still has. */
function reach(call: Call, key: LunaKey): string[] {
  refuseUnmade(call, key);
  const serials = openPartition(call, call.need(partitions, key.partition_id));
  if (objectsOf(call, serials, key.hidden.ouid).length > 0) return serials;
  throw hsmError("CKR_OBJECT_HANDLE_INVALID", `the partition has no key ${key.label}`);
}

function refuseUnmade(_call: Call, key: LunaKey): void {
  if (key.status === "in_progress") throw conflict(`key ${key.label} is still being made`);
}

const changes = body({ attributes: attributes.required });

function changeKey(call: Call, key: LunaKey): Partial<LunaKey> | undefined {
  if (!call.body.has("attributes")) return undefined;
  const serials = reach(call, key);
  const kept = [...new Set([...changes(call.body).attributes, ...key.added_attributes])];
  checkChange(key, kept);
  for (const object of objectsOf(call, serials, key.hidden.ouid))
    call.in(outside).put(hsmObjects, { ...object, attributes: kept });
  return { attributes: kept, byok_key: kept.includes("CKA_EXTRACTABLE") };
}

/** POST /cckm/hsm/luna/{id}/delete: the HSM loses the key; its record stays, marked as gone. */
function deleteInHsm(call: Call): object {
  const key = call.target(keys);
  const world = call.in(outside);
  for (const object of objectsOf(call, reach(call, key), key.hidden.ouid)) world.remove(hsmObjects, object);
  return keyView(call.change(keys, key, { gone: true }));
}

/** Copies a key into another partition, where it gets a record of its own. */
function replicateKey(call: Call): object {
  const key = call.target(keys);
  const serials = reach(call, key);
  const goal = container(call);
  const there = openPartition(call, goal);
  const [object] = objectsOf(call, serials, key.hidden.ouid);
  if (objectsOf(call, there, key.hidden.ouid).length > 0)
    throw conflict(`partition ${goal.name} has key ${key.label} already`);
  putObject(call, there, object!);
  const { hyok_key, added_attributes } = key;
  return created(keyView(createRecord(call, goal, object!, { hyok_key, added_attributes })));
}

const shape = ["label", "mechanism", "algorithm", "size", "key_type", "status"];
const traits = ["hyok_key", "byok_key", "gone", "attributes"];

export const keyWork: NonNullable<System["work"]> = { [makeWork]: finishKey };

export const keyOperations: Operations = {
  ...collection<LunaKey>({
    kind: keys,
    path: "/cckm/hsm/luna/keys",
    view: keyView,
    filters: ["id", "partition_id", "partition_name", ...shape, ...traits],
    create: createKey,
    change: changeKey,
    // Drops the service's record only; the next refresh brings it back while the HSM has the key.
    remove: refuseUnmade,
  }),
  "POST /cckm/hsm/luna/keys/{id}/replicate": replicateKey,
  "POST /cckm/hsm/luna/{id}/delete": deleteInHsm,
};
