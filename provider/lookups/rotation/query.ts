import type { Api, Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { ResourceError } from "../../lifecycle/failure";
import { jobConfigs } from "../../resources/schedules/jobConfig";
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
import { boundTo, scheduleOf, statusOf, type Found } from "./status";

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

type Tell = (text: string) => void;

export async function rotationStatus(api: Api, query: RotationQuery, tell: Tell = () => {}): Promise<RotationStatus> {
  if (query.asOf !== undefined && !moment.safeParse(query.asOf).success)
    throw new ResourceError(`"${query.asOf}" is not a date and time such as 2027-01-31T00:00:00Z.`);
  const asOf = new Date(query.asOf ?? (await api.time()));
  const { maximumAgeDays } = query;
  if (maximumAgeDays !== undefined && !(typeof maximumAgeDays === "number" && maximumAgeDays > 0))
    throw new ResourceError(`maximumAgeDays must be a number of days above 0, not ${JSON.stringify(maximumAgeDays)}.`);
  const schedules = new Schedules(api);
  const found = await findAll(api, query, tell);
  let done = 0;
  const keys = await Promise.all(
    found.map(async (one) => {
      const bound = boundTo(one.record, one.container?.record);
      const schedule = bound && (await schedules.find(bound.id, bound.ofContainer));
      const facts = await factsOf(api, one, schedule, schedules);
      if (++done % 500 === 0) tell(`${done} of ${found.length} keys read`);
      return statusOf(one, facts, schedule, schedule ? undefined : bound?.id, { asOf, maximumAgeDays });
    }),
  );
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

/** If a record has no time of rotation, that of the schedule's run in which it changed counts. */
async function factsOf(
  api: Api,
  { system, record }: Found,
  schedule: BoundSchedule | undefined,
  schedules: Schedules,
): Promise<MaterialFacts> {
  const facts = await system.rotation!.facts(api, record);
  if (facts.rotated !== null || !schedule) return facts;
  return { ...facts, rotated: await schedules.runThatChanged(schedule.id, String(record.updatedAt)) };
}

/** The schedules of the service, read once. */
class Schedules {
  #configs: Promise<Map<string, Wire>> | undefined;
  readonly #runs = new Map<string, Promise<Wire[]>>();

  constructor(private readonly api: Api) {}

  async find(id: string, ofContainer: boolean): Promise<BoundSchedule | undefined> {
    this.#configs ??= this.api
      .list(jobConfigs, { operation: "cckm_key_rotation" })
      .then((all) => new Map(all.map((one) => [idIn(one), one])));
    const config = (await this.#configs).get(id);
    return config && scheduleOf(config, ofContainer);
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

async function findAll(api: Api, query: RotationQuery, tell: Tell): Promise<Found[]> {
  const { keys = [], containers = [], systems: names = [] } = query;
  const chosen = names.length > 0 ? names.map(systemNamed) : keys.length + containers.length > 0 ? [] : rotating;
  const places = new Places(api);
  const found = await Promise.all([
    ...keys.map((key) => findKey(api, key, places)),
    ...containers.map((one) => findInContainer(api, one, places)),
    ...chosen.map((system) => findInSystem(api, system, places, tell)),
  ]);
  // A key may be requested twice, by itself and with its container.
  return [...new Map(found.flat().map((one) => [`${one.system.name}/${one.id}`, one])).values()];
}

function systemNamed(name: string): Rotating {
  const system = rotating.find((one) => one.name === name);
  if (system) return system;
  throw new ResourceError(`there are no rotating keys in "${name}", only in ${rotatingSystems.join(", ")}.`);
}

async function findKey(api: Api, { type, id }: Reference, places: Places): Promise<Found[]> {
  const system = rotating.find(({ rotatable }) => rotatable && type in rotatable);
  if (!system) {
    const types = rotating.flatMap(({ rotatable }) => Object.keys(rotatable ?? {}));
    throw new ResourceError(`the service cannot rotate ${type} on a schedule, only ${types.join(", ")}.`);
  }
  const record = await system.rotatable![type]!.find(api, id);
  if (!record) throw new ResourceError(`the service has no ${type} with the id ${id}.`);
  return [{ system, type, id, record, container: await places.of(system, record) }];
}

async function findInContainer(api: Api, { type, id }: Reference, places: Places): Promise<Found[]> {
  const system = rotating.find(({ rotation }) => rotation.containers?.type === type);
  if (!system) {
    const types = rotating.flatMap(({ rotation }) => rotation.containers?.type ?? []);
    throw new ResourceError(`${type} is no container of keys that rotate; these are: ${types.join(", ")}.`);
  }
  const { list, filters, containers } = system.rotation;
  const records = await api.list(list, { ...filters, ...(await containers!.filters(api, id)) });
  return counted(system, records, places);
}

async function findInSystem(api: Api, system: Rotating, places: Places, tell: Tell): Promise<Found[]> {
  tell(`reading the keys of ${system.title}`);
  const { list, others = [], filters } = system.rotation;
  const lists = await Promise.all([api.list(list, filters), ...others.map((one) => api.list(one))]);
  return counted(system, lists.flat(), places);
}

async function counted(system: Rotating, records: readonly Wire[], places: Places): Promise<Found[]> {
  const { rotation } = system;
  const found = records.map(async (listed): Promise<Found[]> => {
    const type = rotation.type(listed);
    if (type === undefined) return [];
    const record = rotation.shown?.(listed) ?? listed;
    return [{ system, type, id: idIn(record), record, container: await places.of(system, record) }];
  });
  return (await Promise.all(found)).flat();
}

/** The containers of each system, read once. */
class Places {
  readonly #known = new Map<string, Promise<Wire[]>>();

  constructor(private readonly api: Api) {}

  list(containers: KeyContainers): Promise<Wire[]> {
    const known = this.#known.get(containers.type) ?? this.api.list(containers.path);
    this.#known.set(containers.type, known);
    return known;
  }

  async of({ rotation }: Rotating, key: Wire): Promise<Found["container"]> {
    const containers = rotation.containers;
    if (!containers) return undefined;
    const record = (await this.list(containers)).find((one) => containers.holds(one, key));
    return record && { record, reference: referenceOf(containers, record) };
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
