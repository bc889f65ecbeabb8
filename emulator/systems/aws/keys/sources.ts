import { invalid } from "../../../core/errors";
import type { Scope } from "../../../core/scope";
import type { SourceKey, SourceShape } from "../../../core/sourceKey";
import { keySource } from "../../../shared/keySources";
import type { Source } from "./record";
import { own } from "../../../core/fields";

const curves: Readonly<Record<string, string>> = {
  PRIME256V1: "ECC_NIST_P256",
  SECP256R1: "ECC_NIST_P256",
  SECP384R1: "ECC_NIST_P384",
  SECP521R1: "ECC_NIST_P521",
  SECP256K1: "ECC_SECG_P256K1",
};

/** The AWS spec that a source key's material fits. */
export function specOfSource({ name, algorithm, size, curve = "" }: SourceKey): string {
  const spec = specOf(algorithm, size, curve.toUpperCase());
  if (spec === undefined) throw invalid(`source key ${name} (${algorithm} ${size}) does not fit any AWS key`);
  return spec;
}

function specOf(algorithm: string, size: number, curve: string): string | undefined {
  if (algorithm === "AES") return size === 256 ? "SYMMETRIC_DEFAULT" : undefined;
  if (algorithm === "RSA") return size >= 2048 ? `RSA_${size}` : undefined;
  if (algorithm === "EC") return own(curves, curve);
  const bits = /^HMAC-SHA(256|384|512)$/.exec(algorithm)?.[1];
  return bits === undefined ? undefined : `HMAC_${bits}`;
}

/** The shape of a source key for material of that spec. */
function shapeOf(spec: string): SourceShape {
  if (spec === "SYMMETRIC_DEFAULT") return { algorithm: "AES", size: 256 };
  if (spec.startsWith("RSA_")) return { algorithm: "RSA", size: Number(spec.slice(4)) };
  if (spec.startsWith("HMAC_")) return { algorithm: `HMAC-SHA${spec.slice(5)}`, size: Number(spec.slice(5)) };
  const curve = Object.entries(curves).find(([, name]) => name === spec)?.[0];
  if (curve === undefined) throw invalid(`no source key can be made for the spec ${spec}`);
  return { algorithm: "EC", size: Number(/\d+/.exec(curve)?.[0]), curve: curve.toLowerCase() };
}

/** Has a source make new material for a key of that spec. */
export function createSource(scope: Scope, tier: string, spec: string, alias: string, container?: string): SourceKey {
  return keySource(scope, tier).create(scope, shapeOf(spec), `aws-${alias}-${scope.now}`, container);
}

/** How a key record names the source of its material. */
export function sourceOf(source: SourceKey): Source {
  return {
    key_source: source.tier,
    source_key_tier: source.tier,
    local_key_id: source.id,
    local_key_name: source.name,
    key_source_container_id: source.containerId,
    key_source_container_name: source.containerName,
  };
}
