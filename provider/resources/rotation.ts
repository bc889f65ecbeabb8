import type { Api, Query, Wire } from "../api/client";
import type { Bag, Definition } from "../lifecycle/vocabulary/definition";
import { marksIn } from "../lifecycle/vocabulary/field";
import type { OfValue } from "../lifecycle/vocabulary/ofValue";
import { decodeOne, pick } from "../lifecycle/values/wire";
import type { KeySource } from "./binding";
import { containerOf } from "./container";
import { inOrder } from "./moment";
import { firstAt } from "./shown";

/** How the records of a system's keys show rotations. */

/** Where the keys of a system are listed, and how their records tell when they were rotated. */
export interface RotationFacet {
  /** The collection of keys. */
  readonly list: string;
  /** Further collections, of keys that stand in no container. */
  readonly others?: readonly string[];
  /** Filters of the first list that spare the transfer of records that do not count. */
  readonly filters?: Query;
  /** What holds the keys; absent where they stand by themselves. */
  readonly containers?: KeyContainers;
  /**
   * Where every version of a key is a record of its own: the fields that its versions have in
   * common, and that number them. Only the newest is the key.
   */
  readonly versions?: { readonly of: string; readonly number: string };
  /**
   * The type of the key's resource; `undefined` for what is no key in use: those that are gone,
   * that another has replaced, or that the service or a cloud manages.
   */
  type(record: Wire): string | undefined;
  name(record: Wire): string;
  /** The record as a binding's `find` shows it, where the list shows it otherwise. */
  shown?(record: Wire): Wire;
  /**
   * The record of the key whose rotation gives this one new material as well; `undefined` where it
   * is the key itself.
   */
  leader?(record: Wire, api: Api): Promise<Wire | undefined>;
  /** Schedules that select keys by a query, instead of being bound to them. */
  readonly selecting?: SelectingSchedules;
  /** When it was rotated, where the service keeps that. Default: the last time alone is known. */
  history?(record: Wire, api: Api): Promise<readonly string[]>;
  /** What the record, or what else the service holds, tells of the key's material. */
  facts(api: Api, record: Wire): Promise<MaterialFacts>;
  /**
   * Days between rotations that the cloud does by itself, as a resource's properties say; absent
   * where no cloud does.
   */
  cloudRotation?(properties: Readonly<Bag>): number | undefined;
  /** The input that makes the cloud do so. */
  readonly cloudRotates?: string;
  /**
   * Where schedules can rotate the material inside a key (`rotateMaterial`): why they cannot for
   * this one, from this source; `undefined` where they can.
   */
  whyNotInPlace?(record: Wire, source?: KeySource): string | undefined;
  /** The same, as far as a resource's properties tell. */
  readonly inPlace?: OfValue;
  /**
   * Which keys get new material from no other source when it is rotated inside them, as far as a
   * resource's properties tell.
   */
  readonly otherSource?: OfValue;
  /**
   * The input that says when a key expires; absent where none does. A key of a type without it
   * never expires.
   */
  readonly expiry?: string;
}

/** Job configurations of the scheduler that select the keys they rotate. */
export interface SelectingSchedules {
  readonly operation: string;
  select(parameters: unknown, record: Wire): Selection;
}

/** Whether a schedule rotates a key. */
export interface Selection {
  /** Why it may or may not; absent if that is certain. */
  readonly perhaps?: string;
  readonly selects: boolean;
  /**
   * Age from which the key is selected, such as `90d`, by its {@link Frequency}. Default: at every
   * run.
   */
  readonly after?: string;
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
  /**
   * Where a container may have a rotation schedule for all its keys: the key's input that names the
   * container, and the container's inputs.
   */
  readonly schedule?: { readonly container: string; readonly schedule: string; readonly overrides: string };
}

/** A dotted path in records; of several, the first that leads to something counts. */
export type Place = string | readonly string[];

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const valuesAt = (record: unknown, place: Place): unknown[] => [place].flat().map((path) => pick(record, path));

/** The text at a place; `undefined` when there is none. */
export function textAt(record: unknown, place: Place): string | undefined {
  return valuesAt(record, place).find(isText);
}

/** The moment at a place: RFC 3339, or seconds since 1970. */
export function momentAt(record: unknown, place: Place): string | undefined {
  const value = valuesAt(record, place).find((one) => isText(one) || (typeof one === "number" && one > 0));
  return typeof value === "number" ? new Date(value * 1000).toISOString() : (value as string | undefined);
}

/** What is particular about containers of keys. */
interface OwnContainers extends Omit<Partial<KeyContainers>, "name"> {
  /** Where their records have their names. Default `name`. */
  readonly name?: Place;
}

/** The containers of such keys, whose records name them by id. */
function containersOf(key: Definition, { name = "name", ...own }: OwnContainers): KeyContainers | undefined {
  const found = containerOf(key);
  if (!found) return undefined;
  const { container, field } = found;
  return {
    type: container.type,
    path: container.path,
    name: (record) => textAt(record, name) ?? String(record.id),
    filters: (_api, id) => ({ [field]: id }),
    holds: ({ id }, record) => record[field] === id,
    ...own,
  };
}

type Asked<T> = (record: Wire, api: Api) => T | Promise<T>;

/** What is particular about a system. */
interface Own extends Omit<Partial<RotationFacet>, "name" | "containers" | "facts"> {
  /** Where a record has the key's name. Default: where its definition finds it. */
  readonly name?: Place | RotationFacet["name"];
  /** What is particular about the containers; `false` where a key is in none. */
  readonly containers?: OwnContainers | false;
  /** What the fields of a key that is in use must be. Default: anything, unless it is `gone`. */
  readonly inUse?: Wire;
  /** When the key was made. Default `createdAt`. */
  readonly created?: Place;
  /** When its material was last replaced, as {@link MaterialFacts} has it. */
  readonly rotated: Place | Asked<string | null | undefined>;
  /** When its material ends. Default: never. */
  readonly expires?: Place;
  /** Why nothing rotates it in its current state. Default: something does. */
  idle?(record: Wire): string | undefined;
  /** The cloud's own rotation. Default: none. */
  cloud?(record: Wire): MaterialFacts["cloud"];
  /** Its own rotation frequency. Default: none. */
  readonly frequency?: Asked<Frequency | undefined>;
}

/** Where records of such keys have their name. */
function nameIn(key: Definition): string {
  const { wire } =
    Object.values(key.inputs)
      .map(marksIn)
      .find(({ named }) => named) ?? {};
  const from = typeof wire === "object" ? wire.from : wire;
  return typeof from === "string" ? from : "name";
}

/** How the records of such keys show rotations: only what is particular is said. */
export function rotationOf(key: Definition, own: Own): RotationFacet {
  const {
    name = nameIn(key),
    containers = {},
    inUse = {},
    created,
    rotated,
    expires,
    idle,
    cloud,
    frequency,
    ...facet
  } = own;
  const isInUse = (record: Wire) =>
    record.gone !== true && Object.entries(inUse).every(([field, value]) => record[field] === value);
  return {
    list: key.path,
    containers: containers === false ? undefined : containersOf(key, containers),
    type: (record) => (isInUse(record) ? key.type : undefined),
    name: typeof name === "function" ? name : (record) => textAt(record, name) ?? String(record.id),
    async facts(api, record) {
      return {
        created: momentAt(record, created ?? "createdAt"),
        rotated: typeof rotated === "function" ? await rotated(record, api) : momentAt(record, rotated),
        expires: expires && momentAt(record, expires),
        idle: idle?.(record),
        cloud: cloud?.(record),
        frequency: await frequency?.(record, api),
      };
    },
    ...facet,
  };
}

/** For keys that nothing rotates while they are disabled. */
export function whileEnabled(key: Definition): (record: Wire) => string | undefined {
  const isDisabled = (record: Wire) => decodeOne(key, "enabled", key.inputs.enabled!, record) === false;
  return (record) => (isDisabled(record) ? "the key is disabled" : undefined);
}

/**
 * For keys of which every version is a record of its own: the last rotation made it, unless it is
 * the first.
 */
export function sinceSecond(made: Place, number: Place): Asked<string | undefined> {
  return (record) => (Number(firstAt(record, [number].flat()) ?? 1) > 1 ? momentAt(record, made) : undefined);
}

/**
 * For keys whose records do not say when their current version was made: the versions do. The first
 * one is no rotation.
 */
export function versionsMade(versions: (record: Wire) => string, made: Place) {
  return async (record: Wire, api: Api): Promise<readonly string[]> =>
    afterFirst(await api.list(versions(record)), made);
}

/** When these versions were made, without the first one, if all that there were are known. */
export function afterFirst(versions: readonly Wire[], made: Place, count = versions.length): readonly string[] {
  const known = inOrder(versions.flatMap((one) => momentAt(one, made) ?? []));
  return versions.length > 1 ? known.slice(known.length >= count ? 1 : 0) : [];
}

/** The last rotation in a history. */
export const lastOf =
  (history: NonNullable<RotationFacet["history"]>): Asked<string | undefined> =>
  async (record, api) =>
    (await history(record, api)).at(-1);

/** What is known about the current material of a key. Times are RFC 3339. */
export interface MaterialFacts {
  created?: string;
  /**
   * When the key last got new material; absent when it never did; null where the service does not
   * provide them.
   */
  rotated?: string | null;
  /** When the material ends; absent when it does not. */
  expires?: string;
  /**
   * Why neither a schedule nor the cloud rotates it in its current state; absent if it can be
   * rotated.
   */
  idle?: string;
  /** Rotation that the cloud does by itself. */
  cloud?: { everyDays?: number; next?: string };
  /** Days after which a schedule finds the key due. */
  frequency?: Frequency;
}

/** A rotation frequency. Its days count from when it was set, which lies between two moments. */
export interface Frequency {
  /** The first possible moment, RFC 3339; absent if nothing bounds it. */
  readonly earliest?: string;
  /** The last possible moment, RFC 3339. */
  readonly latest: string;
  /** True if the service says that the days have passed. */
  readonly reached: boolean;
}
