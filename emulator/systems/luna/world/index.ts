import { notFound } from "../../../core/errors";
import { given, own } from "../../../core/fields";
import { outside, type Scope, type WorldPart } from "../../../core/scope";
import { readBody } from "../../../core/world";
import { generateKey, hsmObjects, hsmPartitions, hsms, type Hsm, type HsmObject, type HsmPartition } from "../hsm";
import { defaultLunaWorld } from "./default";
import {
  hsmChangeSchema,
  hsmSchema,
  keyChangeSchema,
  keySchema,
  lunaSchema,
  partitionChangeSchema,
  partitionSchema,
  type WorldHsm,
  type WorldKey,
  type WorldPartition,
} from "./schema";

const usualMechanism: Readonly<Record<string, string>> = {
  AES: "CKM_AES_KEY_GEN",
  RSA: "CKM_RSA_PKCS_KEY_PAIR_GEN",
  EC: "CKM_EC_KEY_PAIR_GEN",
  DES3: "CKM_DES3_KEY_GEN",
  GENERIC_SECRET: "CKM_GENERIC_SECRET_KEY_GEN",
};

function seed(scope: Scope, part: unknown): void {
  for (const { partitions, ...hsm } of lunaSchema.parse(part).hsms) {
    addHsm(scope, hsm);
    for (const partition of partitions) addPartition(scope, hsm.hostname, partition);
  }
}

function addHsm(scope: Scope, { hostname, ...hsm }: Omit<WorldHsm, "partitions">): Hsm {
  return scope.put(hsms, { ...hsm, id: hostname, domain: outside });
}

function addPartition(scope: Scope, hostname: string, wanted: WorldPartition): HsmPartition {
  const { serialNumber, keys, copyOf, ...partition } = wanted;
  const made = scope.put(hsmPartitions, { ...partition, id: serialNumber, domain: outside, hostname });
  keys.forEach((key, index) => addKey(scope, serialNumber, key, `${serialNumber}/${index}`));
  for (const object of copyOf === undefined ? [] : scope.by(hsmObjects, "serial", copyOf)) {
    scope.put(hsmObjects, { ...object, id: `${serialNumber}/${object.ouid}`, serial: serialNumber });
  }
  return made;
}

function addKey(scope: Scope, serial: string, key: WorldKey, seedText?: string): HsmObject[] {
  const mechanism = key.mechanism ?? own(usualMechanism, key.algorithm) ?? "";
  return generateKey(scope, [serial], { ...key, mechanism }, seedText);
}

const shownObject = ({ id: _id, domain: _domain, serial: _serial, fingerprint: _fingerprint, ...object }: HsmObject) =>
  object;
const shownPartition = ({ id, domain: _domain, password: _password, ...partition }: HsmPartition): object => ({
  serialNumber: id,
  ...partition,
});
const shownHsm = ({ id, domain: _domain, ...hsm }: Hsm): object => ({ hostname: id, ...hsm });

function show(scope: Scope): object {
  return {
    hsms: scope.all(hsms).map((hsm) => ({
      ...shownHsm(hsm),
      partitions: scope.by(hsmPartitions, "hostname", hsm.id).map((partition) => ({
        ...shownPartition(partition),
        keys: scope.by(hsmObjects, "serial", partition.id).map(shownObject),
      })),
    })),
  };
}

function changeHsm(scope: Scope, body: unknown): object {
  const { hostname, ...changes } = readBody(hsmChangeSchema, body);
  const before = scope.get(hsms, hostname);
  if (before === undefined) {
    const { partitions: _none, ...hsm } = readBody(hsmSchema, { hostname, ...changes });
    return shownHsm(addHsm(scope, hsm));
  }
  return shownHsm(scope.put(hsms, { ...before, ...given(changes) }));
}

function changePartition(scope: Scope, body: unknown): object {
  const { serialNumber, hostname, refreshSeconds, ...changes } = readBody(partitionChangeSchema, body);
  const before = scope.get(hsmPartitions, serialNumber);
  const time = refreshSeconds === undefined ? {} : { refreshSeconds: refreshSeconds ?? undefined };
  if (before !== undefined) return shownPartition(scope.put(hsmPartitions, { ...before, ...given(changes), ...time }));
  const { id } = scope.need(hsms, hostname ?? "");
  return shownPartition(addPartition(scope, id, readBody(partitionSchema, { serialNumber, ...changes, ...time })));
}

/** A key is named by its label or its id; both halves of a pair change together. */
function changeKey(scope: Scope, body: unknown): object {
  const { serialNumber, key, delete: gone, count, ...changes } = readBody(keyChangeSchema, body);
  const { id: serial } = scope.need(hsmPartitions, serialNumber);
  if (key === undefined) {
    const wanted = readBody(keySchema, changes);
    if (count === undefined) return { keys: addKey(scope, serial, wanted).map(shownObject) };
    for (let n = 1; n <= count; n++) addKey(scope, serial, { ...wanted, label: `${wanted.label}-${n}` });
    return { count };
  }
  const named = scope.by(hsmObjects, "serial", serial).filter((one) => [one.label, one.ouid].includes(key));
  if (named.length === 0) throw notFound();
  const { label, attributes } = changes;
  for (const object of named) {
    if (gone === true) scope.remove(hsmObjects, object);
    else scope.put(hsmObjects, { ...object, ...given({ label, attributes }) });
  }
  return { keys: gone === true ? [] : named.map(({ ouid }) => ouid) };
}

/** The HSMs as they are behind the service. */
export const lunaWorld: WorldPart = {
  name: "luna",
  schema: lunaSchema,
  initial: { ...defaultLunaWorld },
  seed,
  show,
  changes: { hsms: changeHsm, partitions: changePartition, keys: changeKey },
};
