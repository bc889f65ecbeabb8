import { idOf, listOf, type Client, type Loose, type Reply } from "../client";

/** A change of an external system itself: POST /emulator/world/<system>/<what>, with that body. */
export type WorldChange = readonly [what: string, body: object];

/** A body that is refused: what is wrong with it, the fields that differ, and words of the refusal. */
export type Refusal = readonly [name: string, changes: object, words?: string];

/** For `test.each`: refusals, each with words. */
export const refusals = (...all: (readonly Refusal[])[]) =>
  all.flat().map(([name, changes, words = ""]) => ({ name, changes, words }));

/**
 * What is particular to one external system in the emulator; the tests beside this file say what
 * all have in common.
 */
export interface System {
  /** The part of the world. */
  readonly world: string;
  /** What its connections are called in paths. */
  readonly service: string;
  /** The body of a connection that works. */
  readonly login: object;
  /** Fields of the responses for it. */
  readonly shows?: object;
  /** What of `login` no response contains. */
  readonly secrets: readonly string[];
  /** More bodies that work, by name. */
  readonly otherLogins?: Readonly<Record<string, object>>;
  /** Changes of `login` that the external system refuses; the first must be possible with PATCH. */
  readonly wrong: readonly [Refusal, ...Refusal[]];
  /** Changes of `login` that the service refuses itself. */
  readonly invalid: readonly Refusal[];
  /** Makes its tests take time, or refuses the credentials of new connections for a while. */
  readonly waits: (time: { testSeconds?: number; readyAfterSeconds?: number }) => WorldChange;
  /** From now on it refuses `login`, with these words. */
  readonly lockOut: readonly [WorldChange, words: string];
  /** Creates what a connection needs. */
  readonly prepare?: (client: Client) => Promise<unknown>;
  readonly containers: Containers;
  readonly refresh: Refresh;
  readonly keys?: Keys;
}

/**
 * Keys that can be made in the containers of one system, and end in two steps: in the system
 * itself, and in the service.
 */
interface Keys {
  /** The field of a request with the container, and the one of records where that is another. */
  readonly within: string;
  readonly recorded?: string;
  /** The rest of the body. */
  readonly body: (name: string) => object;
  /** The part of a record that says what the key is; the record itself without it. */
  readonly part?: string;
  /** What records, and filters, call its name. Default: `name`. */
  readonly named?: string;
  /** What it shows beside the name. */
  readonly shows?: object;
  /** A change by PATCH, in the same words as records; absent where the system cannot change a key. */
  readonly change?: object;
  /** Changes of the body that are refused. */
  readonly invalid: readonly Refusal[];
}

/** Containers of one system. */
interface Containers {
  readonly path: string;
  /** Path of the call that adds some. */
  readonly add: string;
  /** Its body, without the connection. */
  readonly body: (...references: string[]) => object;
  /**
   * The list of added containers in the response; without, the response is the list or the
   * container.
   */
  readonly list?: string;
  /** References of the containers that the connection sees; the first is the one that tests add. */
  readonly offered: readonly [string, ...string[]];
  /** Another login that works and does not see the first one. */
  readonly stranger?: object;
  /** The lookup of those: path, body, the list in the response, and the reference in each item. */
  readonly lookup?: readonly [path: string, body: object, list: string | undefined, reference: string];
  /** Changes of the body that are refused. */
  readonly invalid: readonly Refusal[];
  /**
   * Filters that match the first one only; unless `connection` is undefined there, lists also
   * filter by connection.
   */
  readonly filters: Readonly<Record<string, string | undefined>>;
  /** Fields of the record. */
  readonly shows: object;
  /** The action below a container that removes it. Default: DELETE. */
  readonly removal?: string;
  /** The actions that a permission to `keycreate` becomes. Default: with `view`. */
  readonly permits?: readonly string[];
}

/** How the service downloads what a container holds. */
interface Refresh {
  readonly path: string;
  /** The list of containers in a request; a schedule may call it otherwise. */
  readonly list: string;
  readonly scheduledAs?: string;
  readonly cloudName: string;
  /** What a job says instead of `cloud_name`, and of its status instead of `in_progress`. */
  readonly words?: { readonly cloud: string; readonly running: string };
  /** Path of the keys, and how many the first container holds. */
  readonly keys: string;
  readonly total: number;
  /** Adds a key to the container, and takes another one away. */
  readonly found: WorldChange;
  readonly lost: WorldChange;
  /** How a change of the world's `keys` names the container, where that is all it needs. */
  readonly place?: object;
  /** How many records those keys have, if it is not one each. */
  readonly halves?: { readonly found?: number; readonly lost?: number };
  readonly takes: (seconds: number) => WorldChange;
  /** The service's scheduler cannot do it. */
  readonly unscheduled?: boolean;
}

/** A row as it is written: what is regular is left out. */
export interface Row extends Omit<System, "service" | "waits" | "containers" | "refresh"> {
  /**
   * The account that `login` opens, as a change of the world names it: that list says how it
   * `waits`.
   */
  readonly account: WorldChange;
  /** Default: the name of its part of the world. */
  readonly service?: string;
  /** The path below which its calls are. Default: `/cckm/` and the name of its part of the world. */
  readonly root?: string;
  /** What the service calls its containers, all together, in paths and requests. */
  readonly called: string;
  /**
   * Default: `<root>/<called>`, added with `<root>/add-<called>`; the record shows what lists
   * filter by.
   */
  readonly containers: Omit<Containers, "path" | "add" | "shows"> & Partial<Containers>;
  /**
   * Default: `<root>/synchronization-jobs` with a list `<called>`, for `<root>/keys`; scheduled
   * under the name in the world. A key called `found` is added, and one of that name taken away, at
   * the place that a change of the world's `keys` names.
   */
  readonly refresh: Omit<Refresh, RegularRefresh | "found" | "lost"> &
    Partial<Pick<Refresh, RegularRefresh>> &
    (Pick<Refresh, "found" | "lost"> | Lost);
}
type RegularRefresh = "path" | "list" | "cloudName" | "keys";
interface Lost {
  readonly place: object;
  readonly loses: string;
}

/** The row with what is regular. */
export function systemOf({ called, root, service, account, containers, refresh, ...row }: Row): System {
  const { world } = row;
  const [accounts, named] = account;
  const at = root ?? `/cckm/${world}`;
  return {
    ...row,
    service: service ?? world,
    waits: (time) => [accounts, { ...named, ...time }],
    containers: { path: `${at}/${called}`, add: `${at}/add-${called}`, shows: containers.filters, ...containers },
    refresh: {
      ...{ path: `${at}/synchronization-jobs`, list: called, cloudName: world, keys: `${at}/keys` },
      ...("loses" in refresh ? changedAt(refresh) : {}),
      ...(refresh as Omit<Refresh, RegularRefresh>),
    },
  };
}

const changedAt = ({ place, loses: key }: Lost): Pick<Refresh, "found" | "lost"> => ({
  found: ["keys", { ...place, name: "found" }],
  lost: ["keys", { ...place, key, delete: true }],
});

/** One system as a client of the service sees it; tests of connections take no time. */
export class SystemClient {
  readonly connections: string;
  /** The name of a connection unless a test gives it another. */
  readonly name: string;

  private constructor(
    readonly client: Client,
    readonly system: System,
  ) {
    this.connections = `/connectionmgmt/services/${system.service}/connections`;
    this.name = system.world;
  }

  static async of(client: Client, system: System): Promise<SystemClient> {
    const own = new SystemClient(client, system);
    await system.prepare?.(client);
    await own.change(system.waits({ testSeconds: 0 }));
    return own;
  }

  /** Changes the external system itself. */
  async change([what, body]: WorldChange): Promise<void> {
    const reply = await this.client.raw("POST", `/emulator/world/${this.system.world}/${what}`, body);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  }

  async world(): Promise<Loose> {
    return (await this.client.raw("GET", "/emulator/world")).body[this.system.world]!;
  }

  /** A connection that has not been tested. */
  create(name = this.name, changes: object = {}): Promise<Loose> {
    return this.client.ok("POST", this.connections, { name, ...this.system.login, ...changes });
  }

  /** Tests a connection; returns what it shows of the result. */
  async test(name = this.name): Promise<Loose> {
    const path = `${this.connections}/${name}`;
    // Some tests are jobs.
    if ((await this.client.ok("POST", `${path}/test`)).status === "in_progress") await this.client.advance(1);
    return this.client.ok("GET", path);
  }

  /** A connection that is ready; returns its id. */
  async connect(name = this.name, changes: object = {}): Promise<string> {
    await this.create(name, changes);
    const tested = await this.test(name);
    expect(tested).toMatchObject({ last_connection_ok: true });
    return idOf(tested);
  }

  body(connection: string, ...references: string[]): object {
    const { body, offered } = this.system.containers;
    return { connection, ...(references.length === 0 ? body(offered[0]) : body(...references)) };
  }

  add = (connection: string, ...references: string[]): Promise<Reply> =>
    this.client.post(this.system.containers.add, this.body(connection, ...references));

  /** The containers in the response to `add`. */
  added({ body }: Reply): Loose[] {
    const { list } = this.system.containers;
    const found: Loose = list === undefined ? body : body[list]!;
    return Array.isArray(found) ? listOf(found) : [found];
  }

  /** A container on a connection that is ready. */
  async container(...references: string[]): Promise<Loose> {
    const reply = await this.add(await this.connect(), ...references);
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
    return this.added(reply)[0]!;
  }

  count = async (path: string): Promise<unknown> => (await this.client.ok("GET", path)).total;

  /** Runs a refresh of these containers, or of all, to its end. */
  async refresh(...containers: string[]): Promise<Loose> {
    const { path, list } = this.system.refresh;
    const body = containers.length === 0 ? { synchronize_all: true } : { [list]: containers };
    const job = await this.client.ok("POST", path, body);
    await this.client.advance(2);
    return this.client.ok("GET", `${path}/${idOf(job)}`);
  }
}
