import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { field } from "../../lifecycle/vocabulary/field";
import { defineContainer, toAdd } from "../container";
import { sapConnection } from "./connection";

const sapGroups = "/cckm/sap/groups";

/**
 * Actions that users and groups can be permitted in a group or keystore. The API's public sources
 * do not list these; we chose the names that other clouds use for the same things.
 */
export const groupActions = [
  "view",
  "keycreate",
  "keyupload",
  "keyupdate",
  "keydelete",
  "keyrotate",
  "keyremove",
  "deletebackup",
  "keysynchronize",
  "reportcreate",
  "reportdelete",
  "reportdownload",
  "reportview",
] as const;

/**
 * A group of SAP Data Custodian whose keys the service manages: the container of `SapKey`s. It
 * waits until its connection is `ready`. Destroying it leaves everything in SAP untouched.
 */
export const sapGroup = defineContainer(sapConnection, sapGroups, {
  type: "SapGroup",
  inputs: {
    /** Id of the group in SAP Data Custodian. */
    groupId: toAdd(z.string().min(1), "group_id"),
  },
  outputs: {
    /** Name of the group in SAP Data Custodian. */
    name: z.string().optional(),
    /** Application that the group's keys protect, such as `HANA` or `S4H`. */
    application: field(z.string().optional(), {
      wire: { from: (response) => response.sap_application ?? response.application },
    }),
    /** Id of the keystore that holds the group's keys. */
    keystoreId: z.string().optional(),
    /**
     * Tier of the application, such as `PROD`. The API's public sources show it, and all that
     * follow, only as filters of the list.
     */
    tier: z.string().optional(),
    /** Region of the group. */
    region: z.string().optional(),
    /** Cloud provider that the application runs on. */
    provider: z.string().optional(),
    /** Name of the keystore that holds the group's keys. */
    keyStoreName: z.string().optional(),
    /** Tenant of SAP Data Custodian. */
    tenant: z.string().optional(),
  },
  unique: [["groupId"]],
  filters: [
    "id",
    "name",
    "connection",
    "cloudName",
    "groupId",
    "application",
    "tier",
    "region",
    "provider",
    "keyStoreName",
    "creatorName",
    "tenant",
  ],
});

/** SAP's id of the group that a container stands for: a container never gets another one. */
export function groupIdOf(api: Api, id: string): Promise<string> {
  const path = `${sapGroups}/${segment(id)}`;
  return api.lasting(`group of ${path}`, async () => String((await api.get(path)).group_id));
}

/**
 * Whether a key lies in a group. Its record shows SAP's id of the group; that it may also show the
 * container's is inferred.
 */
export const isInGroup = (key: Wire, { id, group_id }: Wire): boolean =>
  key.group === id || (groupIdIn(key) !== undefined && groupIdIn(key) === group_id);

/** SAP's id of the group in a key's record. */
const groupIdIn = (key: Wire): unknown => (key.sap_param as Wire | undefined)?.groupId;

/** The id of the container that a key lies in; `likely` saves the search when it is the one. */
export async function groupOf(api: Api, key: Wire, likely: string | undefined): Promise<unknown> {
  if (likely !== undefined) {
    if (key.group === likely) return likely;
    const group_id = await groupIdOf(api, likely).catch(() => undefined);
    if (group_id !== undefined && isInGroup(key, { id: likely, group_id })) return likely;
  }
  const groupId = groupIdIn(key);
  if (typeof groupId !== "string") return key.group;
  const found = await api.list(sapGroups, { group_id: groupId });
  const group = found.find((one) => one.group_id === groupId);
  return group ? idIn(group) : key.group;
}
