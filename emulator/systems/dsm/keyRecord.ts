import { addresses, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Domain } from "./domainRecord";
import type { ManagedKey } from "./manager";

/** What the service knows of a key in a DSM, as of the last action on it or refresh. */
export interface DsmKey extends Header {
  readonly domain_id: string;
  readonly domain_name: string;
  readonly object_type: ManagedKey["objectType"];
  readonly extractable: boolean;
  readonly status: "AVAILABLE";
  readonly gone: boolean;
  readonly refreshed_at: string;
  readonly dsm_params: {
    readonly id: string;
    readonly name: string;
    readonly algorithm: string;
    readonly description: string;
    readonly encryptionMode: string;
    readonly expirationTime?: string;
    readonly keyVersionLifeSpan?: number;
    readonly creationTime: string;
  };
}

export const keys = defineKind<DsmKey>("dsm-keys", {
  address: (key) => [key.dsm_params.name, ...addresses(key)],
  domain_id: (key) => key.domain_id,
});

function facts(key: ManagedKey): Pick<DsmKey, "object_type" | "extractable" | "dsm_params"> {
  const { id, name, algorithm, description, encryptionMode, expirationTime, keyVersionLifeSpan, createdAt } = key;
  const creationTime = createdAt;
  return {
    object_type: key.objectType,
    extractable: key.extractable,
    dsm_params: { id, name, algorithm, description, encryptionMode, expirationTime, keyVersionLifeSpan, creationTime },
  };
}

/** Makes the record of a key that the DSM has. */
export function createRecord(scope: Scope, domain: Domain, key: ManagedKey): DsmKey {
  const header = scope.header("cckm:dsm-key", `${key.name}-`);
  return scope.put(keys, {
    ...header,
    domain_id: domain.id,
    domain_name: domain.dsm_params.name,
    status: "AVAILABLE",
    gone: false,
    refreshed_at: header.createdAt,
    ...facts(key),
  });
}

/** Reads the key from the DSM again; one that is no longer there is marked as gone. */
export function readAgain(scope: Scope, record: DsmKey, key: ManagedKey | undefined): DsmKey {
  const refreshed_at = scope.service.clock.stamp();
  const now = key === undefined ? { gone: true } : { gone: false, ...facts(key) };
  return scope.change(keys, record, { ...now, refreshed_at });
}
