import type { Header, Scope } from "../../../core/scope";
import { defineKind } from "../../../core/store";
import type { CloudObject } from "../cloud/object";
import type { Vault } from "../vaultRecord";
import { keys, newestRecord, type AzureRecord, type Family } from "./record";

/** What the service keeps so that it can put an object back. */
interface Content extends Header {
  readonly hidden: { readonly vault: string; readonly object: CloudObject };
}

/** The newest automatic backup of each object. */
export const contents = defineKind<Content>("azure-contents", {
  vault: (content) => content.hidden.vault,
  object: (content) => addressOf(content.hidden.vault, content.hidden.object),
});

/** A point-in-time backup of a key. */
export interface Backup extends Header {
  readonly key_id: string;
  readonly name: string;
  readonly description: string;
  readonly tenant: string;
  readonly type: string;
  /** Opaque id of the stored backup. */
  readonly backup: string;
  readonly key_name: string;
  readonly key_vault: string;
  readonly vault_name: string;
  readonly subscription_id: string;
  readonly subscription_name: string;
  readonly region: string;
  readonly cloud_name: string;
  readonly gone: boolean;
  readonly hidden: { readonly vault: string; readonly object: CloudObject };
}

export const backups = defineKind<Backup>("azure-backups", {
  vault: (backup) => backup.hidden.vault,
  object: (backup) => addressOf(backup.hidden.vault, backup.hidden.object),
});

function addressOf(vault: string, { type, name }: CloudObject): string {
  return `${vault}/${type}/${name.toLowerCase()}`;
}

export const addressOfRecord = ({ type }: Family, record: AzureRecord): string =>
  `${record.key_vault_id}/${type}/${record.hidden.name.toLowerCase()}`;

/** Keeps the object as it is now, in place of what was kept before. */
export function keepContent(scope: Scope, family: Family, vault: Vault, object: CloudObject): void {
  for (const old of scope.by(contents, "object", addressOf(vault.id, object))) scope.remove(contents, old);
  const content = scope.put(contents, {
    ...scope.header("cckm:azure-backup"),
    hidden: { vault: vault.id, object },
  });
  const record = scope.by(family.kind, "object", `${vault.id}/${object.name.toLowerCase()}`).at(-1);
  if (record === undefined) return;
  const newest = newestRecord(scope, family, record);
  scope.put(family.kind, { ...newest, backup: content.id, backup_at: content.createdAt });
}

/** Makes a point-in-time backup; the oldest beyond the vault's limit go. */
export function makeBackup(
  scope: Scope,
  vault: Vault,
  record: AzureRecord,
  object: CloudObject,
  details: Pick<Backup, "name" | "description">,
): Backup {
  const header = scope.header("cckm:azure-key-backup");
  const backup = scope.put(backups, {
    ...header,
    key_id: record.id,
    ...details,
    tenant: String(vault.properties["tenantId"]),
    type: "azure-key",
    backup: header.id,
    key_name: record.hidden.name,
    key_vault: vault.name,
    vault_name: vault.azure_name,
    subscription_id: vault.subscription_id,
    subscription_name: vault.subscription_name,
    region: vault.location,
    cloud_name: vault.cloud_name,
    gone: false,
    hidden: { vault: vault.id, object },
  });
  const all = scope.by(backups, "object", addressOfRecord(keys, record));
  const { cloud_key_backup_limit: limit = 0 } = vault;
  if (limit > 0) for (const old of all.slice(0, Math.max(0, all.length - limit))) scope.remove(backups, old);
  return backup;
}
