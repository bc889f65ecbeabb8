import { invalid } from "../../core/errors";
import type { Scope, KeySource } from "../../core/scope";
import type { HeldKey, SourceKey, SourceShape } from "../../core/sourceKey";
import { containerForKey } from "../../shared/containers";
import { fingerprintOf, unfitShape } from "../../shared/keySources";
import { generateKey, type NewObject } from "./hsm";
import { createRecord, keys, linkPair, type LunaKey } from "./keyRecord";
import { partitions } from "./partitionRecord";
import { openPartition } from "./partitions";
import { virtualKeys } from "./virtualKeyRecord";

function asSource({ id, label, algorithm, size, curve, hidden, partition_id, partition_name }: LunaKey): SourceKey {
  return {
    id,
    name: label,
    tier: "hsm-luna",
    algorithm,
    size,
    curve,
    fingerprint: fingerprintOf(hidden.ouid),
    containerId: partition_id,
    containerName: partition_name,
  };
}

/** A key that may leave the HSM, or that is used there by a cloud that asks for it. */
function find(scope: Scope, reference: string): SourceKey | undefined {
  const named =
    scope.get(keys, reference) ?? scope.by(keys, "label", reference).find((key) => key.key_type !== "public");
  if (named === undefined || named.gone) return undefined;
  const key = named.key_type === "public" ? (scope.get(keys, named.private_key_id ?? "") ?? named) : named;
  if (key.status !== "AVAILABLE") throw invalid(`the Luna key ${key.label} is ${key.status}`);
  if (!key.byok_key && !key.hyok_key) {
    throw invalid(`the Luna key ${key.label} is neither CKA_EXTRACTABLE nor made to be held in the HSM`);
  }
  openPartition(scope, scope.need(partitions, key.partition_id));
  return asSource(key);
}

const usable = ["CKA_ENCRYPT", "CKA_DECRYPT", "CKA_EXTRACTABLE", "CKA_SENSITIVE", "CKA_MODIFIABLE"];

function shapeOf({ algorithm, size }: SourceShape): Pick<NewObject, "mechanism" | "algorithm" | "size"> {
  if (algorithm === "AES") return { mechanism: "CKM_AES_KEY_GEN", algorithm, size };
  if (algorithm === "RSA") return { mechanism: "CKM_RSA_PKCS_KEY_PAIR_GEN", algorithm, size };
  throw invalid(`a Luna partition makes AES and RSA keys only, not ${algorithm}`);
}

/** Only a virtual key stands for a key that stays in the HSM. */
function hold(scope: Scope, reference: string): HeldKey | undefined {
  const virtual = scope.find(virtualKeys, reference);
  const key = virtual && scope.get(keys, virtual.source_key_id);
  if (virtual === undefined || key === undefined || key.gone) return undefined;
  openPartition(scope, scope.need(partitions, key.partition_id));
  const unfit = [...unfitShape(key), ...(key.byok_key ? ["it is CKA_EXTRACTABLE"] : [])];
  return { ...asSource(key), id: virtual.id, name: virtual.name, unfit };
}

/** Keys in Luna partitions as material for other clouds. */
export const lunaKeys: KeySource = {
  find,
  hold,
  create: (scope, shape, label, container) => {
    const partition = containerForKey(scope, partitions, "Luna partition", container);
    const serials = openPartition(scope, partition);
    const objects = generateKey(scope, serials, { ...shapeOf(shape), label, attributes: usable });
    const [made] = linkPair(
      scope,
      objects.map((object) => createRecord(scope, partition, object)),
    );
    return asSource(made!);
  },
};
