import type { Api } from "../api/client";
import { lookUp } from "./lookUp";

/** Whose domains to look for. */
export interface GetDsmDomainsArgs {
  /** Id or name of a `DsmConnection`. */
  connection: string;
}

/** A domain that a connection sees, added to the service or not. */
export interface FoundDsmDomain {
  /** Number of the domain in the DSM: what `DsmDomain` takes as its `domainId`. */
  domainId: number;
  /** Name of the domain. */
  name: string;
  /** What the DSM says about it; absent when it says nothing. */
  description?: string;
  /** How it is administered, such as `ALL_ADMIN`. */
  adminType?: string;
  /** True when it serves KMIP clients. */
  kmipEnabled?: boolean;
}

/**
 * The domains of the DSM that a connection sees. The API's public sources do not document the
 * response; a list is read as it is, or from the field `domains`.
 */
export async function dsmDomainsOf(api: Api, { connection }: GetDsmDomainsArgs): Promise<FoundDsmDomain[]> {
  const found = await lookUp(api, "/cckm/dsm/get-domains", { connection }, "domains");
  return found.map(({ id, name, description, adminType, kmipEnabled }) => ({
    domainId: Number(id),
    name: String(name),
    description: (description as string | undefined) || undefined,
    adminType: adminType as string | undefined,
    kmipEnabled: kmipEnabled as boolean | undefined,
  }));
}
