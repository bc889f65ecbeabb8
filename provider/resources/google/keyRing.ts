import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, ref } from "../../lifecycle/vocabulary/field";
import { addedInList } from "../container";
import { googleConnection } from "./connection";

const googleKeyRings = "/cckm/google/key-rings";

const form = /^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+$/;

/** Actions that users and groups can be permitted in a key ring; `view` goes with every other. */
export const ringActions = [
  "view",
  "keycreate",
  "keyupdate",
  "keydestroy",
  "keyupload",
  "keysynchronize",
  "keycanceldestroy",
] as const;

/**
 * A Google Cloud key ring whose keys the service manages: the container of `GoogleKey`s. It must
 * exist in Google. It waits until its connection is `ready`. Destroying it leaves the ring and its
 * keys in Google untouched.
 */
export const googleKeyRing = defineResource({
  type: "GoogleKeyRing",
  ...addedInList(googleKeyRings),
  label: ({ name }) => (name as string | undefined)?.split("/").pop(),
  inputs: {
    /**
     * Full resource name of the ring in Google,
     * `projects/<project>/locations/<location>/keyRings/<ring>`, as `getGoogleKeyRings` gives it;
     * once only in the service.
     */
    name: field(
      z.string().regex(form, "must be a full name: projects/<project>/locations/<location>/keyRings/<ring>"),
      { change: "replace", wire: { to: ringToAdd, from: "name" } },
    ),
    /** Id of the `GoogleConnection` to reach the ring through; it must be, or become, `ready`. */
    connection: ref(googleConnection, { holds: true }),
  },
  outputs: {
    /** Id of the Google project the ring is in. */
    projectId: z.string().optional(),
    /** Google location of the ring, such as `europe-west3` or `global`. */
    location: z.string().optional(),
  },
  unique: [["name"]],
  filters: [
    "id",
    "name",
    "connection",
    "projectId",
    "location",
    "cloudName",
    "organizationName",
    "organizationDisplayName",
  ],
  // There is no DELETE of a ring.
  ending: ["remove-key-ring"],
});

/** The service requires the project beside the rings. */
function ringToAdd(name: string): Wire {
  return { project_id: name.split("/")[1], key_rings: [{ name }] };
}

/** The container of a ring, by the ring's full name in Google. */
async function ringNamed(api: Api, name: string): Promise<Wire | undefined> {
  const found = await api.list(googleKeyRings, { name });
  return found.find((one) => one.name === name);
}

/** The full name in Google of the ring that a container stands for: an id never gets another one. */
export function ringName(api: Api, id: string): Promise<string> {
  const path = `${googleKeyRings}/${segment(id)}`;
  return api.lasting(`name of ${path}`, async () => String((await api.get(path)).name));
}

/**
 * The id of the container for the ring of that full name; `likely` saves the search when it is the
 * one.
 */
export async function ringId(api: Api, name: string, likely: string | undefined): Promise<string | undefined> {
  if (likely !== undefined && (await ringName(api, likely).catch(() => undefined)) === name) return likely;
  const ring = await ringNamed(api, name);
  return ring && idIn(ring);
}

/**
 * The filters that narrow a list of keys to one ring: the service knows its parts, not the id of
 * the container.
 */
export async function ofRing(
  api: Api,
  id: string,
): Promise<Record<"project_id" | "location_id" | "key_ring_id", string>> {
  const [, project_id = "", , location_id = "", , key_ring_id = ""] = (await ringName(api, id)).split("/");
  return { project_id, location_id, key_ring_id };
}
