import { setFlagsFromString } from "node:v8";
import { systemClock, type Stop } from "../api/clock";
import { createApi } from "../api/client";
import { printableLines } from "../api/printable";
import { readSettings, type SettingName } from "../api/settings";
import { SharedReads } from "../api/sharedReads";
import type { Bag, Failure } from "../lifecycle/definition";
import { isAway } from "../api/errors";
import { explain, InitializationError, ResourceError } from "../lifecycle/failure";
import { Lifecycle, type Surroundings } from "../lifecycle/lifecycle";
import { Neighbors } from "../lifecycle/neighbors";
import { optionsOf } from "../lifecycle/options";
import { Presence } from "../lifecycle/presence";
import { Prerequisites } from "../lifecycle/prerequisites";
import { hasUnknown } from "../lifecycle/schema";
import { busyClouds } from "../resources/clouds";
import { definitionOf } from "../resources/load";
import { Caller } from "./caller";
import { isInHost } from "./calls";
import { Ending } from "./ending";

/**
 * What the reference in every resource's state requires: one provider object a type, all of them sharing one session.
 * Pulumi's dynamic host calls it; see https://www.pulumi.com/docs/iac/concepts/providers/dynamic-providers/.
 */

// A provider process lives for one command and mostly waits: optimizing its code costs more memory and time than it saves.
setFlagsFromString("--no-opt");

/** The stack's configuration, or that of an explicit provider instance. */
interface Configuration {
  get(key: string): string | undefined;
}

type Connected = Pick<Surroundings, "api" | "presence" | "prerequisites" | "shared">;

const providerKey = "__provider";
let configuration: Configuration = { get: () => undefined };
let known: Surroundings | undefined;
const neighbors = new Neighbors();
const ending = new Ending();
const caller = new Caller(neighbors, () => ending.cancel());
if (isInHost()) ending.endWithEngine();

/** Output of Pulumi's dynamic host that its engine prints under the resource anyway: once is enough. */
const told = new Set<string>();
const { error: print } = console;
Object.assign(console, {
  error: (...texts: unknown[]) => (told.delete(String(texts[0])) ? undefined : print(...texts)),
});

/**
 * Pulumi's dynamic host prints a caught error as `${error}: ${error.stack}`; only its name and message
 * are useful to a user.
 */
function plain(error: unknown): Error {
  const shown = error instanceof Error ? error : new Error(String(error));
  shown.message = printableLines(shown.message);
  if (shown instanceof InitializationError) shown.reasons.splice(0, Infinity, shown.message);
  shown.stack = shown.message;
  told.add(`${shown.name}: ${shown.message}`);
  return Object.assign(shown, { toString: () => shown.name });
}

async function shown<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await ending.attend(work);
  } catch (error) {
    throw plain(error);
  }
}

/** The same for every call, once there is a call: before, the configuration is not known. */
function surroundings(): Surroundings {
  if (known) return known;
  const stop = ending.stop();
  known = {
    ...connect(stop),
    clock: systemClock,
    stop: stop.waits,
    busy: busyClouds,
    log: (text) => process.stdout.write(`${printableLines(text)}\n`),
  };
  return known;
}

function connect(at: Stop): Connected {
  const settings = readSettings((name: SettingName) => configuration.get(`ciphertrust:${name}`));
  const plain = createApi(settings, { stop: at });
  const shared = new SharedReads(plain, systemClock);
  const api = shared.watching(plain);
  const presence = new Presence(api, systemClock, settings);
  const prerequisites = new Prerequisites(systemClock);
  return { api, presence, prerequisites, shared: settings.individualReads ? undefined : shared };
}

let loggedIn: Promise<void> | undefined;

/** A preview reports settings and credentials that cannot work before anything is created. A preview without a service remains useful. */
async function tryLogin(): Promise<void> {
  const { api, log } = surroundings();
  try {
    await api.logIn();
  } catch (error) {
    if (!isAway(error)) throw explain("logging in", error);
    log(
      `warning: ${error.message}. ${error.facts.advice ?? ""} What the program declares was checked without the service.`,
    );
  }
}

const split = (bag: Bag) => {
  const { [providerKey]: reference, ...rest } = bag;
  return { reference, rest };
};

/** Given a property, Pulumi's engine prints its value beside the reason, secrets too: so the property goes into the message. */
function withoutValue({ property, reason }: Failure): Failure {
  return { property: "", reason: property === "" ? reason : `${property}: ${reason}` };
}

/** Work that may leave an object behind when it fails: without the reference it could be neither refreshed nor deleted. */
function recorded<T>(inputs: Bag, work: (inputs: Bag) => Promise<T>): Promise<T> {
  const { reference, rest } = split(inputs);
  return shown(() =>
    work(rest).catch((error: unknown) => {
      if (error instanceof InitializationError) error.properties[providerKey] = reference;
      throw error;
    }),
  );
}

/** What Pulumi's dynamic host calls, in plain types. */
export interface TypeProvider {
  configure(request: { config: Configuration }): Promise<void>;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: PropertyFailure[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<Difference>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  /** An empty id when the service no longer has the object. */
  read(id: string, props: Properties): Promise<{ id: string; props: Properties; inputs?: Properties }>;
  delete(id: string, props: Properties): Promise<void>;
}

type Properties = Record<string, unknown>;

/** One problem of one property; `property` is empty when it concerns the whole resource. */
export interface PropertyFailure {
  property: string;
  reason: string;
}

/** What an update would change. */
export interface Difference {
  changes: boolean;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** The result of a refresh, or of a `get`, that finds or misses the object. */
async function readObject(lifecycle: Lifecycle, type: string, id: string, { rest }: ReturnType<typeof split>) {
  caller.noteRead(rest);
  const found = await lifecycle.read(id, rest);
  if (found) return { id: found.id, props: found.state, inputs: { ...found.inputs, ...caller.options() } };
  // A refresh has the object's state, and removes it. Without a state, a program looks the object up with `get`, and relies on it.
  if (Object.keys(rest).length > 0) return { id: "", props: {} };
  throw new ResourceError(
    `reading ${type} "${id}" failed: the service has no ${type} with this id. Check the id given to get.`,
  );
}

/** What a diff returns to Pulumi: for a refresh, in which everything is known, what differs; for a plan, also what is refused. */
async function differenceOf(lifecycle: Lifecycle, id: string, before: Bag, wanted: Bag): Promise<Difference> {
  const plan = caller.isDeclared() ? "plan" : hasUnknown(wanted) ? "follow" : undefined;
  const difference = await (plan ? lifecycle[plan](id, before, wanted) : lifecycle.compare(before, wanted));
  caller.tellChanges(difference, wanted);
  const { changes, replaces, deleteBeforeReplace } = difference;
  return { changes, replaces, deleteBeforeReplace };
}

/** The object Pulumi's dynamic host drives for one resource type. */
export function provider(type: string): TypeProvider {
  const definition = definitionOf(type);
  const company = {
    neighbors,
    self: () => caller.self(),
    isManaged: () => caller.isManaged(),
    owner: (inputs: Bag) => caller.owner(optionsOf(inputs).organization),
  };
  const lifecycle = new Lifecycle(definition, surroundings, company);
  return {
    configure({ config }: { config: Configuration }) {
      configuration = config;
      return Promise.resolve();
    },
    check: (olds: Bag, news: Bag) =>
      shown(async () => {
        const { inputs, failures } = lifecycle.check(split(olds).rest, news);
        caller.declare();
        const isNew = Object.keys(olds).length === 0;
        if (isNew && failures.length === 0 && definition.path !== "") await (loggedIn ??= tryLogin());
        return { inputs, failures: failures.map(withoutValue) };
      }),
    diff: (id: string, olds: Bag, news: Bag) =>
      shown(() => differenceOf(lifecycle, id, split(olds).rest, split(news).rest)),
    create: (inputs: Bag) =>
      recorded(inputs, async (rest) => {
        caller.isDeclared();
        const { id, state } = await lifecycle.create(rest);
        return { id, outs: state };
      }),
    update: (id: string, olds: Bag, news: Bag) =>
      recorded(news, async (rest) => ({ outs: (await lifecycle.update(id, split(olds).rest, rest)).state })),
    read: (id: string, props: Bag) => shown(() => readObject(lifecycle, type, id, split(props))),
    delete: (id: string, props: Bag) => shown(() => lifecycle.delete(id, split(props).rest)),
  };
}

/** References name the handler of a type as if it were exported here; those of earlier versions call {@link provider}. */
module.exports = new Proxy(module.exports as object, {
  get: (exported, name: string): unknown => (/^[A-Z]/.test(name) ? () => provider(name) : Reflect.get(exported, name)),
});
