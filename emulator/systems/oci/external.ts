import type { Body } from "../../core/body";
import { refuseTaken } from "../../core/collection";
import { created } from "../../core/response";
import { invalid } from "../../core/errors";
import type { Call, Operations } from "../../core/scope";
import type { SourceKey } from "../../core/sourceKey";
import { needSource, tierOf } from "../../shared/keySources";
import { readyConnection } from "../../shared/containerConnection";
import { issuers } from "./issuers";
import { keys, versions, type HyokParams, type OciKey } from "./keys/kinds";
import { keyView } from "./keys/record";
import { tenancyRecords } from "./tenancies";
import { externalChanges, namedVault, newExternalVault, reachTenancy, titleOf, vaults, vaultView } from "./vault";
import type { Vault } from "./vault";

const tiers = ["local", "hsm-luna"] as const;

/** The tenancy a vault is for: the connection's, or one that was added and is named. */
function tenancyOf(call: Call): Pick<Vault, "connection" | "tenancy"> {
  const { body } = call;
  if (body.has("connection") === body.has("tenancy")) throw invalid("either connection or tenancy is required");
  if (body.has("connection")) {
    const connection = readyConnection(call, "oci", "OCI");
    return { connection: connection.id, tenancy: reachTenancy(call, connection).name };
  }
  const tenancy = body.requiredText("tenancy");
  const [record] = call.by(tenancyRecords, "tenancy", tenancy);
  if (record === undefined) throw invalid(`there is no tenancy ${tenancy}`);
  return { connection: "", tenancy };
}

function issuerOf(call: Call): string {
  const reference = call.body.requiredText("issuer_id");
  const issuer = call.find(issuers, reference);
  if (issuer === undefined) throw invalid(`there is no issuer ${reference}`);
  return issuer.id;
}

function endpoint(id: string, { endpoint_url_hostname, endpoint_url_port }: Body<typeof externalChanges>): string {
  return `https://${endpoint_url_hostname}:${endpoint_url_port}/api/v1/cckm/oci/ekm/v1/vaults/${id}`;
}

function createVault(call: Call): object {
  const sent = newExternalVault(call.body);
  refuseTaken(call, vaults, "an external vault", sent.vault_name);
  if (sent.partition_id !== "" && sent.source_key_tier !== "hsm-luna")
    throw invalid("partition_id is for hsm-luna only");
  const header = call.header("cckm:oci-vault");
  const vault: Vault = {
    ...header,
    cloud_name: "oci",
    vault_type: "EXTERNAL",
    external_vault_type: "",
    ...tenancyOf(call),
    ...sent,
    endpoint_url: endpoint(header.id, sent),
    issuer_id: issuerOf(call),
    linked_state: false,
    blocked: false,
    state: "ACTIVE",
    refreshed_at: header.createdAt,
    acls: [],
  };
  return created(vaultView(call.put(vaults, vault)));
}

/** PATCH of an external vault. */
export function changeExternalVault(call: Call, vault: Vault): Partial<Vault> {
  const sent = externalChanges(call.body, vault);
  if (sent.vault_name !== vault.vault_name) refuseTaken(call, vaults, "an external vault", sent.vault_name);
  return {
    ...sent,
    endpoint_url: endpoint(vault.id, sent),
    connection: changedConnection(call, vault),
    issuer_id: call.body.has("issuer_id") ? issuerOf(call) : vault.issuer_id,
  };
}

function changedConnection(call: Call, { connection, tenancy }: Vault): string {
  if (!call.body.has("connection")) return connection;
  const wanted = readyConnection(call, "oci", "OCI");
  if (reachTenancy(call, wanted).name !== tenancy)
    throw invalid(`connection ${wanted.name} does not open the tenancy ${tenancy}`);
  return wanted.id;
}

/** The key that is to do the work: AES-256, from where the vault wants it. */
export function externalSource(call: Call, vault: Vault): SourceKey {
  const tier = tierOf(call.body);
  if (!(tiers as readonly string[]).includes(tier)) throw invalid(`source_key_tier must be one of ${tiers.join(", ")}`);
  if (vault.source_key_tier !== "" && vault.source_key_tier !== tier)
    throw invalid(`the vault ${titleOf(vault)} takes source keys of the tier ${vault.source_key_tier} only`);
  const source = needSource(call, call.body, "source_key_identifier");
  if (source.algorithm !== "AES" || source.size !== 256)
    throw invalid(`source key ${source.name} must be AES with 256 bits`);
  return source;
}

function createKey(call: Call): object {
  const vault = namedVault(call, true);
  const { body } = call;
  if (!body.has("source_key_tier")) body.missing("source_key_tier");
  const source = externalSource(call, vault);
  const name = body.requiredText("name");
  const header = call.header("cckm:oci-key", `${name}-`);
  const hyok_key_params: HyokParams = {
    name,
    linked_state: false,
    blocked: false,
    state: "ACTIVE",
    policy: body.text("policy") ?? "",
  };
  const key: OciKey = {
    ...header,
    cloud_name: "oci",
    vault_id: "",
    cckm_vault_id: vault.id,
    tenancy: vault.tenancy,
    region: "",
    compartment_name: "",
    key_material_origin: "cckm",
    refreshed_at: header.createdAt,
    auto_rotate: false,
    labels: {},
    gone: false,
    hyok_key_params,
    hidden: {},
  };
  addExternalVersion(call, call.put(keys, key), source);
  return created(keyView(call, key));
}

/** From now on that source does the work. */
export function addExternalVersion(call: Call, key: OciKey, source: SourceKey) {
  for (const version of call.by(versions, "key", key.id)) {
    const hyok_key_version_params = { ...version.hyok_key_version_params, is_primary: false };
    call.change(versions, version, { hyok_key_version_params });
  }
  const header = call.header("cckm:oci-key-version");
  return call.put(versions, {
    ...header,
    cloud_name: "oci",
    gone: false,
    key_material_origin: "cckm",
    labels: {},
    refreshed_at: header.createdAt,
    source_key_identifier: source.id,
    source_key_name: source.name,
    source_key_tier: source.tier,
    vault_id: key.cckm_vault_id,
    hyok_key_version_params: {
      oci_key_id: key.id,
      partition_id: source.containerId,
      partition_label: source.containerName,
      state: "ACTIVE",
      is_primary: true,
    },
    hidden: { key: key.id, version: header.id },
  });
}

function setBlocked(blocked: boolean): (call: Call) => object {
  return (call) => {
    const key = call.target(keys);
    if (key.hyok_key_params === undefined) throw invalid(`the OCI key ${key.id} is not an external key`);
    const state = blocked ? "BLOCKED" : "ACTIVE";
    return keyView(call, call.change(keys, key, { hyok_key_params: { ...key.hyok_key_params, blocked, state } }));
  };
}

export const externalOperations: Operations = {
  "POST /cckm/oci/create-external-vault": createVault,
  "POST /cckm/oci/create-external-key": createKey,
  "POST /cckm/oci/keys/{id}/block": setBlocked(true),
  "POST /cckm/oci/keys/{id}/unblock": setBlocked(false),
};
