import type { SettingName } from "../api/settings";
import type { Bag } from "../lifecycle/vocabulary/definition";
import { InitializationError } from "../lifecycle/vocabulary/failure";
import { secretsOf } from "../lifecycle/vocabulary/field";
import { definitionOf } from "../resources/load";
import type { ProviderCall } from "./calls";
import { engineOf } from "./runLog";
import { Host, printableError, type Driven } from "./host";
import { isInHost, Overheard } from "./overheard";
import { concealed, defined } from "./values";
import { optionsKey, urnKey, serviceKey, providerKey } from "../lifecycle/vocabulary/hiddenKeys";

/**
 * What the reference in every resource's state requires: one provider object a type, all of them
 * sharing one session. Pulumi's dynamic host calls it; see
 * https://www.pulumi.com/docs/iac/concepts/providers/dynamic-providers/.
 */

/** The stack's configuration, or that of an explicit provider instance. */
interface ConfiguredValues {
  get(key: string): string | undefined;
}

let configuration: ConfiguredValues = { get: () => undefined };
const overheard = new Overheard();
const isStarted = isInHost() || engineOf(process.argv) !== undefined;
const host = new Host({
  setting: (name: SettingName) => configuration.get(`ciphertrust:${name}`),
  log: (text) => process.stdout.write(`${text}\n`),
  isStarted,
  overhear: (listener) => overheard.listen(listener),
  byId: "get",
});
if (isStarted) host.ending.endWithEngine();

/** Output of Pulumi's dynamic host that its engine prints under the resource anyway: once is enough. */
const told = new Set<string>();
const mostTold = 1000;
const { error: print } = console;
Object.assign(console, {
  error: (...texts: unknown[]) => (told.delete(String(texts[0])) ? undefined : print(...texts)),
});

/**
 * Pulumi's dynamic host prints a caught error as `${error}: ${error.stack}`; only its name and
 * message are useful to a user.
 */
function plain(error: unknown): Error {
  const shown = printableError(error);
  shown.stack = shown.message;
  told.add(`${shown.name}: ${shown.message}`);
  const [oldest] = told;
  if (told.size > mostTold) told.delete(oldest!);
  return Object.assign(shown, { toString: () => shown.name });
}

async function shown<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await host.ending.attend(work);
  } catch (error) {
    throw plain(error);
  }
}

/**
 * What belongs to this protocol: the reference to the code, and what no call tells otherwise.
 * Inputs have it, and outputs repeat it.
 */
interface HiddenProperties {
  readonly [providerKey]?: unknown;
  readonly [urnKey]?: string | undefined;
  readonly [optionsKey]?: unknown;
}

interface SplitProperties {
  readonly hidden: HiddenProperties;
  readonly urn: string | undefined;
  readonly rest: Bag;
}

function split({ [providerKey]: reference, [urnKey]: told, ...rest }: Bag): SplitProperties {
  const urn = typeof told === "string" ? told : undefined;
  return { hidden: { [providerKey]: reference, [urnKey]: urn, [optionsKey]: rest[optionsKey] }, urn, rest };
}

/** Properties as Pulumi stores them, with what belongs to this protocol. */
const withHidden = (bag: Bag, hidden: HiddenProperties): Bag => defined({ ...bag, ...hidden });

/**
 * Work that may leave an object behind when it fails: without the reference it could be neither
 * refreshed nor deleted.
 */
function recorded<T>(hidden: HiddenProperties, work: () => Promise<T>): Promise<T> {
  return shown(() =>
    work().catch((error: unknown) => {
      if (error instanceof InitializationError)
        Object.assign(error, { properties: withHidden(error.properties, hidden) });
      throw error;
    }),
  );
}

/** What Pulumi's dynamic host calls, in plain types. */
export interface TypeProvider {
  configure(request: { config: ConfiguredValues }): Promise<void>;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: PropertyFailure[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<DynamicDiff>;
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
export interface DynamicDiff {
  changes: boolean;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/**
 * A state of the plugin lacks the reference, without which Pulumi's host can neither refresh nor
 * delete: an update adds it.
 */
async function differenceOf(driven: Driven, id: string, before: Bag, wanted: Bag): Promise<DynamicDiff> {
  const { hidden, rest } = split(before);
  const { urn, rest: news } = split(wanted);
  const call: ProviderCall = overheard.call("Diff", { id }) ?? { urn };
  call.declaredUrn = urn;
  const { changes, replaces, deleteBeforeReplace } = await driven.diff(call, id, rest, news);
  return { changes: changes || hidden[providerKey] === undefined, replaces, deleteBeforeReplace };
}

/** The state of what the program manages names it; earlier versions stored at least the service. */
async function readIn(driven: Driven, id: string, props: Bag): ReturnType<TypeProvider["read"]> {
  const { hidden, urn: recordedUrn, rest } = split(props);
  // The host itself repeats the reference.
  const { [providerKey]: _reference, ...repeated } = hidden;
  const { urn, inputs } = overheard.call("Read", { id }) ?? {};
  const isManaged = recordedUrn !== undefined || serviceKey in rest;
  const call = { urn, inputs, recordedUrn, recordedOptions: hidden[optionsKey], isManaged };
  const found = await driven.read(call, id, rest);
  if (!found) return { id: "", props: {} };
  return {
    id: found.id,
    props: withHidden(found.state, repeated),
    ...(found.inputs && { inputs: withHidden(found.inputs, { [urnKey]: recordedUrn }) }),
  };
}

/** The object Pulumi's dynamic host drives for one resource type. */
export function provider(type: string): TypeProvider {
  const driven = host.drive(type);
  // A program's classes mark them, too, but never see what its transformations add afterwards.
  const secrets = new Set(secretsOf(definitionOf(type)));
  return {
    configure({ config }: { config: ConfiguredValues }) {
      configuration = config;
      return Promise.resolve();
    },
    check: (olds: Bag, news: Bag) =>
      shown(async () => {
        const { hidden, urn, rest } = split(news);
        const { inputs, failures } = await driven.check({ urn }, split(olds).rest, rest);
        return { inputs: withHidden(concealed(inputs, secrets), hidden), failures };
      }),
    diff: (id: string, olds: Bag, news: Bag) => shown(() => differenceOf(driven, id, olds, news)),
    create: (inputs: Bag) => {
      const { hidden, urn, rest } = split(inputs);
      return recorded(hidden, async () => {
        const { id, state } = await driven.create(overheard.call("Create", { urn }) ?? { urn }, rest);
        return { id, outs: withHidden(state, hidden) };
      });
    },
    update: (id: string, olds: Bag, news: Bag) => {
      const { hidden, urn, rest } = split(news);
      return recorded(hidden, async () => {
        const { state } = await driven.update(overheard.call("Update", { urn }) ?? { urn }, id, split(olds).rest, rest);
        return { outs: withHidden(state, hidden) };
      });
    },
    read: (id: string, props: Bag) => shown(() => readIn(driven, id, props)),
    delete: (id: string, props: Bag) => {
      const { urn: recordedUrn, rest } = split(props);
      const told = overheard.passedOn(id);
      return shown(() =>
        driven.delete({ urn: told?.urn, timeoutSeconds: told?.timeoutSeconds, recordedUrn }, id, rest),
      );
    },
  };
}

/**
 * References name the handler of a type as if it were exported here; those of earlier versions call
 * {@link provider}.
 */
module.exports = new Proxy(module.exports as object, {
  get: (exported, name: string): unknown => (/^[A-Z]/.test(name) ? () => provider(name) : Reflect.get(exported, name)),
});
