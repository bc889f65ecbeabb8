import type { Api, Query, Wire } from "../api/client";
import type { Bag, Definition } from "../lifecycle/definition";
import type { OnlyWith } from "../lifecycle/onlyWith";
import { containerOf } from "./container";

/** How the records of a system's keys show rotations. */

/** Where the rotatable keys of a system are listed, and how their records tell when they were rotated. */
export interface RotationFacet {
  /** The collection of keys. */
  readonly list: string;
  /** Further collections, of keys that stand in no container. */
  readonly others?: readonly string[];
  /** Filters of the first list that spare the transfer of records that do not count. */
  readonly filters?: Query;
  /** What holds the keys; absent where they stand by themselves. */
  readonly containers?: KeyContainers;
  /** The type of the key's resource; `undefined` for what no schedule rotates: keys that are gone, that another has replaced, or of another kind. */
  type(record: Wire): string | undefined;
  name(record: Wire): string;
  /** The record as a binding's `find` shows it, where the list shows it otherwise. */
  shown?(record: Wire): Wire;
  /** What the record, or what else the service holds, tells of the key's material. */
  facts(api: Api, record: Wire): MaterialFacts | Promise<MaterialFacts>;
  /** Days between rotations that the cloud does by itself, as a resource's properties say; absent where no cloud does. */
  cloudRotation?(properties: Readonly<Bag>): number | undefined;
  /** Where schedules can rotate the material inside a key (`rotateMaterial`): why they cannot for this one; `undefined` where they can. */
  whyNotInPlace?(record: Wire): string | undefined;
  /** The same, as far as a resource's properties tell. */
  readonly inPlace?: OnlyWith;
  /** The input that says when a key expires; absent where none does. A key of a type without it never expires. */
  readonly expiry?: string;
}

export interface KeyContainers {
  /** Type of the container's resource. */
  readonly type: string;
  /** The collection of containers. */
  readonly path: string;
  name(container: Wire): string;
  /** The filters of the list of keys for one container. */
  filters(api: Api, id: string): Query | Promise<Query>;
  /** True when the key is in that container. */
  holds(container: Wire, key: Wire): boolean;
  /** Where a container may have a rotation schedule for all its keys: the key's input that names the container, and the container's inputs. */
  readonly schedule?: { readonly container: string; readonly schedule: string; readonly overrides: string };
}

/** The containers of such keys, whose records name them by id. */
export function containersOf(key: Definition): KeyContainers | undefined {
  const found = containerOf(key);
  if (!found) return undefined;
  const { container, field } = found;
  return {
    type: container.type,
    path: container.path,
    name: ({ name }) => String(name),
    filters: (_api, id) => ({ [field]: id }),
    holds: ({ id }, record) => record[field] === id,
  };
}

/** How the records of such keys show rotations: what `own` does not say is as most systems have it. */
export const rotationOf = (
  key: Definition,
  own: Partial<RotationFacet> & Pick<RotationFacet, "facts">,
): RotationFacet => ({
  list: key.path,
  containers: containersOf(key),
  type: ({ gone }) => (gone === true ? undefined : key.type),
  name: ({ name }) => String(name),
  ...own,
});

/** What is known about the current material of a key. Times are RFC 3339. */
export interface MaterialFacts {
  created?: string;
  /** When the key last got new material; absent when it never did; null where the service does not provide them. */
  rotated?: string | null;
  /** When the material ends; absent when it does not. */
  expires?: string;
  /** Why neither a schedule nor the cloud rotates it in its current state; absent if it can be rotated. */
  idle?: string;
  /** Rotation that the cloud does by itself. */
  cloud?: { everyDays?: number; next?: string };
}
