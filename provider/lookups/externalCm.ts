import { segment, type Api, type Wire } from "../api/client";
import { externalCmKeys } from "../resources/externalCm/key";
import { lookUp } from "./lookUp";

/** Whose domains to look for. */
export interface GetExternalCmDomainsArgs {
  /** Id or name of an `ExternalCmConnection`. */
  connection: string;
}

/** A domain that a connection sees, added to the service or not. */
export interface FoundExternalCmDomain {
  /** Id of the domain at the other manager: what `ExternalCmDomain` takes as its `domainId`. */
  domainId: string;
  /** Name of the domain. */
  name: string;
}

/**
 * The domains of the other manager that a connection sees. The API's public sources do not document
 * the response; a list is read as it is, or from the field `domains`.
 */
export async function externalCmDomainsOf(
  api: Api,
  { connection }: GetExternalCmDomainsArgs,
): Promise<FoundExternalCmDomain[]> {
  const found = await lookUp(api, "/cckm/external-cm/get-domains", { connection }, "domains");
  return found.map(({ id, name }) => ({ domainId: String(id), name: String(name) }));
}

/** Whose versions to look for. */
export interface GetExternalCmKeyVersionsArgs {
  /** The service's id of an `ExternalCmKey`. */
  key: string;
}

/** One version of a key of another manager. */
export interface FoundExternalCmKeyVersion {
  /** The service's id of the version. */
  id: string;
  /** Number of the version; the first is 0. */
  version: number;
  /** State of the version, such as Active or Deactivated. */
  state: string;
  /** Id of the version at the other manager. */
  keyId?: string;
}

/**
 * All versions of a key, as of its last refresh. The API's public sources do not show a version:
 * its fields are those of a key.
 */
export async function externalCmKeyVersionsOf(
  api: Api,
  { key }: GetExternalCmKeyVersionsArgs,
): Promise<FoundExternalCmKeyVersion[]> {
  const versions = await api.list(`${externalCmKeys}/${segment(key)}/versions`);
  return versions.map(({ id, cm_key_params: shown }) => {
    const { version, key_state: state, key_id: keyId } = (shown ?? {}) as Wire;
    return { id: String(id), version: Number(version), state: String(state), keyId: keyId as string | undefined };
  });
}
