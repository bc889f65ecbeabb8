import * as pulumi from "@pulumi/pulumi";
import { createApi, type Api, type Wire } from "../provider/api/client";
import { ApiError } from "../provider/api/errors";
import { readSettings, SettingsError, type SettingName } from "../provider/api/settings";
import type { Bag, Definition } from "../provider/engine/definition";
import { explain } from "../provider/engine/failure";
import { licenceAdvice } from "../provider/engine/licence";
import { isOfType } from "../provider/engine/kind";
import { idOf } from "../provider/engine/paths";
import { decodeAll, spell } from "../provider/engine/wire";
import { warnOfUnknownSettings } from "./configuration";
import type { Provider } from "./provider";

/** Functions that only read: they run in the program, with the same configuration as the resources. */

/** Options of functions. */
export interface FunctionOptions {
  /** The provider instance to use. Default: the stack's configuration, else the environment. */
  provider?: Provider;
}

/** The values of arguments once they are known. */
export type Arguments<A> = { [K in keyof A]: pulumi.Input<A[K]> };

const clients = new Map<string, Api>();

/** One client, and so one login, for every configuration a program uses. */
function clientFor(configured: (name: SettingName) => string | undefined): Api {
  const settings = readSettings(configured);
  const key = JSON.stringify(settings);
  const known = clients.get(key);
  if (known) return known;
  const made = createApi(settings);
  clients.set(key, made);
  return made;
}

/**
 * An error that shows its text and nothing else. Pulumi hides the stack of a RunError only until the program's last line
 * has run, and most of what is looked up comes later.
 */
export function plainError(message: string): pulumi.RunError {
  return Object.assign(new pulumi.RunError(message), { stack: "" });
}

/** Runs a look-up as soon as its arguments are known; unknown arguments make the result unknown. */
export function call<A extends object, R>(
  what: string,
  run: (api: Api, args: A) => Promise<R>,
  args: Arguments<A>,
  { provider }: FunctionOptions = {},
): pulumi.Output<R> {
  warnOfUnknownSettings();
  const stack = new pulumi.Config("ciphertrust");
  const own: pulumi.Input<Record<string, string>> = provider?.settings ?? {};
  return pulumi.all([own, args as pulumi.Input<A>]).apply(async ([settings, known]) => {
    const api = reached((name) => settings[name] ?? stack.get(name));
    try {
      return await run(api, known as A);
    } catch (error) {
      const { message } = explain(what, error, await licenceAdvice(api, featureOf(error), error));
      if (!pulumi.runtime.isDryRun() || !(await asksUnready(api, known as Bag))) throw plainError(message);
      // An update mends the connection first; a preview that failed here would keep it from doing so.
      await pulumi.log.warn(`${message} Its connection does not work yet: the preview goes on without it.`);
      return pulumi.unknown as R;
    }
  });
}

/** The licensed feature that a failed call belongs to. */
function featureOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.facts.call.includes(" /cckm/") ? "CCKM" : undefined;
}

function reached(configured: (name: SettingName) => string | undefined): Api {
  try {
    return clientFor(configured);
  } catch (error) {
    throw error instanceof SettingsError ? plainError(error.message) : error;
  }
}

/** True when a look-up goes through a connection that has failed. */
async function asksUnready(api: Api, { connection }: Bag): Promise<boolean> {
  if (typeof connection !== "string") return false;
  const all = await api.list("/connectionmgmt/connections").catch(() => []);
  return all.some(({ id, name, last_connection_ok: ok }) => ok === false && (id === connection || name === connection));
}

/** An object of a list: its id in the service, and what a resource of that type shows. */
export type Listed<S> = { readonly id: string } & {
  readonly [K in keyof S]: S[K] extends pulumi.Output<infer T> ? T : never;
};

/** Filters of a list by name, in camelCase; several values of one filter are alternatives. */
export type Filters = Record<string, pulumi.Input<string | number | boolean | string[]>>;

/** Every object of a collection that passes the filters, paged to the end. */
export function listOf<S>(
  definition: Definition,
  filters: Filters = {},
  options?: FunctionOptions,
): pulumi.Output<Listed<S>[]> {
  const known = definition.filters ?? [];
  const unknown = Object.keys(filters).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new pulumi.RunError(
      `${definition.type} cannot be filtered by ${unknown}; its filters are ${known.join(", ")}`,
    );
  }
  const run = async (api: Api, values: Record<string, string | number | boolean | string[]>) => {
    const query = Object.entries(values).map(([name, value]) => [spell(definition, name), value] as const);
    const records = await api.list(definition.path, Object.fromEntries(query));
    return records.filter((record) => isOfType(definition, record)).map((record) => shown<S>(definition, record));
  };
  return call(`listing ${definition.type}`, run, filters, options);
}

function shown<S>(definition: Definition, record: Wire): Listed<S> {
  return { ...decodeAll(definition, record), id: idOf(definition, record) } as unknown as Listed<S>;
}
