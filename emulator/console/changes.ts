import type { ZodObject } from "zod";
import { isObject, type JsonObject } from "../core/fields";
import { outside, type Service, type System } from "../core/scope";
import { worldParts } from "../core/world";
import { levelsTo } from "../shared/world";

/**
 * Something that the overview can change in a cloud, behind the service's back: a control call and
 * what to call it.
 */
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
const describe = { "Change the description": { description: "Changed in the cloud" } };
const deactivate = { "Deactivate the key": { state: "Deactivated" } };

const actions = { describe, rotate, disable, deactivate, remove };

const places: readonly Place[] = [
  {
    system: "AWS",
    part: "aws",
    lists: ["accounts", "keys"],
    label: ({ Alias, KeyId }) => (Array.isArray(Alias) && Alias[0] !== undefined ? (Alias[0] as unknown) : KeyId),
    target: ({ KeyId }, [account]) => ({ account: account?.["accountId"], key: KeyId }),
    actions: { ...describe, ...disable, ...remove },
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
    system: "Luna HSM",
    part: "luna",
    lists: ["hsms", "partitions", "keys"],
    label: ({ label }) => label,
    target: ({ label }, [partition]) => ({ serialNumber: partition?.["serialNumber"], key: label }),
    actions: remove,
  },
];

/** Keys of one system that are offered. */
const mostKeys = 100;

/**
 * Where the world of a system has its keys, and how it names them: by the container, and by what
 * that is in unless its own id says it.
 */
function placeIn({ overview, world }: System): Place[] {
  if (overview === undefined || world === undefined) return [];
  const levels = levelsTo((one) => one.keys !== undefined, world.schema as ZodObject);
  const [container, ...above] = levels
    .map(([, one]) => one)
    .slice(0, -1)
    .reverse();
  const named = [container!, ...(container?.compose === undefined ? [] : above)];
  return [
    {
      ...{ system: overview.system, part: world.name, lists: levels.map(([list]) => list), label: ({ name }) => name },
      target: ({ name }, items) => ({
        ...Object.fromEntries(named.map((one, index) => [one.as, items[index]?.[one.id]])),
        key: name,
      }),
      actions: Object.assign({}, ...overview.changes.map((name) => actions[name])) as Place["actions"],
    },
  ];
}

/** What can be changed in the clouds as they are now. */
export function changesIn(service: Service): Change[] {
  const parts = new Map(worldParts(service.systems).map((part) => [part.name, part]));
  return [...places, ...service.systems.flatMap(placeIn)].flatMap((place) => {
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
  const { system, part, label, target } = place;
  return Object.entries(place.actions).map(([action, fields]) => ({
    ...{ system, action },
    key: String(label(key)),
    path: `${part}/keys`,
    body: { ...target(key, above), ...fields },
  }));
}
