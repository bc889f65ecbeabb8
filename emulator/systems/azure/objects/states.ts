import { conflict, invalid } from "../../../core/errors";
import { body, flag, integer } from "../../../core/body";
import { given, type Fields } from "../../../core/fields";
import type { Call, Scope, Handler, Operations } from "../../../core/scope";
import {
  changeVersion,
  needIdle,
  purge,
  recover,
  restoreObject,
  softDelete,
  type CloudObject,
  type Version,
} from "../cloud/object";
import { azureError, type CloudVault } from "../cloud/vault";
import { namedVault, openVault, vaults } from "../vaultRecord";
import { addressOfRecord, backups, contents, keepContent } from "./backupRecord";
import {
  certificates,
  families,
  keys,
  observe,
  recordOfNewest,
  recordView,
  siblings,
  target,
  type AzureRecord,
  type Family,
} from "./record";

const who = (call: Call): string => call.caller.userId || call.caller.username;

/** The record of the path again, after Azure has been asked. */
function seen(call: Call, family: Family, record: AzureRecord): object {
  const vault = call.need(vaults, record.key_vault_id);
  observe(call, family, vault, record.hidden.name, who(call));
  return recordView(call, family, call.need(family.kind, record.id));
}

/** Changes the object in Azure, unless that is busy with it. */
function acting(family: Family, act: (call: Call, cloud: CloudVault, object: CloudObject) => unknown): Handler {
  return (call) => {
    const { record, cloud, object } = target(call, family);
    needIdle(call, cloud, object);
    act(call, cloud, object);
    return seen(call, family, record);
  };
}

/** Drops the records of all versions, and the backups; Azure is not asked. */
function forget(scope: Scope, family: Family, record: AzureRecord): void {
  const address = addressOfRecord(family, record);
  for (const content of scope.by(contents, "object", address)) scope.remove(contents, content);
  for (const backup of scope.by(backups, "object", address)) scope.remove(backups, backup);
  for (const one of siblings(scope, family, record)) scope.remove(family.kind, one);
}

function deleteBackup(call: Call): void {
  const record = call.target(keys.kind);
  if (!record.deleted && !record.gone) throw conflict(`key ${record.hidden.name} is ${record.status}: purge it first`);
  forget(call, keys, record);
}

/** Puts an object back, into its own vault when Azure no longer has it, or into another one. */
function restore(family: Family): Handler {
  return (call) => {
    const record = call.target(family.kind);
    const wanted = namedVault(call);
    const cloud = openVault(call, wanted);
    if (wanted.id === record.key_vault_id && record.status !== "DELETED") {
      throw conflict(`a ${family.type} that is ${record.status} can be restored to another vault only`);
    }
    const copy = copyOf(call, family, record);
    const object = restoreObject(call, cloud, copy);
    if (wanted.id === record.key_vault_id) forget(call, family, record);
    const restored = recordOfNewest(call, family, wanted, object, who(call));
    keepContent(call, family, wanted, object);
    return recordView(call, family, call.need(family.kind, restored.id));
  };
}

function copyOf(call: Call, family: Family, record: AzureRecord): AzureContent {
  const address = addressOfRecord(family, record);
  const named = call.body.text("azure_cloud_key_backup_id");
  if (named === undefined) {
    const [content] = call.by(contents, "object", address);
    if (content === undefined) throw conflict(`there is no backup of the ${family.type} ${record.hidden.name}`);
    return content.hidden.object;
  }
  const backup = call.by(backups, "object", address).find(({ id }) => id === named);
  if (backup === undefined) throw invalid(`azure_cloud_key_backup_id: there is no backup ${named} of this key`);
  return backup.hidden.object;
}
type AzureContent = Parameters<typeof restoreObject>[2];

/** Tags as Azure takes them; the service refuses two characters in their values. */
export function readTags(body: Fields): Record<string, string> | undefined {
  const tags = body.json("tags");
  if (tags === undefined) return undefined;
  for (const [name, value] of Object.entries(tags)) {
    if (typeof value !== "string") throw invalid(`tags.${name} must be a string`);
    if (/[:%]/.test(value)) throw invalid(`tags.${name} may not contain ":" or "%"`);
  }
  return tags as Record<string, string>;
}

const attributes = body({ enabled: flag, nbf: integer(0), exp: integer(0) });

/** Dates in seconds since 1970, and whether the version works. */
export function readAttributes(fields: Fields): Partial<Version> {
  const sent = given(attributes(fields.block("attributes")));
  if (sent.nbf !== undefined && sent.exp !== undefined && sent.exp <= sent.nbf)
    throw invalid("attributes.exp must be later than attributes.nbf");
  return sent;
}

const keyOperationNames = ["encrypt", "decrypt", "sign", "verify", "wrapKey", "unwrapKey", "import", "export"];

export function readKeyOps(body: Fields): string[] | undefined {
  const ops = body.texts("key_ops");
  const unknown = ops?.find((one) => !keyOperationNames.includes(one));
  if (unknown !== undefined) throw invalid(`key_ops may hold ${keyOperationNames.join(", ")}, not "${unknown}"`);
  return ops;
}

/** Azure's limit: https://learn.microsoft.com/en-us/azure/key-vault/secrets/about-secrets. */
const longestContentType = 255;

export function readContentType(body: Fields): string | undefined {
  const contentType = body.text("contentType");
  if (contentType !== undefined && contentType.length > longestContentType)
    throw azureError("BadParameter", `A content type has at most ${longestContentType} characters`);
  return contentType;
}

/** A PATCH changes the version that the path names; tags are replaced as a whole. */
function change(family: Family): Handler {
  return (call) => {
    const { record, cloud, object } = target(call, family);
    needIdle(call, cloud, object);
    const { body } = call;
    const version = object.versions.find((one) => one.version === record.version);
    const tags = readTags(body);
    const key_ops = family === keys ? readKeyOps(body) : undefined;
    const contentType = family.type === "secret" ? readContentType(body) : undefined;
    const details = {
      ...version?.details,
      ...(key_ops === undefined ? {} : { key_ops }),
      ...(contentType === undefined ? {} : { contentType }),
    };
    const changes = readAttributes(body);
    if (family === certificates && (changes.nbf ?? changes.exp) !== undefined) {
      throw invalid("attributes of a certificate has only enabled: its dates are the certificate's own");
    }
    changeVersion(call, object, record.version, { ...changes, ...(tags === undefined ? {} : { tags }), details });
    return seen(call, family, record);
  };
}

function refresh(call: Call): object {
  const record = call.target(keys.kind);
  openVault(call, call.need(vaults, record.key_vault_id));
  return seen(call, keys, record);
}

/** What all three collections have in common. */
export const stateOperations: Operations = {
  ...(Object.fromEntries(
    families.flatMap((family) => [
      [`GET ${family.root}/{id}`, (call: Call) => recordView(call, family, call.target(family.kind))],
      [`PATCH ${family.root}/{id}`, change(family)],
      [`POST ${family.root}/{id}/soft-delete`, acting(family, softDelete)],
      // Purging keeps the records, and with them the name, until the service's own backup is given up.
      [`POST ${family.root}/{id}/hard-delete`, acting(family, purge)],
      [`POST ${family.root}/{id}/recover`, acting(family, recover)],
      [`POST ${family.root}/{id}/restore`, restore(family)],
      ...(family === keys ? [] : [[`DELETE ${family.root}/{id}`, drop(family)]]),
    ]),
  ) as Operations),
  "POST /cckm/azure/keys/{id}/delete-backup": deleteBackup,
  "POST /cckm/azure/keys/{id}/refresh": refresh,
};

/** DELETE of a secret or certificate: the records go, Azure is not asked. */
function drop(family: Family): Handler {
  return (call) => forget(call, family, call.target(family.kind));
}
