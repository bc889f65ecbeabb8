import { segment, type Api, type Wire } from "../api/client";
import { idIn } from "../api/responses";
import { versionsPath, versionState } from "../resources/google/keyRecord";

/** What a connection can see in Google before anything is added, and what is below a key. */

/** Arguments of `getGoogleProjects`. */
export interface GetGoogleProjectsArgs {
  /** Id of the `GoogleConnection`. */
  connection: string;
}

/** A project that the service account of a connection can see. */
export interface FoundGoogleProject {
  /** Id of the project, such as `acme-prod`. */
  projectId: string;
  /** Name that people gave it. */
  name?: string;
  /** Its Google labels. */
  labels: Record<string, string>;
}

/** Arguments of `getGoogleLocations`. */
export interface GetGoogleLocationsArgs {
  /** Id of the `GoogleConnection`. */
  connection: string;
  /** Id of the project. */
  projectId: string;
}

/** Arguments of `getGoogleKeyRings`. */
export interface GetGoogleKeyRingsArgs {
  /** Id of the `GoogleConnection`. */
  connection: string;
  /** Id of the project. */
  projectId: string;
  /** Location such as `europe-west3`. Default: all locations of the project. */
  location?: string;
}

/** A key ring as it exists in Google. */
export interface FoundGoogleKeyRing {
  /** Full resource name, as `GoogleKeyRing` takes it. */
  name: string;
  /** Id of its project. */
  projectId: string;
  /** Its location. */
  location: string;
  /** The last part of its name. */
  keyRing: string;
}

/** Arguments of `getGoogleKeyVersions`. */
export interface GetGoogleKeyVersionsArgs {
  /** Id of the `GoogleKey`. */
  key: string;
  /** Only versions in this state, such as `ENABLED`. Default: all. */
  state?: string;
}

/** A version of a key as the service knows it. */
export interface FoundGoogleKeyVersion {
  /** The service's id of the version. */
  id: string;
  /** Its number, counted from 1. */
  version: number;
  /** PENDING_GENERATION, ENABLED, DISABLED, DESTROY_SCHEDULED, DESTROYED and so on. */
  state: string;
  /** True for the version that encrypts. */
  isPrimary: boolean;
  /** `native`, `cckm` (uploaded by the service) or `unknown`. */
  keyMaterialOrigin?: string;
}

/** The projects that a connection can see. */
export async function googleProjects(api: Api, { connection }: GetGoogleProjectsArgs): Promise<FoundGoogleProject[]> {
  const found = await everyPage(api, "get-projects", ["projects"], { connection });
  return found.map((one) => ({
    projectId: String(one.projectId ?? one.project_id),
    name: (one.displayName ?? one.display_name ?? one.name) as string | undefined,
    labels: (one.labels ?? {}) as Record<string, string>,
  }));
}

/** The locations in which a project may have key rings. */
export async function googleLocations(
  api: Api,
  { connection, projectId: project_id }: GetGoogleLocationsArgs,
): Promise<string[]> {
  const found = await everyPage(api, "get-locations", ["locations"], { connection, project_id });
  return found.map((one) =>
    String(one.locationId ?? one.location_id ?? one.name)
      .split("/")
      .pop()!,
  );
}

/** The key rings of a project, in one location or in all. */
export async function googleKeyRingsSeen(api: Api, args: GetGoogleKeyRingsArgs): Promise<FoundGoogleKeyRing[]> {
  const { connection, projectId: project_id } = args;
  const locations = args.location === undefined ? await googleLocations(api, args) : [args.location];
  const rings: Wire[] = [];
  for (const location of locations) {
    const names = ["key_rings", "keyRings"];
    rings.push(...(await everyPage(api, "get-key-rings", names, { connection, project_id, location })));
  }
  return rings.map(({ name }) => {
    const [, projectId = "", , location = "", , keyRing = ""] = String(name).split("/");
    return { name: String(name), projectId, location, keyRing };
  });
}

/** The versions of a key, the newest first. */
export async function googleKeyVersions(
  api: Api,
  { key, state }: GetGoogleKeyVersionsArgs,
): Promise<FoundGoogleKeyVersion[]> {
  const found = await api.list(versionsPath(key));
  const versions = found.map((one) => ({
    id: idIn(one),
    version: Number(one.version),
    state: versionState(one),
    isPrimary: one.is_primary === true,
    keyMaterialOrigin: one.key_material_origin as string | undefined,
  }));
  return versions.filter((one) => state === undefined || one.state === state).sort((a, b) => b.version - a.version);
}

const pageSize = 100;

/**
 * Google's lists end where no further page is named; the public sources do not show how that name
 * is spelt.
 */
async function everyPage(api: Api, action: string, lists: readonly string[], body: Wire): Promise<Wire[]> {
  const items: Wire[] = [];
  const seen = new Set<unknown>();
  let page_token: unknown;
  do {
    seen.add(page_token);
    const sent = { ...body, page_size: pageSize, ...(page_token ? { page_token } : {}) };
    const response = await api.post(`/cckm/google/${segment(action)}`, sent, { repeatable: true, expect: "items" });
    const page = lists.map((list) => response[list]).find((found) => Array.isArray(found)) as Wire[] | undefined;
    items.push(...(page ?? []));
    page_token = response.next_page_token ?? response.nextPageToken ?? response.page_token;
    // A page that points to itself must not cause an endless loop.
  } while (page_token && !seen.has(page_token));
  return items;
}
