import { invalid } from "../../core/errors";
import { Fields, type JsonObject } from "../../core/fields";
import type { Scope, Operations, ScheduledWork, System } from "../../core/scope";
import { synchronization } from "../../shared/synchronization";
import { objectsIn } from "./cloud/object";
import { keepContent } from "./objects/backupRecord";
import { families, keys, observe, recordsIn, type Family } from "./objects/record";
import { openVault, vaults, type Vault } from "./vaultRecord";
import { vaultData } from "./cloud/vault";

/** Objects that Azure has are recorded or read again; records whose object is gone are marked so. */
function load(family: Family) {
  return (scope: Scope, vault: Vault): Record<string, string> => {
    const cloud = openVault(scope, vault);
    const objects = objectsIn(scope, cloud, family.type);
    const names = new Set([...objects.map(({ name }) => name), ...recordsIn(scope, vault, family).map(nameOf)]);
    for (const name of names) observe(scope, family, vault, name);
    if (family === keys) for (const object of objects) keepContent(scope, family, vault, object);
    const { tags, properties } = vaultData(cloud) as Pick<Vault, "tags" | "properties">;
    scope.change(vaults, vault, { tags, properties, synced_at: scope.service.clock.stamp() });
    return { [vault.name]: `${family.type}s synchronized successfully` };
  };
}

const nameOf = (record: { readonly hidden: { readonly name: string } }): string => record.hidden.name;

/** What Azure holds behind that vault, when it can be reached. */
function sizeOf(scope: Scope, vault: Vault, family: Family): { keys: number; seconds?: number } {
  try {
    const cloud = openVault(scope, vault);
    return { keys: objectsIn(scope, cloud, family.type).length, seconds: cloud.syncSeconds };
  } catch {
    return { keys: 0 };
  }
}

function synchronizationOf(family: Family) {
  const folder = family === keys ? "" : `/${family.type}s`;
  return synchronization<Vault>({
    root: `/cckm/azure${folder}/synchronization-jobs`,
    cloudName: "AzureCloud",
    containers: "key_vaults",
    options: [],
    flags: family === keys ? ["take_cloud_key_backup"] : [],
    kind: vaults,
    effort: (scope, vault) => sizeOf(scope, vault, family),
    load: load(family),
  });
}

const parts = families.map((family) => ({ item: family.type, ...synchronizationOf(family) }));

/**
 * What a schedule downloads: `sync_item` or `sync_items`, a string or a list; keys unless it says
 * otherwise.
 */
function itemsOf(params: JsonObject): string[] {
  const fields = new Fields(params);
  const given = fields.raw("sync_items") ?? fields.raw("sync_item") ?? ["key"];
  const items = [given].flat().map(String);
  const known = [...parts.map(({ item }) => String(item)), "all"];
  const unknown = items.find((item) => !known.includes(item));
  if (unknown !== undefined) throw invalid(`sync_item must be one of ${known.join(", ")}, not "${unknown}"`);
  return items.includes("all") ? known : items;
}

const schedule: ScheduledWork = {
  operation: "cckm_synchronization",
  cloudName: "AzureCloud",
  check: (scope, params) => {
    itemsOf(params);
    parts[0]?.schedule.check?.(scope, params);
  },
  run: (scope, config, params) => {
    const wanted = itemsOf(params);
    const outcomes = parts
      .filter(({ item }) => wanted.includes(item))
      .map((part) => part.schedule.run(scope, config, params));
    const errors = outcomes.flatMap(({ error }) => (error === undefined ? [] : [error]));
    return {
      milliseconds: Math.max(...outcomes.map((one) => one.milliseconds)),
      result: outcomes.map(({ result }) => result).join(", "),
      error: errors.length === 0 ? undefined : errors.join("; "),
    };
  },
};

export const azureSynchronization = {
  operations: Object.assign({}, ...parts.map(({ operations }) => operations)) as Operations,
  work: Object.assign({}, ...parts.map(({ work }) => work)) as NonNullable<System["work"]>,
  schedule,
};
