import { body, choice, flag, integer, object, text, time, type Body } from "../../core/body";
import { collection, freely } from "../../core/collection";
import { invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import { outside, type Call, type Operations } from "../../core/scope";
import { parseTime } from "../../core/time";
import { namedContainer } from "../../shared/containers";
import { domains } from "./domainRecord";
import { openDomain } from "./domains";
import { dsmKeys, keys, type DsmKey } from "./keyRecord";
import {
  addManagedKey,
  asymmetricAlgorithms,
  dsmError,
  encryptionModes,
  managedKeys,
  symmetricAlgorithms,
  type NewKey,
} from "./manager";

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

/** The key that a request describes. */
function readKey(fields: Fields, now: number): NewKey {
  const { object_type: objectType } = typed(fields);
  const { dsm_params, extractable } = newKey[objectType](fields);
  const encryptionMode = modeOf(dsm_params, objectType);
  if (dsm_params.expirationTime !== undefined && (parseTime(dsm_params.expirationTime) ?? 0) <= now)
    throw dsmError("the expiration time lies in the past");
  return { ...dsm_params, objectType, encryptionMode, extractable };
}

/** Modes are for symmetric keys, and XTS for AES. */
function modeOf(
  { encryptionMode: mode, algorithm }: Body<ReturnType<typeof params>>,
  objectType: NewKey["objectType"],
): string {
  if (objectType === "symmetric") {
    if (mode === "XTS" && !algorithm.startsWith("AES")) throw invalid("encryptionMode XTS is for AES keys");
    return mode ?? "CBC";
  }
  if (mode !== undefined) throw invalid("encryptionMode is for symmetric keys");
  return "";
}

function createKey(call: Call): DsmKey {
  const domain = namedContainer(call, domains, "domain", "DSM domain");
  const wanted = readKey(call.body, call.now);
  const { id } = openDomain(call, domain);
  return dsmKeys.create(call, domain, addManagedKey(call, id, wanted));
}

/** POST /cckm/dsm/keys/{id}/delete: the DSM loses the key; its record stays, marked as gone. */
function deleteInManager(call: Call, key: DsmKey): Partial<DsmKey> {
  openDomain(call, call.need(domains, key.domain_id));
  const managed = call.in(outside).get(managedKeys, key.dsm_params.id);
  if (managed === undefined) throw dsmError(`there is no key ${key.dsm_params.name}`);
  call.in(outside).remove(managedKeys, managed);
  return { gone: true };
}

export const keyOperations: Operations = collection<DsmKey>({
  kind: keys,
  path: "/cckm/dsm/keys",
  part: "dsm_params",
  filters: ["id", "domain_id", "domain_name", "object_type", "extractable", "status", "gone", "name", "algorithm"],
  computed: { domain: (key) => [key.domain_id, key.domain_name] },
  create: createKey,
  remove: freely,
  actions: { delete: deleteInManager },
});
