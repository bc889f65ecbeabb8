import { body, choice, flag, integer, object, text, time, type Body } from "../../core/body";
import { invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import { addresses } from "../../core/scope";
import { parseTime } from "../../core/time";
import { keyOperations, recordedKeys, type KeyRecord } from "../../shared/cloud";
import { dsmDomains } from "./domains";
import {
  asymmetricAlgorithms,
  dsmError,
  encryptionModes,
  managedKeys,
  symmetricAlgorithms,
  type KeyType,
} from "./manager";

/** What the service knows of a key in a DSM, as of the last action on it or refresh. */
export const dsmKeys = recordedKeys({
  offered: dsmDomains,
  remote: managedKeys,
  container: "domain_id",
  begin: ({ id, dsm_params: { name } }) => ({ domain_id: id, domain_name: name, status: "AVAILABLE" }),
  describe: ({ objectType, extractable, id, name, algorithm, description, encryptionMode, ...key }) => {
    const { expirationTime, keyVersionLifeSpan, createdAt: creationTime } = key;
    const facts = { id, name, algorithm, description, encryptionMode, expirationTime, keyVersionLifeSpan };
    return { object_type: objectType, extractable, dsm_params: { ...facts, creationTime } };
  },
  remoteId: ({ dsm_params }) => dsm_params.id,
  address: (key) => [key.dsm_params.name, ...addresses(key)],
});
export type DsmKey = KeyRecord<typeof dsmKeys>;

const params = (algorithms: readonly string[]) =>
  body({
    algorithm: choice(algorithms).required,
    name: text.required,
    description: text.or(""),
    encryptionMode: choice(encryptionModes),
    expirationTime: time,
    keyVersionLifeSpan: integer(0, 3650),
  });
const keyOf = (algorithms: readonly string[]) =>
  body({ dsm_params: object(params(algorithms)).required, extractable: flag.or(false) });
/** Every algorithm belongs to one type of key. */
const newKey = { symmetric: keyOf(symmetricAlgorithms), asymmetric: keyOf(asymmetricAlgorithms) };
const typed = body({ object_type: choice(["symmetric", "asymmetric"]).or("symmetric") });

type NewKey = Parameters<typeof managedKeys.create>[2];

/** The key that a request describes. */
function readKey(fields: Fields, now: number): NewKey {
  const { object_type: type } = typed(fields);
  const { dsm_params, extractable } = newKey[type](fields);
  checkMode(dsm_params, type);
  if (dsm_params.expirationTime !== undefined && (parseTime(dsm_params.expirationTime) ?? 0) <= now)
    throw dsmError("the expiration time lies in the past");
  return { ...dsm_params, extractable };
}

/** Modes are for symmetric keys, and XTS for AES. */
function checkMode({ encryptionMode: mode, algorithm }: Body<ReturnType<typeof params>>, type: KeyType): void {
  if (type === "asymmetric" && mode !== undefined) throw invalid("encryptionMode is for symmetric keys");
  if (mode === "XTS" && !algorithm.startsWith("AES")) throw invalid("encryptionMode XTS is for AES keys");
}

export const operated = keyOperations({
  keys: dsmKeys,
  within: "domain",
  wanted: (call) => readKey(call.body, call.now),
  make: managedKeys.create,
  part: "dsm_params",
  filters: ["id", "domain_id", "domain_name", "object_type", "extractable", "status", "gone", "name", "algorithm"],
  computed: { domain: (key) => [key.domain_id, key.domain_name] },
});
