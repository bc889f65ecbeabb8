import { created } from "../../core/response";
import { conflict, invalid } from "../../core/errors";
import type { Call, Operations } from "../../core/scope";
import { containers } from "../../shared/containers";
import { ociVaultActions } from "../../shared/permissions";
import { readyConnection } from "../../shared/containerConnection";
import { connections, type Connection } from "../../shared/connections";
import { notAuthorizedOrNotFound } from "./cloud/errors";
import { changeExternalVault } from "./external";
import { forgetKey } from "./keys/record";
import { keys } from "./keys/kinds";
import { describeVault, isExternal, reachTenancy, titleOf, vaults, vaultView, type Vault } from "./vault";
import { findCloudVault } from "./world/tenancies";

type Bucket = Required<Pick<Vault, "bucket_name" | "bucket_namespace">>;

/** Where backups go: both fields or none; what a request leaves out stays. */
function readBucket(call: Call, connection: Connection, before?: Vault): Bucket {
  const bucket_name = call.body.text("bucket_name") ?? before?.bucket_name ?? "";
  const bucket_namespace = call.body.text("bucket_namespace") ?? before?.bucket_namespace ?? "";
  if ((bucket_name === "") !== (bucket_namespace === ""))
    throw invalid("bucket_name and bucket_namespace belong together");
  const { namespace, buckets } = reachTenancy(call, connection);
  const known = bucket_namespace === namespace && buckets.some(({ name }) => name === bucket_name);
  if (bucket_name !== "" && !known) throw notAuthorizedOrNotFound(`The bucket ${bucket_namespace}/${bucket_name}`);
  return { bucket_name, bucket_namespace };
}

function addVaults(call: Call): object {
  const connection = readyConnection(call, "oci", "OCI");
  const region = call.body.requiredText("region");
  const bucket = readBucket(call, connection);
  const added = call.body.requiredTexts("vault_id").map((ocid) => addVault(call, connection, region, ocid, bucket));
  return created({ vaults: added.map(vaultView) });
}

function addVault(call: Call, connection: Connection, region: string, ocid: string, bucket: Bucket): Vault {
  const tenancy = reachTenancy(call, connection);
  const cloud = findCloudVault(call, ocid);
  if (cloud?.tenancy !== tenancy.id || cloud.region !== region)
    throw notAuthorizedOrNotFound(`The vault ${ocid} in ${region}`);
  const holder = call.by(vaults, "vault_id", ocid)[0];
  if (holder !== undefined) throw conflict(`the vault ${cloud.displayName} was added already`);
  const header = call.header("cckm:oci-vault");
  return call.put<Vault>(vaults, {
    ...header,
    cloud_name: "oci",
    connection: connection.id,
    hidden: { connection: call.body.requiredText("connection") },
    tenancy: tenancy.name,
    refreshed_at: header.createdAt,
    acls: [],
    ...bucket,
    ...describeVault(call, cloud),
  });
}

function changeVault(call: Call, vault: Vault): Partial<Vault> {
  if (isExternal(vault)) return changeExternalVault(call, vault);
  const connection = call.body.has("connection")
    ? readyConnection(call, "oci", "OCI")
    : call.need(connections, vault.connection);
  const tenancy = reachTenancy(call, connection);
  if (tenancy.name !== vault.tenancy)
    throw invalid(`connection ${connection.name} opens the tenancy ${tenancy.name}, not ${vault.tenancy}`);
  const named = call.body.text("connection") ?? vault.hidden?.connection;
  return { connection: connection.id, hidden: { connection: named }, ...readBucket(call, connection, vault) };
}

/** Every action on keys needs the right to see them. */
function viewAction(action: string): string | undefined {
  if (action.startsWith("hyok")) return "viewhyokkey";
  if (action.startsWith("report")) return "reportview";
  return action.startsWith("key") || action === "deletebackup" ? "view" : undefined;
}

const setBlocked =
  (blocked: boolean) =>
  (_call: Call, vault: Vault): Partial<Vault> => {
    if (!isExternal(vault)) throw invalid(`${titleOf(vault)} is not an external vault`);
    return { blocked, state: blocked ? "BLOCKED" : "ACTIVE" };
  };

const filters = [
  "id",
  "display_name",
  "vault_name",
  "vault_id",
  "vault_type",
  "external_vault_type",
  "cloud_name",
  "tenancy",
  "compartment_name",
  "lifecycle_state",
  "region",
  "linked_state",
  "issuer_id",
  "state",
  "source_key_tier",
  "blocked",
];

export const vaultOperations: Operations = {
  "POST /cckm/oci/add-vaults": addVaults,
  ...containers<Vault>({
    kind: vaults,
    path: "/cckm/oci/vaults",
    service: "oci",
    title: "OCI",
    viewing: viewAction,
    permissible: (vault) => ociVaultActions(isExternal(vault)),
    view: vaultView,
    filters,
    computed: { name: titleOf },
    change: changeVault,
    // Oracle Cloud itself keeps everything.
    remove: (call, vault) => {
      for (const key of call.by(keys, "cckm_vault_id", vault.id)) forgetKey(call, key);
    },
    actions: { block: setBlocked(true), unblock: setBlocked(false) },
  }),
};
