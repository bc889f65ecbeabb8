import { createHash, randomUUID } from "node:crypto";
import { badRequest, conflict, type ServiceError } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { defineManagers } from "../../shared/keyManagers/connection";
import type { RemoteDomain } from "../../shared/keyManagers/domains";

/** Data security managers as they are outside the service. */

/** A domain of a DSM. Its id is `<manager>/<number>`. */
export interface DsmDomainFacts extends RemoteDomain {
  readonly manager: string;
  readonly number: number;
  readonly description: string;
  readonly adminType: string;
  readonly kmipEnabled: boolean;
}

/** A key that a DSM keeps. */
export interface ManagedKey extends Stored {
  /** Id of its domain. */
  readonly place: string;
  readonly name: string;
  readonly objectType: "symmetric" | "asymmetric";
  /** AES256, RSA2048 and so on. */
  readonly algorithm: string;
  readonly description: string;
  readonly encryptionMode: string;
  readonly extractable: boolean;
  readonly expirationTime?: string;
  readonly keyVersionLifeSpan?: number;
  readonly createdAt: string;
}

export const managers = defineManagers("dsm-world-managers");
export const managerDomains = defineKind<DsmDomainFacts>("dsm-world-domains", { manager: (domain) => domain.manager });
export const managedKeys = defineKind<ManagedKey>("dsm-world-keys", {
  place: (key) => key.place,
  address: (key) => `${key.place}/${key.name}`,
});

/** A refusal of the DSM. */
export const dsmError = (text: string): ServiceError => badRequest(`DSM: ${text}`);

export const symmetricAlgorithms = ["AES128", "AES256", "ARIA128", "ARIA256"];
export const asymmetricAlgorithms = ["RSA1024", "RSA2048", "RSA3072", "RSA4096"];
export const encryptionModes = ["CBC", "CBC_CS1", "XTS"];

export type NewKey = Omit<ManagedKey, "id" | "domain" | "place" | "createdAt">;

/** Makes a key; a domain has every name once. @param seed makes its id the same in every run */
export function addManagedKey(
  scope: Scope,
  place: string,
  key: NewKey,
  { seed, createdAt = scope.service.clock.stamp() }: { seed?: string; createdAt?: string } = {},
): ManagedKey {
  const world = scope.in(outside);
  if (world.by(managedKeys, "address", `${place}/${key.name}`).length > 0) {
    throw conflict(`DSM: a key called ${key.name} exists already in the domain`);
  }
  const id = seed === undefined ? randomUUID() : idFrom(seed);
  return world.put(managedKeys, { ...key, id, domain: outside, place, createdAt });
}

function idFrom(seed: string): string {
  const hex = createHash("sha256").update(seed).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
