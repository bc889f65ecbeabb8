import { invalid } from "../../core/errors";
import type { Scope, KeySource } from "../../core/scope";
import type { SourceKey, SourceShape } from "../../core/sourceKey";
import { containerForKey } from "../../shared/containers";
import { fingerprintOf } from "../../shared/keySources";
import { domains } from "./domains";
import { dsmKeys, operated, type DsmKey } from "./keys";
import { asymmetricAlgorithms, symmetricAlgorithms } from "./manager";

function asSource({ id, domain_id, domain_name, dsm_params }: DsmKey): SourceKey {
  const [, algorithm = "", bits = ""] = /^([A-Z]+)(\d+)$/.exec(dsm_params.algorithm) ?? [];
  return {
    id,
    name: dsm_params.name,
    tier: "dsm",
    algorithm,
    size: Number(bits),
    fingerprint: fingerprintOf(dsm_params.id),
    containerId: domain_id,
    containerName: domain_name,
  };
}

/** Only an extractable key leaves the DSM. */
function find(scope: Scope, reference: string): SourceKey | undefined {
  const key = scope.find(dsmKeys.kind, reference);
  if (key === undefined || key.gone) return undefined;
  if (!key.extractable) throw invalid(`the DSM key ${key.dsm_params.name} is not extractable`);
  operated.open(scope, key);
  return asSource(key);
}

function algorithmOf({ algorithm, size }: SourceShape): string {
  const name = `${algorithm}${size}`;
  if ([...symmetricAlgorithms, ...asymmetricAlgorithms].includes(name)) return name;
  throw invalid(`a DSM makes no key of ${algorithm} ${size}`);
}

/** Keys of DSM domains as material for clouds. */
export const dsmSource: KeySource = {
  find,
  create: (scope, shape, name, container) => {
    const domain = containerForKey(scope, domains, "DSM domain", container);
    const algorithm = algorithmOf(shape);
    return asSource(operated.create(scope, domain, { name, algorithm, description: "", extractable: true }));
  },
};
