import type { Api, Query, Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { itemPath } from "../../lifecycle/vocabulary/record";
import { inOrder, moment } from "../../resources/moment";
import { type KeyContainers, type MaterialFacts, type RotationFacet } from "../../resources/rotation";
import type { System } from "../../resources/system";
import { systems } from "../../resources/systems";
import type { KeyLimit, Limits } from "../../limits/limits";
import { readLimits } from "../../limits/readLimits";
import type {
  BoundSchedule,
  ContainerReference,
  KeyRotationStatus,
  RotationState,
  RotationStatus,
  RotationSummary,
} from "./result";
import { Schedules } from "./schedules";
import { boundTo, statusOf, type Found, type Judgement } from "./status";
import { Versions } from "./versions";

/** Reads the rotation status of keys, in any system. */

/** An object by the type of its resource and the service's id. */
interface Reference {
  type: string;
  id: string;
}

/** Which keys to read; without keys, containers and systems: all keys. */
export interface RotationQuery {
  keys?: readonly Reference[];
  containers?: readonly Reference[];
  systems?: readonly string[];
  maximumAgeDays?: number;
  /** Limits by the kind of key. */
  maximumAge?: Limits;
  /** Days before `asOf` whose rotations are read. Default: none. */
  historyDays?: number;
  /** RFC 3339. Default: now, by the service's clock. */
  asOf?: string;
}

type Rotating = System & { rotation: RotationFacet };
const rotating = systems.filter((one): one is Rotating => one.rotation !== undefined);

/** Names of the systems that hold keys. */
export const rotatingSystems = rotating.map(({ name }) => name);

/** What a reader of rotations may want beside the status of each key. */
interface Extras<X> {
  /** Called with progress in words. */
  tell?(text: string): void;
  /**
   * Whether a listed key is meant; no further request is sent for one that is not. Default: all
   * are.
   */
  takes?(system: System, type: string, record: Wire): boolean;
  /** More about a key, read from its record, which is not kept. */
  also?(type: string, record: Wire): X;
}

/** The status of keys as `statusOf` determines it, and what `also` adds. */
type Row<X> = KeyRotationStatus & X;

/**
 * The rotation status of keys. The keys of containers and systems are read from lists, page by
 * page. A request for a single key is only sent where no list shows when it was rotated, see
 * {@link RotationFacet.facts}.
 */
export async function rotationStatus<X extends object = object>(
  api: Api,
  query: RotationQuery,
  extras: Extras<X> = {},
): Promise<RotationStatus & { keys: Row<X>[] }> {
  if (query.asOf !== undefined && !moment.safeParse(query.asOf).success)
    throw new ResourceError(`"${query.asOf}" is not a date and time such as 2027-01-31T00:00:00Z.`);
  const { maximumAgeDays, maximumAge, historyDays } = query;
  refuseOther({ maximumAgeDays, historyDays });
  const written = maximumAge === undefined ? [] : limitsIn(maximumAge);
  const common = maximumAgeDays === undefined ? [] : [{ days: maximumAgeDays, clause: `${maximumAgeDays}d` }];
  const asOf = new Date(query.asOf ?? (await api.time()));
  const keys = await new Reading(api, { asOf, limits: [...common, ...written] }, extras, historyDays).rows(query);
  keys.sort(bySystemContainerAndName);
  const clauses = maximumAge === undefined ? undefined : written.map(({ clause }) => clause);
  return {
    asOf: asOf.toISOString(),
    maximumAgeDays,
    maximumAge: clauses,
    historyDays,
    lastRotationOnly: historyDays === undefined ? undefined : withoutHistory(keys),
    summary: summarize(keys),
    keys,
  };
}

/** As in a limit's text. */
const mostDays = 99_999;

function refuseOther(numbers: Readonly<Record<string, unknown>>): void {
  for (const [name, days] of Object.entries(numbers)) {
    if (days === undefined || (typeof days === "number" && days > 0 && days <= mostDays)) continue;
    throw new ResourceError(
      `${name} must be a number of days above 0, at most ${mostDays}, not ${JSON.stringify(days)}.`,
    );
  }
}

function limitsIn(given: Limits): readonly KeyLimit[] {
  const { limits, problems } = readLimits(given, rotatingSystems);
  if (problems.length > 0) throw new ResourceError(`maximumAge: ${problems.join("; ")}.`);
  return limits;
}

/** The systems of these keys that rotate keys and keep no history of it. */
function withoutHistory(keys: readonly KeyRotationStatus[]): string[] | undefined {
  const present = new Set(keys.map(({ system }) => system));
  const found = rotating.filter(({ name, rotatable, rotation }) => present.has(name) && rotatable && !rotation.history);
  return found.length > 0 ? found.map(({ name }) => name) : undefined;
}

export function summarize(keys: readonly KeyRotationStatus[]): RotationSummary {
  const count = (state: RotationState) => keys.filter((one) => one.state === state).length;
  const ages = keys.flatMap(({ ageDays }) => ageDays ?? []);
  return {
    keys: keys.length,
    onTime: count("onTime"),
    atRisk: count("atRisk"),
    overdue: count("overdue"),
    unscheduled: count("unscheduled"),
    unrotated: keys.filter(({ rotatedBy }) => rotatedBy.by === "nobody").length,
    oldestDays: ages.length > 0 ? ages.reduce((a, b) => Math.max(a, b)) : undefined,
  };
}

function bySystemContainerAndName(a: KeyRotationStatus, b: KeyRotationStatus): number {
  const order = rotatingSystems.indexOf(a.system) - rotatingSystems.indexOf(b.system);
  return order || compare(a.container?.name, b.container?.name) || compare(a.name, b.name) || compare(a.id, b.id);
}

const compare = (a = "", b = ""): number => (a < b ? -1 : a > b ? 1 : 0);

/** Progress is reported after this many keys. */
const stride = 500;

/** One reading of keys: each becomes a row as soon as its page is there. */
class Reading<X extends object> {
  private readonly schedules: Schedules;
  private readonly places: Places;
  private done = 0;

  constructor(
    private readonly api: Api,
    private readonly judgement: Judgement,
    private readonly extras: Extras<X>,
    private readonly historyDays: number | undefined,
  ) {
    this.schedules = new Schedules(api);
    this.places = new Places(api);
  }

  async rows({ keys = [], containers = [], systems: names = [] }: RotationQuery): Promise<Row<X>[]> {
    const chosen = names.length > 0 ? names.map(systemNamed) : keys.length + containers.length > 0 ? [] : rotating;
    const found = await Promise.all([
      ...keys.map((key) => this.ofKey(key)),
      ...containers.map((one) => this.ofContainer(one)),
      ...chosen.map((system) => this.ofSystem(system)),
    ]);
    // A key may be requested twice, by itself and with its container.
    return [...new Map(found.flat().map((one) => [[one.system, one.id].join("/"), one])).values()];
  }

  private async ofKey({ type, id }: Reference): Promise<Row<X>[]> {
    const system = rotating.find(({ kinds }) => kinds && Object.hasOwn(kinds, type));
    if (!system) {
      const types = rotating.flatMap(({ kinds }) => Object.keys(kinds ?? {}));
      throw new ResourceError(`${type} is no type of keys; these are: ${types.join(", ")}.`);
    }
    const record = await keyOf(this.api, system, type, id);
    if (!record) throw new ResourceError(`the service has no ${type} with the id ${id}.`);
    return [await this.row(system, type, record, id)];
  }

  private async ofContainer({ type, id }: Reference): Promise<Row<X>[]> {
    const system = rotating.find(({ rotation }) => rotation.containers?.type === type);
    if (!system) {
      const types = rotating.flatMap(({ rotation }) => rotation.containers?.type ?? []);
      throw new ResourceError(`${type} is no container of keys; these are: ${types.join(", ")}.`);
    }
    const { list, filters, containers } = system.rotation;
    return this.listed(system, list, { ...filters, ...(await containers!.filters(this.api, id)) });
  }

  private async ofSystem(system: Rotating): Promise<Row<X>[]> {
    this.extras.tell?.(`reading the keys of ${system.title}`);
    const { list, others = [], filters = {} } = system.rotation;
    const lists = [this.listed(system, list, filters), ...others.map((one) => this.listed(system, one, {}))];
    return (await Promise.all(lists)).flat();
  }

  private async listed(system: Rotating, path: string, query: Query): Promise<Row<X>[]> {
    const { rotation } = system;
    const versions = new Versions(rotation.versions);
    const rows = await this.api.gather(path, query, (listed) => {
      const type = versions.isOld(listed) ? undefined : rotation.type(listed);
      if (type === undefined) return undefined;
      const record = rotation.shown?.(listed) ?? listed;
      return this.extras.takes?.(system, type, record) === false ? undefined : this.row(system, type, record);
    });
    return rows.filter(({ id }) => !versions.old.has(id));
  }

  private async row(system: Rotating, type: string, record: Wire, id = idIn(record)): Promise<Row<X>> {
    const { rotation } = system;
    const container = await this.places.of(system, record);
    const found: Found = { system, type, id, record, container };
    // The key whose rotation counts: for a replica, its primary key.
    const leader = (await rotation.leader?.(record, this.api)) ?? record;
    const bound = boundTo(leader, container?.record);
    const api = listingOnce(this.api);
    const own = await rotation.facts(api, leader);
    const schedule = bound
      ? await this.schedules.find(bound.id, bound.ofContainer)
      : rotation.selecting && (await this.schedules.selecting(rotation.selecting, leader, own, this.judgement.asOf));
    const facts = await this.dated(own, leader, bound && schedule);
    if (++this.done % stride === 0) this.extras.tell?.(`${this.done} keys read`);
    const status = statusOf(found, facts, schedule, schedule ? undefined : bound?.id, this.judgement);
    const rotations = await this.history(api, system, leader, status.lastRotation);
    return { ...status, rotations, ...this.extras.also?.(type, record) } as Row<X>;
  }

  /** If a record has no time of rotation, that of the schedule's run in which it changed counts. */
  private async dated(facts: MaterialFacts, record: Wire, schedule: BoundSchedule | undefined): Promise<MaterialFacts> {
    if (facts.rotated !== null || !schedule) return facts;
    return { ...facts, rotated: await this.schedules.runThatChanged(schedule.id, String(record.updatedAt)) };
  }

  /** The rotations in the period that was asked for. */
  private async history(
    api: Api,
    { rotation }: Rotating,
    record: Wire,
    last: string | undefined,
  ): Promise<string[] | undefined> {
    if (this.historyDays === undefined) return undefined;
    const end = this.judgement.asOf.getTime();
    const all = [...((await rotation.history?.(record, api)) ?? []), ...(last === undefined ? [] : [last])];
    const moments = new Map(all.map((one) => [Date.parse(one), one]));
    const since = end - this.historyDays * 86_400_000;
    return inOrder([...moments].flatMap(([at, one]) => (at >= since && at <= end ? [one] : [])));
  }
}

/** The same API for one key, whose last rotation and history may be in the same list. */
function listingOnce(api: Api): Api {
  const lists = new Map<string, Promise<Wire[]>>();
  const list: Api["list"] = (path, ...how) => {
    const called = JSON.stringify([path, ...how]);
    const found = lists.get(called) ?? api.list(path, ...how);
    lists.set(called, found);
    return found;
  };
  return Object.assign(Object.create(api) as Api, { list });
}

/** The key as its resource would find it. */
function keyOf(api: Api, system: Rotating, type: string, id: string): Promise<Wire | undefined> {
  const find = system.rotatable?.[type]?.find;
  if (find) return find(api, id);
  const definition = system.definitions.find((one) => one.type === type)!;
  const read = definition.hooks?.read;
  return ifFound(read ? Promise.resolve(read(api, id, {}, {})) : api.get(itemPath(definition, id)));
}

function systemNamed(name: string): Rotating {
  const system = rotating.find((one) => one.name === name);
  if (system) return system;
  throw new ResourceError(`there are no keys in "${name}", only in ${rotatingSystems.join(", ")}.`);
}

/** Where a key is. */
type Place = NonNullable<Found["container"]>;

/** The containers of each system, read once. */
class Places {
  readonly #known = new Map<string, Promise<Place[]>>();

  constructor(private readonly api: Api) {}

  private list(containers: KeyContainers): Promise<Place[]> {
    const known = this.#known.get(containers.type) ?? this.read(containers);
    this.#known.set(containers.type, known);
    return known;
  }

  private async read(containers: KeyContainers): Promise<Place[]> {
    const records = await this.api.list(containers.path);
    return records.map((record) => ({ record, reference: referenceOf(containers, record) }));
  }

  async of({ rotation }: Rotating, key: Wire): Promise<Place | undefined> {
    const containers = rotation.containers;
    return containers && (await this.list(containers)).find(({ record }) => containers.holds(record, key));
  }
}

const referenceOf = (containers: KeyContainers, record: Wire): ContainerReference => ({
  type: containers.type,
  id: idIn(record),
  name: containers.name(record),
});

/** Containers of these systems that have this id or name. */
export async function containersCalled(
  api: Api,
  called: string,
  names: readonly string[],
): Promise<ContainerReference[]> {
  const chosen = names.length > 0 ? names.map(systemNamed) : rotating;
  const lists = chosen.map(async ({ rotation: { containers } }) =>
    containers ? (await api.list(containers.path)).map((record) => referenceOf(containers, record)) : [],
  );
  const all = (await Promise.all(lists)).flat();
  const found = all.filter(({ id, name }) => id === called || name === called);
  if (found.length > 0) return found;
  const known = all.map(({ name }) => `"${name}"`).join(", ");
  throw new ResourceError(`no container of keys has the name or id "${called}"; there are ${known || "none"}.`);
}
