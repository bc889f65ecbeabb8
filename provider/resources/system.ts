import type { Api, Query, Wire } from "../api/client";
import type { Definition } from "../lifecycle/vocabulary/definition";
import type { Binding } from "./binding";
import { areaOf, containerOf } from "./container";
import type { KindPlaces } from "../limits/kind";
import type { OnDemandRotation } from "./onDemand";
import type { RotationFacet } from "./rotation";

/** What one external system defines: its resources, and how it is refreshed and rotated. */
export interface System {
  /** Its name in programs, for example `aws`. */
  readonly name: string;
  /** Its display name. */
  readonly title: string;
  readonly definitions: readonly Definition[];
  /** Its name in the service's scheduler; absent if it has no schedules. Default: `name`, if it has. */
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
  /**
   * Types of keys that can be rotated at once, and how; or why not, and what to do instead, where
   * `unrotatable` does not say it.
   */
  readonly onDemand?: Readonly<Record<string, OnDemandRotation | string>>;
  /** Which properties tell the kind of a key, by the type of the key. */
  readonly kinds?: Readonly<Record<string, KindPlaces>>;
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

/** A system as its file says it: what is regular is left out. */
interface Written extends Omit<System, "refresh" | "report"> {
  /** Reports are below the path of the system. */
  readonly report?: Omit<ReportFacet, "path" | "scope"> &
    (
      | Pick<ReportFacet, "scope">
      | {
          /** The list of what a report covers, and by which field an entry names a container. */ readonly entries: [
            list: string,
            field: string,
          ];
        }
    );
  readonly refresh?: Omit<RefreshFacet, "scheduled"> & {
    /** Default: what jobs call the list of containers; `false` where the service cannot schedule it. */
    readonly scheduled?: string | false;
  };
}

/**
 * Declares a system; what its name, its keys, and what it downloads and reports are called becomes
 * part of the type.
 */
export function defineSystem<const S extends Written>(
  written: S,
): Declared<
  S["name"],
  | (keyof S & Part)
  | (S extends { refresh: infer Facet } ? (Facet extends { scheduled: false } ? never : "scheduled") : never),
  S extends { rotatable: infer Keys } ? keyof Keys & string : never,
  S extends { refresh: { items: infer Items } } ? keyof Items & string : never,
  S extends { report: { types: readonly (infer Kind extends string)[] } } ? Kind : never,
  S extends { acls: infer Lists } ? keyof Lists & string : never,
  S extends { acls: Record<string, { actions: readonly (infer Act extends string)[] }> } ? Act : never
> {
  const { refresh, report, ...system }: Written = written;
  const scheduled = refresh?.scheduled ?? refresh?.containers;
  const hasSchedules = Boolean(scheduled) || system.rotatable !== undefined;
  return {
    ...system,
    name: written.name,
    cloudName: system.cloudName ?? (hasSchedules ? system.name : undefined),
    refresh: refresh && { ...refresh, scheduled: scheduled || undefined },
    report: report && { scope: entered(report), ...report, path: `${areaOf(containerIn(system))}/reports` },
  };
}

type WordsOf<S> = S extends { readonly [words]?: infer W } ? NonNullable<W> : never;
type With<W, P> = W extends { parts: infer Parts } ? (P extends Parts ? W : never) : never;

/** The names of those systems `S` that have the part `P`. */
export type NameOf<S, P> = With<WordsOf<S>, P> extends { name: infer N extends string } ? N : never;
/**
 * One of the words of systems `S`: a rotatable type of key, an item to download, a kind of report,
 * a container with an access list, an action in one.
 */
export type WordOf<S, K extends "key" | "item" | "kind" | "container" | "action"> =
  WordsOf<S> extends infer W ? (W extends Record<K, infer Word extends string> ? Word : never) : never;

/** Actions that users and groups can be permitted in a container. */
export interface AccessList {
  readonly actions: readonly string[];
  /**
   * True where the API's public sources do not list the actions, so that the service may know
   * others: those pass.
   */
  readonly orOthers?: boolean;
}

/** How a system downloads what its containers hold. */
export interface RefreshFacet {
  /** What the requests of jobs call the list of containers. */
  readonly containers: string;
  /** What the parameters of a schedule call that list; absent where the service cannot schedule it. */
  readonly scheduled?: string;
  /** The status of a job that has not ended, where it is not `in_progress`. */
  readonly running?: string;
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
  /**
   * The filter of that list by container; or, where the list knows containers otherwise than by id,
   * the filters of each.
   */
  readonly of: string | ((api: Api, containers: readonly string[]) => Promise<readonly Query[]>);
}

function entered(report: NonNullable<Written["report"]>): ReportFacet["scope"] {
  if ("scope" in report) return report.scope;
  const [list, field] = report.entries;
  return ({ containers }) => ({ [list]: containers.map((id) => ({ [field]: id })) });
}

const containerIn = ({ definitions }: Pick<System, "definitions">) =>
  definitions.find(({ role }) => role === "container")!;

/**
 * Objects that a refresh of their containers downloads, by jobs that are the `synchronization-jobs`
 * of the system unless told otherwise. `scheduledAs` is what the parameters of a schedule call
 * them.
 */
export function inContainers(definition: Definition, jobs?: string, scheduledAs?: string): Downloadable {
  const { container, field: of } = containerOf(definition)!;
  return { jobs: jobs ?? `${areaOf(container)}/synchronization-jobs`, scheduledAs, list: definition.path, of };
}

/** What a system reports on. */
interface ReportFacet {
  /** The collection of reports. */
  readonly path: string;
  /** Kinds of reports; the first is what a report is unless told otherwise. */
  readonly types: readonly string[];
  /**
   * The input that says where the cloud keeps its logs: needed for every kind but `key-aging`,
   * which asks no logs.
   */
  readonly logs?: "logGroup" | "workspaceId";
  /** The part of the request that says what the report covers. */
  scope(covered: ReportScope): Wire;
}

/** What a report covers: containers, and where the cloud keeps the logs the report is made from. */
interface ReportScope {
  containers: readonly string[];
  /** AWS: region and name of the CloudWatch log group. */
  logGroup?: { region: string; name: string };
  /** Azure: id of the Log Analytics workspace. */
  workspaceId?: string;
}
