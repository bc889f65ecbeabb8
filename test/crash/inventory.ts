import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { foreignTo } from "../../provider/lifecycle/vocabulary/record";
import { definitionOf } from "../../provider/resources/load";
import type { Slots } from "./programs";
import type { Service } from "./service";

/** What the service contains, and what the stack knows of it. */

type Item = Record<string, unknown>;

/**
 * Objects of the service, as their collection and id, except those whose deletion is scheduled in a
 * cloud.
 */
export type Inventory = ReadonlySet<string>;

/**
 * These are not counted: one binds a key to a schedule, one exists in the state only, and of the
 * third the service makes one with every `GoogleConnection`.
 */
const bodiless = new Set(["KeyRotation", "ClientKeyPair", "GoogleProject"]);

const at = (item: Item, path: string) => path.split(".").reduce<unknown>((one, name) => (one as Item)?.[name], item);

const endedInAws = (item: Item) => at(item, "aws_param.KeyState") === "PendingDeletion";

/** Its record does not show whether all of its versions are destroyed, or will be. */
async function endedInGoogle({ id }: Item, service: Service): Promise<boolean> {
  const { resources = [] } = await service.get(`${definitionOf("GoogleKey").path}/${String(id)}/versions?limit=-1`);
  return (resources as Item[]).every((version) => /DESTROY/.test(String(at(version, "gcp_params.state"))));
}

/** What remains by design: a key that a cloud deletes later, or never. */
const ended: Readonly<Record<string, (item: Item, service: Service) => boolean | Promise<boolean>>> = {
  AwsKey: endedInAws,
  AwsUploadedKey: endedInAws,
  AwsReplicaKey: endedInAws,
  AwsXksKey: endedInAws,
  AwsCloudHsmKey: endedInAws,
  OciKey: (item) => /PENDING_DELETION|SCHEDULING_DELETION/.test(String(at(item, "oci_params.lifecycle_state"))),
  GoogleKey: endedInGoogle,
  AzureKey: (item) => item.status === "SOFT-DELETED",
  SapKey: (item) => item.status === "DELETED",
};

/** Those that destroying the stack ends all of. */
export function typesOf(slots: Slots): string[] {
  const all = Object.values(slots);
  const kept = new Set(all.filter(({ isKept }) => isKept).map(({ type }) => type));
  return [...new Set(all.map(({ type }) => type))].filter((type) => !kept.has(type) && !bodiless.has(type));
}

/** The same for all types of a collection, whose objects cannot always be told apart. */
const objectOf = (type: string, id: string): string => `${definitionOf(type).path} ${id}`;

export async function inventoryOf(service: Service, types: readonly string[]): Promise<Inventory> {
  const found = await Promise.all(
    types.map(async (type) => {
      const definition: Definition = definitionOf(type);
      const { resources } = (await service.get(`${definition.path}?limit=-1`)) as { resources?: Item[] };
      const isOurs = (item: Item) => !foreignTo(definition, item) && !definition.existing?.owner?.(item);
      const ours = (resources ?? []).filter(isOurs);
      const isOver = await Promise.all(ours.map(async (item) => (await ended[type]?.(item, service)) === true));
      const live = ours.filter((_item, index) => !isOver[index]);
      return live.map((item) => objectOf(type, String(item[definition.id ?? "id"])));
    }),
  );
  return new Set(found.flat());
}

interface Checkpoint {
  resources?: { type: string; urn: string; id?: string }[];
  pending_operations?: { type: string; resource: { urn: string } }[];
}

/** The state as in its file; nobody else writes it meanwhile. */
function checkpointOf(folder: string): Checkpoint {
  const file = join(folder, "state", ".pulumi", "stacks", "test", "test.json");
  const { checkpoint } = JSON.parse(readFileSync(file, "utf8")) as { checkpoint: { latest?: Checkpoint } };
  return checkpoint.latest ?? {};
}

/** What the stack contains, with duplicates. */
export function recorded(folder: string, types: readonly string[]): string[] {
  return (checkpointOf(folder).resources ?? []).flatMap(({ type, id }) => {
    const name = type.split(":").at(-1)!;
    return types.includes(name) && id !== undefined ? [objectOf(name, id)] : [];
  });
}

/** `type: operation`, for operations whose end the engine did not see. */
export function pending(folder: string): string[] {
  return (checkpointOf(folder).pending_operations ?? []).map(({ type, resource }) => `${type} ${resource.urn}`);
}

export function without(one: Inventory, other: Iterable<string>): string[] {
  const known = new Set(other);
  return [...one].filter((item) => !known.has(item));
}
