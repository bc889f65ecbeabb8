import * as pulumi from "@pulumi/pulumi";
import type { Api } from "../provider/api/client";
import type { SettingName } from "../provider/api/settings";
import type { Bag } from "../provider/lifecycle/vocabulary/definition";
import { checkStackSettings } from "./configuration";
import { isStartedByCommand } from "./installed";
import { askMocks, mocksInPlace } from "./mocks";
import { Provider } from "./provider";
import type { ScheduleResource } from "./resource";

/**
 * Functions that only read: they run in the program, with the same configuration as the resources;
 * in unit tests, its mocks respond.
 */

/** Options of functions. */
export interface FunctionOptions {
  /** The provider instance to use. Default: the stack's configuration, else the environment. */
  provider?: Provider;
}

/** The options of a function that a component calls: the provider instance of its resources. */
export const optionsIn = (component: pulumi.Resource): FunctionOptions => ({
  provider: component.getProvider("pulumi-nodejs:dynamic:Resource") as Provider | undefined,
});

/** The values of arguments once they are known. */
export type Arguments<A> = { [K in keyof A]: pulumi.Input<A[K]> };

/** What only functions need: loaded by the first call. */
const calling = () => ({
  ...(require("../provider/api/client") as typeof import("../provider/api/client")),
  ...(require("../provider/api/settings") as typeof import("../provider/api/settings")),
  ...(require("../provider/lifecycle/service/licence") as typeof import("../provider/lifecycle/service/licence")),
  ...(require("../provider/api/stringified") as typeof import("../provider/api/stringified")),
  ...(require("../provider/api/clock") as typeof import("../provider/api/clock")),
  ...(require("../provider/lifecycle/service/busy") as typeof import("../provider/lifecycle/service/busy")),
  ...(require("../provider/resources/clouds") as typeof import("../provider/resources/clouds")),
});
const listing = () => require("./list") as typeof import("./list");

const clients = new Map<string, Api>();

/** One client, and so one login, for every configuration a program uses. */
function clientFor(configured: (name: SettingName) => string | undefined): Api {
  const { createApi, readSettings } = calling();
  const settings = readSettings(configured);
  const key = JSON.stringify(settings);
  const known = clients.get(key);
  if (known) return known;
  const made = createApi(settings);
  clients.set(key, made);
  return made;
}

/**
 * An error that shows only its message. Pulumi hides the stack of a RunError only until the
 * program's last line has run, and most lookups end later.
 */
export function plainError(message: string): pulumi.RunError {
  return Object.assign(new pulumi.RunError(message), { stack: "" });
}

/**
 * Loads and runs a lookup as soon as its arguments are known; unknown arguments make the result
 * unknown.
 */
export function call<A extends object, R>(
  what: string,
  load: () => (api: Api, args: A) => Promise<R>,
  args: Arguments<A>,
  { provider }: FunctionOptions = {},
): pulumi.Output<R> {
  checkProvider(what, provider);
  const mocks = mocksInPlace();
  if (mocks) return askMocks(mocks, what, args, provider);
  checkStackSettings();
  const stack = new pulumi.Config("ciphertrust");
  return pulumi.all([provider?.settings, args as pulumi.Input<A>]).apply(async ([settings, known]) => {
    refuseStringified(what, known as Bag);
    // A provider instance has taken what it needs from the stack's configuration.
    const api = reached((name) => (settings ? settings[name] : stack.get(name)));
    try {
      return await load()(patient(api, what), known as A);
    } catch (error) {
      const { message } = await calling().explainRead(what, error, api);
      if (!pulumi.runtime.isDryRun() || !(await asksUnready(api, known as Bag))) throw plainError(message);
      // An update repairs the connection first; a failing preview would prevent that.
      await pulumi.log.warn(`${message} Its connection does not work yet: the preview continues without it.`);
      return pulumi.unknown as R;
    }
  });
}

/** Another instance would be taken for the stack's own configuration, perhaps of another service. */
function checkProvider(what: string, provider: unknown): void {
  if (!provider || provider instanceof Provider) return;
  throw plainError(
    `${what}: the provider is not a Provider of this copy of pulumi-ciphertrust. ` +
      "If `npm ls pulumi-ciphertrust` lists two copies, let all packages depend on one version, and run `npm dedupe`. " +
      "If it lists one, pass a ciphertrust.Provider.",
  );
}

function refuseStringified(what: string, args: Bag): void {
  const wrong = calling().stringifiedOutputs(args);
  const told = wrong.map(({ property, reason }) => `${property} ${reason}`).join("; ");
  if (wrong.length > 0) throw plainError(`${what}: ${told}`);
}

/** The API that retries what a busy cloud refuses, as it does for resources. */
function patient(api: Api, label: string): Api {
  const { whileBusy, busyClouds, systemClock, neverStop } = calling();
  const progress = (text: string) => void pulumi.log.info(text);
  return whileBusy(api, busyClouds, { label, clock: systemClock, stop: neverStop.waits, progress });
}

function reached(configured: (name: SettingName) => string | undefined): Api {
  try {
    return clientFor(configured);
  } catch (error) {
    throw error instanceof calling().SettingsError ? plainError(error.message + adviceOnInlinePrograms()) : error;
  }
}

/**
 * What to do about settings that an inline program of the Automation API lacks; empty in a program
 * that Pulumi's command has started.
 */
function adviceOnInlinePrograms(): string {
  if (isStartedByCommand()) return "";
  return [
    "\nAn inline program of the Automation API does not see the envVars of its workspace: pass the settings in the stack's",
    "configuration, to a ciphertrust.Provider, or in the environment of the process that runs the program.",
  ].join(" ");
}

/** True when a lookup goes through a connection that has failed. */
async function asksUnready(api: Api, { connection }: Bag): Promise<boolean> {
  if (typeof connection !== "string") return false;
  const all = await api.list("/connectionmgmt/connections").catch(() => []);
  return all.some(({ id, name, last_connection_ok: ok }) => ok === false && (id === connection || name === connection));
}

/** An object of a list: its id in the service, and what a resource of that type shows. */
export type Listed<R> = { readonly id: string } & {
  readonly [K in keyof R as Exclude<K, keyof ScheduleResource>]: R[K] extends pulumi.Output<infer T> ? T : never;
};

/** Filters of a list by name, in camelCase; several values of one filter are alternatives. */
export type Filters = Record<string, pulumi.Input<string | number | boolean | string[]>>;

type FilterValues = Record<string, string | number | boolean | string[]>;

/** Every object of a type that passes the filters, all pages. */
export function listOf<R>(type: string, filters: Filters = {}, options?: FunctionOptions): pulumi.Output<Listed<R>[]> {
  const { checkFilters, listedBy } = listing();
  checkFilters(type, filters);
  const run = (api: Api, known: FilterValues) => listedBy<Listed<R>>(api, type, known);
  return call(`listing ${type}`, () => run, filters, options);
}

/** Every object of a type that belongs to one other object: `args` names that. */
export function listWithin<R>(
  type: string,
  args: Record<string, pulumi.Input<string>>,
  options?: FunctionOptions,
): pulumi.Output<Listed<R>[]> {
  const run = (api: Api, known: Record<string, string>) => listing().listedWithin<Listed<R>>(api, type, known);
  return call(`listing ${type}`, () => run, args, options);
}
