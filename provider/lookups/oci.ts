import type { Api, Wire } from "../api/client";
import { lookUp } from "./lookUp";

/** What a connection can see in Oracle Cloud before anything is added to the service. */

/** The connection to look through. */
export interface GetOciCompartmentsArgs {
  /** Id of the `OciConnection`. */
  connection: string;
}

/** Where to look in a tenancy. */
export interface GetOciBucketsArgs extends GetOciCompartmentsArgs {
  /** OCID of the compartment. */
  compartmentId: string;
}

/** Where to look for vaults. */
export interface GetOciVaultsArgs extends GetOciBucketsArgs {
  /** OCI region. */
  region: string;
}

/** A compartment as Oracle Cloud describes it. */
export interface FoundOciCompartment {
  /** OCID of the compartment. */
  id: string;
  /** OCID of the compartment it lies in. */
  compartmentId?: string;
  /** Its name. */
  name?: string;
  /** Its description. */
  description?: string;
  /** Its state, such as `ACTIVE`. */
  lifecycleState?: string;
  /** Whether the connection may look into it. */
  isAccessible?: boolean;
  /** When it was made, RFC 3339. */
  timeCreated?: string;
  /** Tags without a namespace. */
  freeformTags: Record<string, string>;
  /** Tags by namespace. */
  definedTags: Record<string, Record<string, unknown>>;
}

/** A vault as Oracle Cloud describes it. */
export interface FoundOciVault {
  /** OCID of the vault: what `OciVault` wants as `vaultId`. */
  vaultId: string;
  /** Its name. */
  displayName?: string;
  /** OCID of its compartment. */
  compartmentId?: string;
  /** Its state, such as `ACTIVE`. */
  lifecycleState?: string;
  /** URL at which Oracle Cloud manages its keys. */
  managementEndpoint?: string;
  /** `DEFAULT` or `VIRTUAL_PRIVATE`. */
  vaultType?: string;
  /** When it was made, RFC 3339. */
  timeCreated?: string;
  /** Tags without a namespace. */
  freeformTags: Record<string, string>;
  /** Tags by namespace. */
  definedTags: Record<string, Record<string, unknown>>;
}

/** An object storage bucket, for the backups of a vault's keys. */
export interface FoundOciBucket {
  /** Its name. */
  name: string;
  /** Its object storage namespace. */
  namespace?: string;
  /** OCID of its compartment. */
  compartmentId?: string;
  /** When it was made, RFC 3339. */
  timeCreated?: string;
  /** Tags without a namespace. */
  freeformTags: Record<string, string>;
  /** Tags by namespace. */
  definedTags: Record<string, Record<string, unknown>>;
}

/** The regions that the connection's tenancy is subscribed to. */
export function ociRegions(api: Api, { connection }: GetOciCompartmentsArgs): Promise<string[]> {
  return lookUp<string>(api, "/cckm/oci/get-subscribed-regions", { connection }, "regions");
}

/** Every compartment of the tenancy that the connection can see, the root compartment included. */
export async function ociCompartments(
  api: Api,
  { connection }: GetOciCompartmentsArgs,
): Promise<FoundOciCompartment[]> {
  const found = await everyPage(api, "/cckm/oci/get-compartments", { connection });
  return found.map((one) => shown<FoundOciCompartment>(ownAndParent(one)));
}

/**
 * Responses name a compartment and its parent either as Oracle Cloud does, or `compartment_id` and
 * `parent_compartment_id`.
 */
function ownAndParent({ parent_compartment_id, ...one }: Wire): Wire {
  if (one.id !== undefined) return one;
  return { ...one, id: one.compartment_id, compartment_id: parent_compartment_id };
}

/** Every vault of one compartment in one region. */
export async function ociVaults(api: Api, args: GetOciVaultsArgs): Promise<FoundOciVault[]> {
  const { connection, compartmentId: compartment_id, region } = args;
  const found = await everyPage(api, "/cckm/oci/get-vaults", { connection, compartment_id, region });
  return found.map((one) => shown<FoundOciVault>(one));
}

/** Every object storage bucket of one compartment. */
export async function ociBuckets(api: Api, args: GetOciBucketsArgs): Promise<FoundOciBucket[]> {
  const { connection, compartmentId: compartment_id } = args;
  const found = await everyPage(api, "/cckm/oci/storage/list-buckets", { connection, compartment_id });
  return found.map((one) => shown<FoundOciBucket>(one));
}

const pageSize = 100;

/** Oracle Cloud's lookups continue at `ociNextPage` of the last response. */
async function everyPage(api: Api, path: string, body: Wire): Promise<Wire[]> {
  const items: Wire[] = [];
  const seen = new Set<string>();
  for (let next: string | undefined; ;) {
    const page = await api.post(
      path,
      { ...body, limit: pageSize, ociNextPage: next },
      { repeatable: true, expect: "items" },
    );
    items.push(...((page.data ?? []) as Wire[]));
    const following = (page.ociNextPage ?? page.oci_next_page ?? "") as string;
    // A page that points to itself must not cause an endless loop.
    if (following === "" || seen.has(following)) return items;
    seen.add(following);
    next = following;
  }
}

function shown<T>(record: Wire): T {
  return { freeformTags: {}, definedTags: {}, ...camelCased(record) } as T;
}

/**
 * Older services respond in camelCase, newer ones in snake_case. The keys of tags are not
 * converted.
 */
function camelCased(record: Wire): Wire {
  const entries = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [camel(key), value]));
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
