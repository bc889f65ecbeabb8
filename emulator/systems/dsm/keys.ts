import { created } from "../../core/answer";
import { invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import { list } from "../../core/lists";
import { outside, type Call } from "../../core/scope";
import type { Operations } from "../../core/system";
import { parseTime } from "../../core/time";
import { domains, openDomain, type Domain } from "./domains";
import { createRecord, keys, keyView } from "./key-record";
import {
  addManagedKey,
  asymmetricAlgorithms,
  dsmError,
  encryptionModes,
  managedKeys,
  symmetricAlgorithms,
  type NewKey,
} from "./manager";

function container(call: Call): Domain {
  const reference = call.body.requiredText("domain");
  const domain = call.find(domains, reference);
  if (domain === undefined) throw invalid(`there is no DSM domain ${reference}`);
  return domain;
}

/** The key that a request describes. Every algorithm belongs to one type of key. */
function readKey(body: Fields, now: number): NewKey {
  const objectType = body.choice("object_type", ["symmetric", "asymmetric"]) ?? "symmetric";
  const params = body.object("dsm_params") ?? body.missing("dsm_params");
  const algorithms = objectType === "symmetric" ? symmetricAlgorithms : asymmetricAlgorithms;
  const algorithm = params.choice("algorithm", algorithms) ?? params.missing("algorithm");
  return {
    name: params.requiredText("name"),
    objectType,
    algorithm,
    description: params.text("description") ?? "",
    encryptionMode: readMode(params, objectType, algorithm),
    extractable: body.flag("extractable") ?? false,
    expirationTime: readExpiration(params, now),
    keyVersionLifeSpan: params.integer("keyVersionLifeSpan", 0, 3650),
  };
}

/** Modes are for symmetric keys, and XTS for AES. */
function readMode(params: Fields, objectType: NewKey["objectType"], algorithm: string): string {
  const mode = params.choice("encryptionMode", encryptionModes);
  if (objectType === "symmetric") {
    if (mode === "XTS" && !algorithm.startsWith("AES")) throw invalid("encryptionMode XTS is for AES keys");
    return mode ?? "CBC";
  }
  if (mode !== undefined) throw invalid("encryptionMode is for symmetric keys");
  return "";
}

function readExpiration(params: Fields, now: number): string | undefined {
  const expirationTime = params.time("expirationTime");
  if (expirationTime === undefined || (parseTime(expirationTime) ?? 0) > now) return expirationTime;
  throw dsmError("the expiration time lies in the past");
}

function createKey(call: Call): object {
  const domain = container(call);
  const wanted = readKey(call.body, call.now);
  const { id } = openDomain(call, domain);
  return created(keyView(createRecord(call, domain, addManagedKey(call, id, wanted))));
}

/** POST /cckm/dsm/keys/{id}/delete: the DSM loses the key; its record stays, marked as gone. */
function deleteInManager(call: Call): object {
  const key = call.target(keys);
  openDomain(call, call.need(domains, key.domain_id));
  const managed = call.in(outside).get(managedKeys, key.dsm_params.id);
  if (managed === undefined) throw dsmError(`there is no key ${key.dsm_params.name}`);
  call.in(outside).remove(managedKeys, managed);
  return keyView(call.change(keys, key, { gone: true }));
}

export const keyOperations: Operations = {
  "GET /cckm/dsm/keys": (call) =>
    list(call, {
      kind: keys,
      view: keyView,
      part: "dsm_params",
      filters: ["id", "domain_id", "domain_name", "object_type", "extractable", "status", "gone", "name", "algorithm"],
      computed: { domain: (key) => [key.domain_id, key.domain_name] },
    }),
  "POST /cckm/dsm/keys": createKey,
  "GET /cckm/dsm/keys/{id}": (call) => keyView(call.target(keys)),
  "DELETE /cckm/dsm/keys/{id}": (call) => call.remove(keys, call.target(keys)),
  "POST /cckm/dsm/keys/{id}/delete": deleteInManager,
};
