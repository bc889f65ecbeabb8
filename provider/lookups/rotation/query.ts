import type { Api, Query, Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { jobConfigs } from "../../resources/schedules/fields";
import { moment } from "../../resources/moment";
import type { KeyContainers, MaterialFacts, RotationFacet } from "../../resources/rotation";
import type { System } from "../../resources/system";
import { systems } from "../../resources/systems";
import type {
  BoundSchedule,
  ContainerReference,
  KeyRotationStatus,
  RotationState,
  RotationStatus,
  RotationSummary,
} from "./result";
import { boundTo, scheduleOf, statusOf, type Found, type Judgement } from "./status";

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
  /** RFC 3339. Default: now, by the service's clock. */
  asOf?: string;
}

type Rotating = System & { rotation: RotationFacet };
const rotating = systems.filter((one): one is Rotating => one.rotation !== undefined);

/** Names of the systems whose keys rotate. */
export const rotatingSystems = rotating.map(({ name }) => name);

/** What a reader of rotations may want beside the status of each key. */
interface Extras<X> {
  /** Called with progress in words. */
  tell?(text: string): void;
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
  const { maximumAgeDays } = query;
  if (maximumAgeDays !== undefined && !(typeof maximumAgeDays === "number" && maximumAgeDays > 0))
    throw new ResourceError(`maximumAgeDays must be a number of days above 0, not ${JSON.stringify(maximumAgeDays)}.`);
  const asOf = new Date(query.asOf ?? (await api.time()));
  const keys = await new Reading(api, { asOf, maximumAgeDays }, extras).rows(query);
  keys.sort(bySystemContainerAndName);
  return { asOf: asOf.toISOString(), maximumAgeDays, summary: summarize(keys), keys };
}

export function summarize(keys: readonly KeyRotationStatus[]): RotationSummary {
  const count = (state: RotationState) => keys.filter((one) => one.state === state).length;
  const ages = keys.flatMap(({ ageDays }) => ageDays ?? []);
  return {
    keys: keys.length,
    onTime: count("onTime"),
    overdue: count("overdue"),
    unscheduled: count("unscheduled"),
    oldestDays: ages.length > 0 ? ages.reduce((a, b) => Math.max(a, b)) : undefined,
  };
}

function bySystemContainerAndName(a: KeyRotationStatus, b: KeyRotationStatus): number {
  const order = rotatingSystems.indexOf(a.system) - rotatingSystems.indexOf(b.system);
  return order || compare(a.container?.name, b.container?.name) || compare(a.name, b.name) || compare(a.id, b.id);
}

const compare = (a = "", b = ""): number => (a < b ? -1 : a > b ? 1 : 0);

/** The schedules of the service, read once. */
class Schedules {
  #configs: Promise<Map<string, Wire>> | undefined;
  readonly #plans = new Map<string, BoundSchedule>();
  readonly #runs = new Map<string, Promise<Wire[]>>();

  constructor(private readonly api: Api) {}

  async find(id: string, ofContainer: boolean): Promise<BoundSchedule | undefined> {
    this.#configs ??= this.api
      .list(jobConfigs, { operation: "cckm_key_rotation" })
      .then((all) => new Map(all.map((one) => [idIn(one), one])));
    const config = (await this.#configs).get(id);
    if (!config) return undefined;
    // One object for all keys that are bound alike.
    const key = `${id} ${ofContainer}`;
    const plan = this.#plans.get(key) ?? scheduleOf(config, ofContainer);
    this.#plans.set(key, plan);
    return plan;
  }

  /** When the run ended in which the object last changed; null if it changed at another time. */
  async runThatChanged(id: string, changed: string): Promise<string | null> {
    if (!this.#runs.has(id)) {
      this.#runs.set(id, this.api.list("/scheduler/jobs", { job_config_id: id, status: "completed" }));
    }
    const at = Date.parse(changed);
    const during = (run: Wire) => Date.parse(String(run.started_at)) <= at && at <= Date.parse(String(run.finished_at));
    const run = (await this.#runs.get(id)!).find(during);
    return run ? String(run.finished_at) : null;
  }
}

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
    const system = rotating.find(({ rotatable }) => rotatable && type in rotatable);
    if (!system) {
      const types = rotating.flatMap(({ rotatable }) => Object.keys(rotatable ?? {}));
      throw new ResourceError(`the service cannot rotate ${type} on a schedule, only ${types.join(", ")}.`);
    }
    const record = await system.rotatable![type]!.find(this.api, id);
    if (!record) throw new ResourceError(`the service has no ${type} with the id ${id}.`);
    return [await this.row(system, type, record, id)];
  }

  private async ofContainer({ type, id }: Reference): Promise<Row<X>[]> {
    const system = rotating.find(({ rotation }) => rotation.containers?.type === type);
    if (!system) {
      const types = rotating.flatMap(({ rotation }) => rotation.containers?.type ?? []);
      throw new ResourceError(`${type} is no container of keys that rotate; these are: ${types.join(", ")}.`);
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

  private listed(system: Rotating, path: string, query: Query): Promise<Row<X>[]> {
    const { rotation } = system;
    return this.api.gather(path, query, (listed) => {
      const type = rotation.type(listed);
      return type === undefined ? undefined : this.row(system, type, rotation.shown?.(listed) ?? listed);
    });
  }

  private async row(system: Rotating, type: string, record: Wire, id = idIn(record)): Promise<Row<X>> {
    const container = await this.places.of(system, record);
    const found: Found = { system, type, id, record, container };
    const bound = boundTo(record, container?.record);
    const schedule = bound && (await this.schedules.find(bound.id, bound.ofContainer));
    const facts = await this.factsOf(found, schedule);
    if (++this.done % stride === 0) this.extras.tell?.(`${this.done} keys read`);
    const status = statusOf(found, facts, schedule, schedule ? undefined : bound?.id, this.judgement);
    return { ...status, ...this.extras.also?.(type, record) } as Row<X>;
  }

  /** If a record has no time of rotation, that of the schedule's run in which it changed counts. */
  private async factsOf({ system, record }: Found, schedule: BoundSchedule | undefined): Promise<MaterialFacts> {
    const facts = await system.rotation!.facts(this.api, record);
    if (facts.rotated !== null || !schedule) return facts;
    return { ...facts, rotated: await this.schedules.runThatChanged(schedule.id, String(record.updatedAt)) };
  }
}

function systemNamed(name: string): Rotating {
  const system = rotating.find((one) => one.name === name);
  if (system) return system;
  throw new ResourceError(`there are no rotating keys in "${name}", only in ${rotatingSystems.join(", ")}.`);
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
