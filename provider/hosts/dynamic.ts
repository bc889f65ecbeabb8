import type { SettingName } from "../api/settings";
import type { Bag } from "../lifecycle/definition";
import { InitializationError } from "../lifecycle/failure";
import { secretsOf } from "../lifecycle/field";
import { definitionOf } from "../resources/load";
import { providerKey } from "./caller";
import { callOf, isInHost, listen, passedOnDelete } from "./calls";
import { Host, printable, type Driven } from "./host";
import { concealed, defined } from "./values";

/**
 * What the reference in every resource's state requires: one provider object a type, all of them sharing one session.
 * Pulumi's dynamic host calls it; see https://www.pulumi.com/docs/iac/concepts/providers/dynamic-providers/.
 */

/** The stack's configuration, or that of an explicit provider instance. */
interface Configuration {
  get(key: string): string | undefined;
}

let configuration: Configuration = { get: () => undefined };
const host = new Host({
  setting: (name: SettingName) => configuration.get(`ciphertrust:${name}`),
  log: (text) => process.stdout.write(`${text}\n`),
  listen,
  byId: "get",
});
if (isInHost()) host.ending.endWithEngine();

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
  const shown = printable(error);
  shown.stack = shown.message;
  told.add(`${shown.name}: ${shown.message}`);
  return Object.assign(shown, { toString: () => shown.name });
}

async function shown<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await host.ending.attend(work);
  } catch (error) {
    throw plain(error);
  }
}

const split = (bag: Bag) => {
  const { [providerKey]: reference, ...rest } = bag;
  return { reference, rest };
};

/** Work that may leave an object behind when it fails: without the reference it could be neither refreshed nor deleted. */
function recorded<T>(inputs: Bag, work: (inputs: Bag) => Promise<T>): Promise<T> {
  const { reference, rest } = split(inputs);
  return shown(() =>
    work(rest).catch((error: unknown) => {
      if (error instanceof InitializationError)
        Object.assign(error, { properties: { ...defined(error.properties), [providerKey]: reference } });
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

/** A state of the plugin lacks the reference, without which Pulumi's host can neither refresh nor delete: an update adds it. */
async function differenceOf(driven: Driven, id: string, before: Bag, wanted: Bag): Promise<Difference> {
  const { reference, rest } = split(before);
  const { changes, replaces, deleteBeforeReplace } = await driven.diff(callOf(wanted), id, rest, split(wanted).rest);
  return { changes: changes || reference === undefined, replaces, deleteBeforeReplace };
}

/** The object Pulumi's dynamic host drives for one resource type. */
export function provider(type: string): TypeProvider {
  const driven = host.drive(type);
  // A program's classes mark them, too, but never see what its transformations add afterwards.
  const secrets = new Set(secretsOf(definitionOf(type)));
  return {
    configure({ config }: { config: Configuration }) {
      configuration = config;
      return Promise.resolve();
    },
    check: (olds: Bag, news: Bag) =>
      shown(async () => {
        const { inputs, failures } = await driven.check(callOf(news), split(olds).rest, news);
        return { inputs: concealed(inputs, secrets), failures };
      }),
    diff: (id: string, olds: Bag, news: Bag) => shown(() => differenceOf(driven, id, olds, news)),
    create: (inputs: Bag) =>
      recorded(inputs, async (rest) => {
        const { id, state } = await driven.create(callOf(inputs), rest);
        return { id, outs: defined(state) };
      }),
    update: (id: string, olds: Bag, news: Bag) =>
      recorded(news, async (rest) => {
        const { state } = await driven.update(callOf(news), id, split(olds).rest, rest);
        return { outs: defined(state) };
      }),
    read: (id: string, props: Bag) =>
      shown(async () => {
        const found = await driven.read(callOf(props), id, split(props).rest);
        return found
          ? { id: found.id, props: defined(found.state), inputs: defined(found.inputs) }
          : { id: "", props: {} };
      }),
    delete: (id: string, props: Bag) => {
      const passed = passedOnDelete();
      return shown(() => driven.delete(callOf(props) ?? passed, id, split(props).rest));
    },
  };
}

/** References name the handler of a type as if it were exported here; those of earlier versions call {@link provider}. */
module.exports = new Proxy(module.exports as object, {
  get: (exported, name: string): unknown => (/^[A-Z]/.test(name) ? () => provider(name) : Reflect.get(exported, name)),
});
