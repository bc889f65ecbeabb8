import { body, choice, flag, labels, mergedJson, text } from "../../core/body";
import { forbidden, invalid, ServiceError } from "../../core/errors";
import { list } from "../../core/lists";
import { created } from "../../core/response";
import type { Call, System } from "../../core/scope";
import { guardObjects, isReadable } from "../../shared/keyRights";
import {
  buildSecret,
  dataTypes,
  materialOf,
  newSecretName,
  secrets,
  secretView,
  targetSecret,
  versionsOf,
  type DataType,
  type Secret,
} from "./record";

/** Passwords, seeds and other data that the service only keeps. */

const spellings: Readonly<Record<DataType, RegExp>> = {
  blob: /^[\w-]+={0,2}$/,
  password: /^/,
  seed: /^([0-9a-f]{2})+$/i,
};
const spelled = { blob: "base64 for URLs", password: "text", seed: "hex" };

const settings = { undeletable: flag.or(false), unexportable: flag.or(false), labels: labels.or({}), meta: mergedJson };
const newSecret = body({ name: text, dataType: choice(dataTypes).or("blob"), material: text.required, ...settings });
const newVersion = body({ material: text.required });
const changes = body(settings);

function checked(material: string, dataType: DataType): string {
  if (!spellings[dataType].test(material)) throw invalid(`material of a ${dataType} must be ${spelled[dataType]}`);
  return material;
}

/** A new version as the response shows it: with its material when the query asks for it. */
function stored(call: Call, secret: Secret): object {
  call.put(secrets, secret);
  const isAsked = call.query("includeMaterial") === "true";
  return created({ ...secretView(secret), ...(isAsked && { material: materialOf(secret) }) });
}

function createSecret(call: Call): object {
  const { name = newSecretName(), dataType, material, ...given } = newSecret(call.body);
  if (/[<>\\]/.test(name)) throw invalid("name must not contain any of < > \\");
  if (versionsOf(call, name).length > 0) throw new ServiceError("keyExists", `a secret called ${name} exists already`);
  const contents = { name, version: 0, dataType, material: checked(material, dataType) };
  return stored(call, buildSecret(call, contents, given));
}

function createVersion(call: Call): object {
  const { name } = targetSecret(call);
  const { version, dataType, undeletable, unexportable, labels, meta } = versionsOf(call, name).at(-1) as Secret;
  const material = checked(newVersion(call.body).material, dataType);
  const contents = { name, version: version + 1, dataType, material };
  return stored(call, buildSecret(call, contents, { undeletable, unexportable, labels, meta }));
}

function changeSecret(call: Call): object {
  const secret = targetSecret(call);
  return secretView(call.change(secrets, secret, changes(call.body, secret)));
}

function deletable(call: Call): Secret {
  const secret = targetSecret(call);
  if (secret.undeletable) throw forbidden("secret is not deletable");
  return secret;
}

/** The material goes, what is known about the secret stays. */
function destroySecret(call: Call): object {
  const secret = deletable(call);
  materialOf(secret);
  const destroyDate = call.service.clock.stamp();
  return secretView(call.change(secrets, secret, { state: "Destroyed", destroyDate, emptyMaterial: true, hidden: {} }));
}

function exportSecret(call: Call): object {
  const secret = targetSecret(call);
  if (secret.unexportable) throw forbidden("secret is not exportable");
  const material = materialOf(secret);
  return { ...secretView(call.put(secrets, { ...secret, neverExported: false })), material };
}

const filters = ["id", "name", "uri", "version", "state", "objectType", "sha1Fingerprint", "sha256Fingerprint"];

function listSecrets(call: Call, rows?: readonly Secret[]): object {
  return list(call, {
    kind: secrets,
    rows,
    view: secretView,
    filters,
    only: (secret) => isReadable(call.caller, secret),
  });
}

export const secretsSystem: System = {
  name: "secrets",
  guard: (call, operation) => guardObjects(call, operation, "/vault/secrets", targetSecret),
  operations: {
    "GET /vault/secrets": (call) => listSecrets(call),
    "POST /vault/secrets": createSecret,
    "GET /vault/secrets/{id}": (call) => secretView(targetSecret(call)),
    "PATCH /vault/secrets/{id}": changeSecret,
    "DELETE /vault/secrets/{id}": (call) => call.remove(secrets, deletable(call)),
    "GET /vault/secrets/{id}/versions/": (call) => listSecrets(call, versionsOf(call, targetSecret(call).name)),
    "POST /vault/secrets/{id}/versions/": createVersion,
    "POST /vault/secrets/{id}/destroy": destroySecret,
    "POST /vault/secrets/{id}/export": exportSecret,
  },
};
