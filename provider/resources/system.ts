import type { Api, Query, Wire } from "../api/client";
import type { Bag, Definition } from "../lifecycle/definition";
import type { OnlyWith } from "../lifecycle/onlyWith";

/** What one external system defines: its resources, and how it is refreshed and rotated. */
export interface System {
  /** Its name in programs, for example `aws`. */
  readonly name: string;
  /** Its display name. */
  readonly title: string;
  readonly definitions: readonly Definition[];
  /** Its name in the service's scheduler; absent if it has no schedules. */
  readonly cloudName?: string;
  /** True when the service can look for new containers on a schedule. */
  readonly discovers?: boolean;
  /** Access lists, by the type of the container's resource. */
  readonly acls?: Readonly<Record<string, AccessList>>;
  readonly refresh?: RefreshFacet;
  readonly report?: ReportFacet;
  /** Types of keys that a schedule can rotate, and how each is bound to one. */
  readonly rotatable?: Readonly<Record<string, Binding>>;
  /** Types of keys that no schedule rotates: why, and what to do instead. */
  readonly unrotatable?: Readonly<Record<string, string>>;
  /** How its records show rotations; every system with `rotatable` keys has it. */
  readonly rotation?: RotationFacet;
}

/** Parts of a system that arguments name it by. */
type Part = "discovers" | "refresh" | "report" | "rotatable";

/** The literals that a system adds to arguments: only in types, never at run time. */
declare const words: unique symbol;
interface Words<Name extends string, Parts, Key, Item, Kind, Container, Act> {
  name: Name;
  parts: Parts;
  key: Key;
  item: Item;
  kind: Kind;
  container: Container;
  action: Act;
}

/** A system whose literals are part of its type. */
export interface Declared<Name extends string, Parts, Key, Item, Kind, Container, Act> extends System {
  readonly name: Name;
  readonly [words]?: Words<Name, Parts, Key, Item, Kind, Container, Act>;
}

/** Declares a system; what its name, its keys, and what it downloads and reports are called becomes part of the type. */
export function defineSystem<const S extends System>(
  system: S,
): Declared<
  S["name"],
  (keyof S & Part) | (S extends { refresh: { scheduled: string } } ? "scheduled" : never),
  S extends { rotatable: infer Keys } ? keyof Keys & string : never,
  S extends { refresh: { items: infer Items } } ? keyof Items & string : never,
  S extends { report: { types: readonly (infer Kind extends string)[] } } ? Kind : never,
  S extends { acls: infer Lists } ? keyof Lists & string : never,
  S extends { acls: Record<string, { actions: readonly (infer Act extends string)[] }> } ? Act : never
> {
  return system;
}

type WordsOf<S> = S extends { readonly [words]?: infer W } ? NonNullable<W> : never;
type With<W, P> = W extends { parts: infer Parts } ? (P extends Parts ? W : never) : never;

/** The names of those systems `S` that have the part `P`. */
export type NameOf<S, P> = With<WordsOf<S>, P> extends { name: infer N extends string } ? N : never;
/** One of the words of systems `S`: a rotatable type of key, an item to download, a kind of report, a container with an access list, an action in one. */
export type WordOf<S, K extends "key" | "item" | "kind" | "container" | "action"> =
  WordsOf<S> extends infer W ? (W extends Record<K, infer Word extends string> ? Word : never) : never;

/** Actions that users and groups can be permitted in a container. */
export interface AccessList {
  readonly actions: readonly string[];
  /** True where the API's public sources do not list the actions, so that the service may know others: those pass. */
  readonly orOthers?: boolean;
}

/** Where new material can come from: the cloud itself, the service's own vault under two names, or another key manager. */
export const keySources = ["native", "local", "ciphertrust", "dsm", "hsm-luna", "external-cm"] as const;
export type KeySource = (typeof keySources)[number];

/** What most systems take. */
export const usualSources: readonly KeySource[] = ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"];

/** How a system downloads what its containers hold. */
export interface RefreshFacet {
  /** What the requests of jobs call the list of containers. */
  readonly containers: string;
  /** What the parameters of a schedule call that list; absent where the service cannot schedule it. */
  readonly scheduled?: string;
  /** True when a job can be narrowed to regions. */
  readonly regions?: boolean;
  /** True when the service can back up the keys of the cloud before it downloads them. */
  readonly keyBackup?: boolean;
  /** What can be downloaded; the first is what a refresh does unless told otherwise. */
  readonly items: Readonly<Record<string, Downloadable>>;
}

export interface Downloadable {
  /** The collection of jobs. */
  readonly jobs: string;
  /** What the parameters of a schedule call it, where a schedule offers a choice. */
  readonly scheduledAs?: string;
  /** Where the downloaded objects are listed, to see what a refresh found. */
  readonly list: string;
  /** The filter of that list by container; or, where the list knows containers otherwise than by id, the filters of each. */
  readonly of: string | ((api: Api, containers: readonly string[]) => Promise<readonly Query[]>);
}

/** What a system reports on. */
export interface ReportFacet {
  /** The collection of reports. */
  readonly path: string;
  /** Kinds of reports; the first is what a report is unless told otherwise. */
  readonly types: readonly string[];
  /** The input that says where the cloud keeps its logs: needed for every kind but `key-aging`, which asks no logs. */
  readonly logs?: "logGroup" | "workspaceId";
  /** The part of the request that says what the report covers. */
  scope(covered: ReportScope): Wire;
}

/** What a report covers: containers, and where the cloud keeps the logs the report is made from. */
export interface ReportScope {
  containers: readonly string[];
  /** AWS: region and name of the CloudWatch log group. */
  logGroup?: { region: string; name: string };
  /** Azure: id of the Log Analytics workspace. */
  workspaceId?: string;
}

/** How keys of one type are bound to a rotation schedule. */
export interface Binding {
  /** The current key, `undefined` if there is none: rotation may have replaced the one with this id. */
  find(api: Api, id: string): Promise<Wire | undefined>;
  /** The path of the key's actions. */
  path(record: Wire): string;
  /** The actions below it, for example `enable-rotation-job`. */
  readonly enable: string;
  readonly disable: string;
  /** How people find the key in its own cloud: the output with that cloud's identifier, and what the cloud calls it. */
  readonly identifier: { readonly output: string; readonly label: string };
  /** The sources of new material that the service takes for this type; none where the key is always the service's own. */
  readonly sources: readonly KeySource[];
  /** Inputs of `KeyRotation`, beside key and schedule, that are valid for this type. */
  readonly parameters: readonly string[];
  /** Binds in another way than by the action; returns the key. */
  bind?(api: Api, record: Wire, body: Bag | undefined): Promise<Wire>;
}

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

/** Containers whose keys name them by id, in that field of their records. */
export const keyContainers = ({ type, path }: Definition, field: string): KeyContainers => ({
  type,
  path,
  name: ({ name }) => String(name),
  filters: (_api, id) => ({ [field]: id }),
  holds: ({ id }, key) => key[field] === id,
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
