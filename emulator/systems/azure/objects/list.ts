import { text } from "../../../core/response";
import { createPublicKey, type JsonWebKey } from "node:crypto";
import { invalid } from "../../../core/errors";
import { isObject, type JsonObject } from "../../../core/fields";
import { holdsAll, list } from "../../../core/lists";
import type { Call, Handler, Operations } from "../../../core/scope";
import { vaults } from "../vaultRecord";
import {
  certificates,
  keys,
  newestRecord,
  recordView,
  secrets,
  textLabels,
  type AzureRecord,
  type Family,
} from "./record";

const common = ["id", "key_vault_id", "cloud_name", "region", "status", "gone", "tenant"];

function part(record: AzureRecord, name: "key" | "attributes"): JsonObject {
  const value = record.azure_param[name];
  return isObject(value) ? value : {};
}

/** Filters of the service whose names are not those of the fields that they look at. */
const renamed: Readonly<Record<string, (record: AzureRecord) => unknown>> = {
  crv: (record) => part(record, "key")["crv"],
  algorithm: (record) => part(record, "key")["kty"],
  kid: (record) => part(record, "key")["kid"],
  enabled: (record) => part(record, "attributes")["enabled"],
  job_config_id: ({ labels }) => textLabels(labels)["job_config_id"],
  rotation_job_enabled: (record) => record.labels["job_config_id"] !== undefined,
  backup_job_config_id: (record) => record.backup_config?.backup_job_config_id,
  deleted_in_azure: (record) => record.status !== "AVAILABLE",
  external_key_id: (record) => record.local_key_id,
  managed: () => false,
};

/** `version=-1` asks for the newest version of each name. */
function isVersion(call: Call, family: Family, record: AzureRecord): boolean {
  const wanted = call.query("version");
  if (wanted === undefined) return true;
  return wanted === "-1" ? newestRecord(call, family, record).id === record.id : record.version === wanted;
}

function listing(family: Family): Handler {
  return (call) =>
    list(call, {
      kind: family.kind,
      view: (record) => recordView(call, family, record),
      part: "azure_param",
      filters: [...common, family.nameField, "backup", "key_size", "key_material_origin", "contentType"],
      computed: {
        ...renamed,
        key_vault: (record) => [record.key_vault_id, call.get(vaults, record.key_vault_id)?.name],
      },
      only: (record) =>
        holdsAll(call, "tags", () => record.azure_param["tags"] as JsonObject) && isVersion(call, family, record),
      handled: ["tags", "version"],
    });
}

/** PEM of a key's public half. */
function downloadPublicKey(call: Call): object {
  const record = call.target(keys.kind);
  const { kty, crv, n, e, x, y } = part(record, "key") as Record<string, string>;
  if (String(kty).startsWith("oct")) throw invalid("a symmetric key has no public half");
  const curve = crv === "SECP256K1" ? "secp256k1" : crv;
  const jwk = String(kty).startsWith("RSA") ? { kty: "RSA", n, e } : { kty: "EC", crv: curve, x, y };
  const key = createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
  return text(key.export({ type: "spki", format: "pem" }) as string, "application/x-pem-file");
}

export const listOperations: Operations = {
  ...Object.fromEntries([keys, secrets, certificates].map((family) => [`GET ${family.root}`, listing(family)])),
  "GET /cckm/azure/keys/{id}/download-public-key": downloadPublicKey,
};
