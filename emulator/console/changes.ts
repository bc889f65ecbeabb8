import { isObject, type JsonObject } from "../core/fields";
import { outside, type Service } from "../core/scope";
import { worldParts } from "../core/world";

/** Something that the overview can change in a cloud, behind the service's back: a control call and what to call it. */
export interface Change {
  readonly system: string;
  readonly key: string;
  readonly action: string;
  /** Below /emulator/world. */
  readonly path: string;
  readonly body: JsonObject;
}

interface Place {
  readonly system: string;
  readonly part: string;
  /** Names of the lists that lead to keys, from the outside in. */
  readonly lists: readonly string[];
  /** What a key is called. */
  readonly label: (key: JsonObject) => unknown;
  /** How a control call names a key; `above` is what it is in, the nearest first. */
  readonly target: (key: JsonObject, above: readonly JsonObject[]) => JsonObject;
  readonly actions: Readonly<Record<string, JsonObject>>;
}

const remove = { "Delete the key": { delete: true } };
const rotate = { "Rotate the key": { rotate: true } };
const disable = { "Disable the key": { enabled: false } };
const outsideText = "Changed in the cloud";

const places: readonly Place[] = [
  {
    system: "AWS",
    part: "aws",
    lists: ["accounts", "keys"],
    label: ({ Alias, KeyId }) => (Array.isArray(Alias) && Alias[0] !== undefined ? (Alias[0] as unknown) : KeyId),
    target: ({ KeyId }, [account]) => ({ account: account?.["accountId"], key: KeyId }),
    actions: { "Change the description": { description: outsideText }, ...disable, ...remove },
  },
  {
    system: "Azure",
    part: "azure",
    lists: ["subscriptions", "vaults", "keys"],
    label: ({ name }) => name,
    target: ({ name }, [vault]) => ({ vault: vault?.["name"], name }),
    actions: { "Rotate the key": { action: "rotate" }, ...disable, "Delete the key": { action: "softDelete" } },
  },
  {
    system: "Google Cloud",
    part: "google",
    lists: ["projects", "keyRings", "keys"],
    label: ({ name }) => String(name).split("/").at(-1),
    target: ({ name }) => ({ key: name }),
    actions: { ...rotate, ...remove },
  },
  {
    system: "OCI",
    part: "oci",
    lists: ["tenancies", "vaults", "keys"],
    label: ({ display_name }) => display_name,
    target: ({ key_id }, [vault]) => ({ vault: vault?.["ocid"], key: key_id }),
    actions: { ...rotate, ...disable },
  },
  {
    system: "Salesforce",
    part: "salesforce",
    lists: ["organizations", "keys"],
    label: ({ type, version }) => `${String(type)} version ${String(version)}`,
    target: ({ id }, [organization]) => ({ organization: organization?.["organizationId"], key: id }),
    actions: { "Destroy the key": { status: "DESTROYED" } },
  },
  {
    system: "SAP",
    part: "sap",
    lists: ["tenants", "groups", "keys"],
    label: ({ name }) => name,
    target: ({ id }, [group]) => ({ group: group?.["groupId"], key: id }),
    actions: { ...rotate, ...disable, ...remove },
  },
  {
    system: "Luna HSM",
    part: "luna",
    lists: ["hsms", "partitions", "keys"],
    label: ({ label }) => label,
    target: ({ label }, [partition]) => ({ serialNumber: partition?.["serialNumber"], key: label }),
    actions: remove,
  },
  {
    system: "DSM",
    part: "dsm",
    lists: ["managers", "domains", "keys"],
    label: ({ name }) => name,
    target: ({ name }, [domain]) => ({ manager: domain?.["manager"], domainId: domain?.["id"], key: name }),
    actions: { "Change the description": { description: outsideText }, ...remove },
  },
  {
    system: "External CM",
    part: "externalCm",
    lists: ["managers", "domains", "keys"],
    label: ({ name }) => name,
    target: ({ name }, [domain]) => ({ domainId: domain?.["id"], key: name }),
    actions: { ...rotate, "Deactivate the key": { state: "Deactivated" }, ...remove },
  },
];

/** Keys of one system that are offered. */
const mostKeys = 100;

/** What can be changed in the clouds as they are now. */
export function changesIn(service: Service): Change[] {
  const parts = new Map(worldParts(service.systems).map((part) => [part.name, part]));
  return places.flatMap((place) => {
    const shown = parts.get(place.part)?.show(service.root.in(outside));
    const keys = isObject(shown) ? keysIn(place.lists, shown, []).slice(0, mostKeys) : [];
    return keys.flatMap(([key, ...above]) => (key === undefined ? [] : changesOf(place, key, above)));
  });
}

/** Each key with what it is in, the nearest first. */
function keysIn([list, ...rest]: readonly string[], item: JsonObject, above: readonly JsonObject[]): JsonObject[][] {
  if (list === undefined) return [[item, ...above]];
  const items = item[list];
  return Array.isArray(items) ? items.filter(isObject).flatMap((one) => keysIn(rest, one, [item, ...above])) : [];
}

function changesOf(place: Place, key: JsonObject, above: readonly JsonObject[]): Change[] {
  const { system, part, label, target, actions } = place;
  return Object.entries(actions).map(([action, fields]) => ({
    ...{ system, action },
    key: String(label(key)),
    path: `${part}/keys`,
    body: { ...target(key, above), ...fields },
  }));
}
