import { invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import { outside, type Call, type Scope } from "../../core/scope";
import { formatTime } from "../../core/time";
import { reporting, type ReportedKey } from "../../shared/reports";
import { cloudKeys, lastRotation } from "./cloud/key";
import { keys, type OciKey } from "./keys/kinds";
import { compartmentRecords, tenancyRecords } from "./tenancies";
import { isExternal, openVault, vaults, type Vault } from "./vault";

/** One entry names vaults, or all vaults of compartments or tenancies, by the ids of their records. */
function covers(call: Call, entry: Fields): string[] {
  const need = <T>(name: string, find: (reference: string) => T | undefined): T[] =>
    (entry.texts(name) ?? []).map((reference) => {
      const found = find(reference);
      if (found === undefined) throw invalid(`${name}: there is no ${reference}`);
      return found;
    });
  const named = need("vaults", (one) => call.find(vaults, one));
  const compartments = need("compartments", (one) => call.find(compartmentRecords, one));
  const tenancies = need("tenancies", (one) => call.find(tenancyRecords, one));
  const within = (vault: Vault): boolean =>
    compartments.some(({ compartment_id }) => compartment_id === vault.compartment_id) ||
    tenancies.some(({ tenancy }) => tenancy === vault.tenancy);
  if (named.length + compartments.length + tenancies.length === 0) entry.missing("vaults");
  return [...named, ...call.all(vaults).filter(within)].map(({ id }) => id);
}

function reported(scope: Scope, key: OciKey): ReportedKey {
  const cloud = scope.in(outside).get(cloudKeys, key.hidden.cloudKey ?? "");
  const rotated = cloud !== undefined && cloud.versions.length > 1;
  return {
    id: key.id,
    name: String(key.hyok_key_params?.name ?? key.oci_params?.["display_name"]),
    createdAt: cloud?.createdAt ?? key.createdAt,
    rotatedAt: rotated ? formatTime(lastRotation(cloud)) : undefined,
    columns: { oci_key_id: key.hidden.cloudKey ?? "", oci_vault_id: key.vault_id, region: key.region },
  };
}

function keysOf(scope: Scope, containers: readonly string[]): ReportedKey[] {
  return containers.flatMap((id) => {
    const vault = scope.get(vaults, id);
    if (vault === undefined) return [];
    if (!isExternal(vault)) openVault(scope, vault);
    return scope
      .by(keys, "cckm_vault_id", id)
      .filter(({ gone }) => !gone)
      .map((key) => reported(scope, key));
  });
}

export const ociReports = reporting({
  root: "/cckm/oci/reports",
  types: ["key-report", "key-rotation", "key-aging"],
  parameter: "oci_params",
  covers,
  keys: keysOf,
  filters: ["oci_key_id", "oci_vault_id", "region"],
});
