import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { HttpResponse } from "../../../core/response";
import { rootDomain, type Call, type Scope, type Operations } from "../../../core/scope";
import { heldKey } from "../../../shared/keySources";
import { keys, type AwsKey } from "../keys/record";
import { stores, type Store } from "./record";

/**
 * What AWS calls to use the keys of an external key store: the API that AWS publishes for such
 * proxies.
 */

const refusals = {
  InvalidUriPathException: 404,
  KeyNotFoundException: 404,
  InvalidStateException: 400,
  ValidationException: 400,
  InvalidCiphertextException: 400,
  AccessDeniedException: 403,
} as const;

class Refusal extends Error {
  constructor(
    readonly errorName: keyof typeof refusals,
    message: string,
  ) {
    super(message);
  }
}

type Work = (call: Call, scope: Scope) => object;

/** Refusals have a form of their own here. */
function respond(work: Work) {
  return (call: Call): object => {
    try {
      return work(call, call.in(rootDomain));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return new HttpResponse(refusals[error.errorName], { errorName: error.errorName, errorMessage: error.message });
    }
  };
}

function storeOf(call: Call, scope: Scope): Store {
  const store = scope.get(stores, call.param("keystore_id"));
  if (store?.local_hosted_params === undefined)
    throw new Refusal("InvalidUriPathException", "there is no such key store");
  if (store.local_hosted_params.blocked) throw new Refusal("AccessDeniedException", "the key store is blocked");
  return store;
}

function keyOf(call: Call, scope: Scope): AwsKey {
  const store = storeOf(call, scope);
  const key = scope.by(keys, "xksKey", call.param("xks_key_id"))[0];
  if (key?.custom_key_store_id !== store.id) throw new Refusal("KeyNotFoundException", "there is no such key");
  if (key.blocked === true) throw new Refusal("AccessDeniedException", "the key is blocked");
  return key;
}

function health(call: Call, scope: Scope): object {
  storeOf(call, scope);
  return {
    xksProxyFleetSize: 1,
    xksProxyVendor: "Thales Group",
    xksProxyModel: "CipherTrust Manager",
    ekmVendor: "Thales Group",
    ekmFleetDetails: [{ id: "1", model: "CipherTrust Manager", healthStatus: "ACTIVE" }],
  };
}

function metadata(call: Call, scope: Scope): object {
  keyOf(call, scope);
  return { keySpec: "AES_256", keyUsage: ["ENCRYPT", "DECRYPT"], keyStatus: "ENABLED" };
}

/**
 * The key's material, which never leaves its source; of a source without real material, something
 * that is the same for the same key.
 */
function material(scope: Scope, { local_key_id = "", source_key_tier = "local" }: AwsKey): Buffer {
  const source = heldKey(scope, source_key_tier, local_key_id);
  if (source === undefined) throw new Refusal("InvalidStateException", "the key behind it is gone");
  return source.bytes ?? createHash("sha256").update(source.fingerprint).digest();
}

function bytes(call: Call, name: string): Buffer {
  const text = call.body.text(name);
  if (text === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new Refusal("ValidationException", `${name} must be base64`);
  return Buffer.from(text, "base64");
}

const additional = (call: Call): Buffer =>
  call.body.has("additionalAuthenticatedData") ? bytes(call, "additionalAuthenticatedData") : Buffer.alloc(0);

function encrypt(call: Call, scope: Scope): object {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", material(scope, keyOf(call, scope)), iv).setAAD(additional(call));
  const ciphertext = Buffer.concat([cipher.update(bytes(call, "plaintext")), cipher.final()]).toString("base64");
  const authenticationTag = cipher.getAuthTag().toString("base64");
  return { authenticationTag, ciphertext, initializationVector: iv.toString("base64") };
}

function decrypt(call: Call, scope: Scope): object {
  const key = material(scope, keyOf(call, scope));
  const [iv, tag] = [bytes(call, "initializationVector"), bytes(call, "authenticationTag")];
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(additional(call)).setAuthTag(tag);
    const plaintext = Buffer.concat([decipher.update(bytes(call, "ciphertext")), decipher.final()]);
    return { plaintext: plaintext.toString("base64") };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("InvalidCiphertextException", "the ciphertext is not of this key");
  }
}

const root = "/cckm/aws/xks-proxy-endpoints/{keystore_id}/kms/xks/v1";

export const proxyOperations: Operations = {
  [`POST ${root}/health`]: { open: true, handler: respond(health) },
  [`POST ${root}/keys/{xks_key_id}/metadata`]: { open: true, handler: respond(metadata) },
  [`POST ${root}/keys/{xks_key_id}/encrypt`]: { open: true, handler: respond(encrypt) },
  [`POST ${root}/keys/{xks_key_id}/decrypt`]: { open: true, handler: respond(decrypt) },
};
