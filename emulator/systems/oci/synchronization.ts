import { outside, type Scope } from "../../core/scope";
import { synchronization } from "../../shared/synchronization";
import { cloudKeys, isPassing, settle } from "./cloud/key";
import { keys } from "./keys/kinds";
import { createRecord, snapshot } from "./keys/record";
import { describeVault, isExternal, openVault, vaults, type Vault } from "./vault";
import { findCloudVault, findTenancy } from "./world/tenancies";

/**
 * Keys that Oracle Cloud has are recorded or read again; records whose key it no longer has are
 * marked as gone.
 */
function load(scope: Scope, vault: Vault): Record<string, string> {
  const cloudVault = openVault(scope, vault);
  const known = new Map(scope.by(keys, "cckm_vault_id", vault.id).map((key) => [key.hidden.cloudKey, key]));
  for (const cloud of scope.in(outside).by(cloudKeys, "vault", cloudVault.id)) {
    const now = isPassing(cloud) ? settle(scope.in(outside), cloud) : cloud;
    const uploaded = now.versions.some(({ origin }) => origin === "EXTERNAL");
    if (!known.has(now.id)) createRecord(scope, vault, now, uploaded ? "unknown" : "native");
  }
  for (const key of known.values()) snapshot(scope, key);
  scope.change(vaults, vault, { ...describeVault(scope, cloudVault), refreshed_at: scope.service.clock.stamp() });
  return { [vault.vault_id ?? vault.id]: "vault synchronized successfully" };
}

export const ociSynchronization = synchronization<Vault>({
  root: "/cckm/oci/synchronization-jobs",
  cloudName: "oci",
  containers: "vaults",
  scheduledAs: "oci_vaults",
  options: [],
  kind: vaults,
  find: (scope, reference) => {
    const vault = scope.find(vaults, reference) ?? scope.by(vaults, "vault_id", reference)[0];
    return vault === undefined || isExternal(vault) ? undefined : vault;
  },
  covers: (vault) => !isExternal(vault),
  effort: (scope, vault) => ({
    keys: scope.in(outside).by(cloudKeys, "vault", vault.vault_id ?? "").length,
    seconds: findTenancy(scope, findCloudVault(scope, vault.vault_id ?? "")?.tenancy ?? "")?.syncSeconds,
  }),
  load,
});
