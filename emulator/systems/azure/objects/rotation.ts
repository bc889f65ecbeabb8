import { invalid } from "../../../core/errors";
import type { JsonObject } from "../../../core/fields";
import type { Call, Operations, Scope } from "../../../core/scope";
import type { SourceKey, SourceShape } from "../../../core/sourceKey";
import { keySource, sourceContainer } from "../../../shared/keySources";
import { durationOf, placeNames, placeOf, scheduledRotation } from "../../../shared/scheduledRotation";
import { findJobConfig } from "../../scheduler/configs";
import { addVersion, newestOf, type Version } from "../cloud/object";
import { vaults, type Vault } from "../vaultRecord";
import { keepContent } from "./backupRecord";
import { checkHardware, keyDetails, provenance, type KeyShape } from "./create";
import {
  idleRecord,
  keys,
  newestRecord,
  reach,
  recordOfNewest,
  recordsIn,
  recordView,
  textLabels,
  type AzureRecord,
  type Target,
} from "./record";

const ktys = ["RSA", "RSA-HSM", "EC", "EC-HSM"] as const;
const crvs = ["P-256", "P-384", "P-521", "SECP256K1"] as const;
const sources = ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"] as const;
/** What the new versions are to be must fit together. */
function checkShape(source: string, kty = "", size?: number, crv?: string): void {
  if (kty.startsWith("EC") && source !== "native") throw invalid("auto_rotate_key_type EC is for the source native");
  if (size !== undefined && kty.startsWith("EC")) throw invalid("auto_rotate_key_size is for RSA keys");
  if (size !== undefined && ![2048, 3072, 4096].includes(size)) {
    throw invalid("auto_rotate_key_size must be 2048, 3072 or 4096");
  }
  if (crv !== undefined && !kty.startsWith("EC")) throw invalid("auto_rotate_ec_name is for EC keys");
}

/** Binds a key to a schedule; labels hold what the request said, as strings. */
function enable(call: Call): object {
  const { body } = call;
  const record = idleRecord(call);
  const config = findJobConfig(call, body.requiredText("job_config_id"), "cckm_key_rotation", "AzureCloud");
  const source = body.choice("auto_rotate_key_source", sources) ?? "native";
  const kty = body.choice("auto_rotate_key_type", ktys);
  const size = body.integer("auto_rotate_key_size", 1);
  const crv = body.choice("auto_rotate_ec_name", crvs);
  checkShape(source, kty, size, crv);
  placeOf(body, source);
  const policy = body.json("auto_rotate_release_policy");
  const texts: Record<string, unknown> = {
    job_config_id: config.id,
    auto_rotate_key_source: source,
    auto_rotate_key_type: kty,
    auto_rotate_key_size: size,
    auto_rotate_ec_name: crv,
    auto_rotate_enable_key: body.flag("auto_rotate_enable_key") ?? true,
    ...Object.fromEntries(placeNames.map((name) => [name, body.text(name)])),
  };
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  const labels = {
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    ...(policy && { auto_rotate_release_policy: policy }),
  };
  return recordView(call, keys, call.change(keys.kind, record, { labels }));
}

export const rotationOperations: Operations = {
  "POST /cckm/azure/keys/{id}/enable-rotation-job": enable,
  "POST /cckm/azure/keys/{id}/disable-rotation-job": (call) => {
    const record = idleRecord(call);
    return recordView(call, keys, call.change(keys.kind, record, { labels: {} }));
  },
};

/**
 * Keys bound by themselves, unless their vault's schedule goes before; and all keys of bound
 * vaults.
 */
function bound(scope: Scope, configId: string): AzureRecord[] {
  const overriding = (vault: Vault | undefined): boolean => vault?.labels["override_key_scheduler"] === "true";
  const own = scope
    .by(keys.kind, "job_config_id", configId)
    .filter((record) => !overriding(scope.get(vaults, record.key_vault_id)));
  const whole = scope
    .by(vaults, "job_config_id", configId)
    .flatMap((vault) =>
      recordsIn(scope, vault, keys).filter(
        (record) => record.labels["job_config_id"] === undefined || overriding(vault),
      ),
    );
  return [...new Map([...own, ...whole].map((record) => [record.id, record])).values()];
}

/** Adds a version with fresh material; the service brings it along unless Azure is to make it. */
function rotate(scope: Scope, { record, vault, cloud, object }: Target, params: JsonObject): void {
  const labels = textLabels(record.labels);
  const before = newestOf(object);
  const source = labels["auto_rotate_key_source"] ?? "native";
  const shape = shapeAfter(labels, before);
  checkHardware(vault, shape.kty);
  const brought = source === "native" ? undefined : bring(scope, labels, shape, record.hidden.name);
  const life = durationOf(params["expiration"]);
  const { key_ops, exportable, release_policy: policy } = before.details;
  const release_policy = record.labels.auto_rotate_release_policy ?? policy;
  const kept = Object.fromEntries(
    Object.entries({ key_ops, exportable, release_policy }).filter(([, value]) => value !== undefined),
  );
  const seed = brought ?? { fingerprint: `${vault.id}/${record.hidden.name}/${scope.now}` };
  const rotated = addVersion(scope, cloud, "key", object.name, {
    enabled: labels["auto_rotate_enable_key"] !== "false",
    ...(life === undefined ? {} : { exp: Math.floor((scope.now + life) / 1000) }),
    tags: before.tags,
    details: keyDetails(shape, seed, sameFamily(shape, before) ? kept : {}),
  });
  const made = recordOfNewest(scope, keys, vault, rotated, "scheduler");
  scope.put(keys.kind, {
    ...made,
    ...(brought ? provenance(brought.tier, brought) : { key_material_origin: "native" }),
  });
  keepContent(scope, keys, vault, rotated);
}

function shapeAfter(labels: Readonly<Record<string, string>>, { details }: Version): KeyShape {
  const kty = labels["auto_rotate_key_type"] ?? String(details["kty"]);
  if (kty.startsWith("EC"))
    return { kty, crv: labels["auto_rotate_ec_name"] ?? (details["crv"] as string | undefined) ?? "P-256" };
  return { kty, size: Number(labels["auto_rotate_key_size"] ?? details["key_size"] ?? 2048) };
}

const sameFamily = ({ kty }: KeyShape, { details }: Version): boolean =>
  kty.slice(0, 2) === String(details["kty"]).slice(0, 2);

function bring(
  scope: Scope,
  labels: Readonly<Record<string, string>>,
  { kty, size = 2048 }: KeyShape,
  name: string,
): SourceKey {
  const source = labels["auto_rotate_key_source"] ?? "ciphertrust";
  if (!kty.startsWith("RSA")) throw invalid(`material of the source ${source} is for RSA keys`);
  const shape: SourceShape = { algorithm: "RSA", size };
  return keySource(scope, source).create(scope, shape, `azure-${name}-${scope.now}`, sourceContainer(labels));
}

export const azureRotation = scheduledRotation<AzureRecord>({
  cloudName: "AzureCloud",
  bound,
  usable: (record, scope) => record.status === "AVAILABLE" && newestRecord(scope, keys, record).id === record.id,
  idOf: ({ hidden }) => hidden.name,
  since: ({ azure_param }) => (azure_param["attributes"] as Times).created * 1000,
  expires: ({ azure_param }) => {
    const { exp } = azure_param["attributes"] as Times;
    return exp === undefined ? undefined : exp * 1000;
  },
  rotate: (scope, record, params) => rotate(scope, reach(scope, keys, record), params),
});

/** Seconds since 1970. */
interface Times {
  readonly exp?: number;
  readonly created: number;
}
