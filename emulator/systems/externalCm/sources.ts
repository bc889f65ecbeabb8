import { invalid } from "../../core/errors";
import type { Scope, KeySource } from "../../core/scope";
import type { SourceKey } from "../../core/sourceKey";
import { containerForKey } from "../../shared/containers";
import { fingerprintOf } from "../../shared/keySources";
import { domains } from "./domains";
import { externalKeys, keyVersions, type ExternalKey } from "./keyRecord";
import { operated } from "./keys";

const { kind: keys } = externalKeys;

/** @param keyId id of the version whose material counts; the newest one's by default */
function asSource(scope: Scope, { id, domain_id, cm_key_params: key }: ExternalKey, keyId = key.key_id): SourceKey {
  return {
    id,
    name: key.key_name,
    tier: "external-cm",
    algorithm: key.algorithm,
    size: key.key_size,
    curve: key.curve_id,
    fingerprint: fingerprintOf(keyId),
    containerId: domain_id,
    containerName: scope.need(domains, domain_id).cm_domain.name,
  };
}

/**
 * A key by its record, its name or its id at the other manager, or one version of it; it must be
 * active and exportable.
 */
function find(scope: Scope, reference: string): SourceKey | undefined {
  const version = scope.get(keyVersions, reference) ?? scope.by(keyVersions, "key_id", reference)[0];
  const key = version === undefined ? scope.find(keys, reference) : scope.get(keys, version.hidden.key);
  if (key === undefined || key.gone) return undefined;
  const { key_state: state, key_id } = (version ?? key).cm_key_params;
  const { key_name: name, unexportable } = key.cm_key_params;
  if (state !== "Active") throw invalid(`the external CM key ${name} is ${state}`);
  if (unexportable) throw invalid(`the external CM key ${name} cannot be exported`);
  operated.open(scope, key);
  return asSource(scope, key, key_id);
}

/** Keys of another manager as material for clouds. */
export const externalCmKeys: KeySource = {
  find,
  create: (scope, { algorithm, size, curve: curveId }, name, container) => {
    const domain = containerForKey(scope, domains, "external CM domain", container);
    const details = { usageMask: 12, description: "", labels: {}, meta: {}, undeletable: false, unexportable: false };
    return asSource(scope, operated.create(scope, domain, { name, algorithm, size, curveId, ...details }));
  },
};
