import { addresses, type Header } from "../../core/scope";
import { defineKind } from "../../core/store";
import { recordedKeys } from "../../shared/cloud/keys";
import type { Domain } from "./domainRecord";
import { managedKeys, type ManagedKey } from "./manager";

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

export const dsmKeys = recordedKeys<DsmKey, Domain, ManagedKey>({
  kind: keys,
  container: "domain_id",
  remoteId: ({ dsm_params }) => dsm_params.id,
  remote: managedKeys,
  offer: "place",
  path: "cckm:dsm-key",
  nameOf: ({ name }) => name,
  begin: ({ id, dsm_params: { name } }) => ({ domain_id: id, domain_name: name, status: "AVAILABLE" }),
  describe: ({ objectType, extractable, id, name, algorithm, description, encryptionMode, createdAt, ...key }) => {
    const { expirationTime, keyVersionLifeSpan } = key;
    const facts = { id, name, algorithm, description, encryptionMode, expirationTime, keyVersionLifeSpan };
    return { object_type: objectType, extractable, dsm_params: { ...facts, creationTime: createdAt } };
  },
  read: (gone, refreshed_at) => ({ gone, refreshed_at }),
});
