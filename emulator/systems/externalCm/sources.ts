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
function asSource(key: ExternalKey, keyId = key.keyId): SourceKey {
  const { id, name, algorithm, size, curveId: curve, domainId, domainName } = key;
  const fingerprint = fingerprintOf(keyId);
  return {
    id,
    name,
    tier: "external-cm",
    algorithm,
    size,
    curve,
    fingerprint,
    containerId: domainId,
    containerName: domainName,
  };
}

/** A key by its record, its name or its id at the other manager, or one version of it; it must be active and exportable. */
function find(scope: Scope, reference: string): SourceKey | undefined {
  const version = scope.get(keyVersions, reference) ?? scope.by(keyVersions, "keyId", reference)[0];
  const key = version === undefined ? scope.find(keys, reference) : scope.get(keys, version.hidden.key);
  if (key === undefined || key.gone) return undefined;
  const state = version?.state ?? key.state;
  if (state !== "Active") throw invalid(`the external CM key ${key.name} is ${state}`);
  if (key.unexportable) throw invalid(`the external CM key ${key.name} cannot be exported`);
  operated.open(scope, key);
  return asSource(key, version?.keyId);
}

/** Keys of another manager as material for clouds. */
export const externalCmKeys: KeySource = {
  find,
  create: (scope, { algorithm, size, curve: curveId }, name, container) => {
    const domain = containerForKey(scope, domains, "external CM domain", container);
    const details = { usageMask: 12, description: "", labels: {}, meta: {}, undeletable: false, unexportable: false };
    return asSource(operated.create(scope, domain, { name, algorithm, size, curveId, ...details }));
  },
};
