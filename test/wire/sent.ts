import { inspect } from "node:util";
import type { Api } from "../../provider/api/client";
import type { Verbs } from "../../provider/api/verbs";
import { isKind } from "../../provider/api/errors";
import { plainCreate } from "../../provider/lifecycle/reconciler/create";
import type { Bag, Definition, Scope } from "../../provider/lifecycle/vocabulary/definition";
import { encodeAll } from "../../provider/lifecycle/values/wire";

/**
 * Requests of a lifecycle, and which steps of a definition send those that change something in the
 * service.
 */

/**
 * The same API; `hear` is called for each request that changes something, and `hearRead` for each
 * other.
 */
export function recorded(
  api: Api,
  hear: (call: string, body: unknown) => void,
  hearRead: (call: string) => void = () => {},
): Api {
  const own = (verbs: Verbs) => ({ ...changesOf(verbs, hear), ...readsOf(verbs, hearRead) });
  return {
    ...api,
    ...own(api),
    alone: (work, wanted) =>
      api.alone((room, all) => work({ ...room, api: { ...room.api, ...own(room.api) } }, all), wanted),
  };
}

type Reads = Pick<Verbs, "get" | "text" | "list" | "gather" | "page" | "count">;

function readsOf(api: Verbs, hear: (call: string) => void): Reads {
  return {
    get: (path, query) => (hear(`GET ${path}`), api.get(path, query)),
    text: (path, query) => (hear(`GET ${path}`), api.text(path, query)),
    list: (path, ...more) => (hear(`GET ${path}`), api.list(path, ...more)),
    gather: (path, ...more) => (hear(`GET ${path}`), api.gather(path, ...more)),
    page: (path, query) => (hear(`GET ${path}`), api.page(path, query)),
    count: (path, query) => (hear(`GET ${path}`), api.count(path, query)),
  };
}

type Changes = Pick<Verbs, "post" | "patch" | "replace" | "delete">;

function changesOf(api: Verbs, hear: (call: string, body: unknown) => void): Changes {
  return {
    post: (path, body, more) => (hear(`POST ${path}`, body), api.post(path, body, more)),
    patch: (path, body) => (hear(`PATCH ${path}`, body), api.patch(path, body)),
    replace: (path, body) => (hear(`PUT ${path}`, body), api.replace(path, body)),
    delete: (path, more) => (hear(`DELETE ${path}`, more?.body), api.delete(path, more)),
  };
}

/** A call and its body as JavaScript source. */
export function worded(call: string, body: unknown): string {
  if (body === undefined) return call;
  return `${call} ${inspect(body, { depth: null, maxStringLength: null, breakLength: Infinity, compact: true })}`;
}

/** The text in lines that fit on a page. */
export const folded = (text: string) => text.replace(/(?=.{113})(.{1,112},) /g, "$1\n  ");

/** The names of the steps that a definition has of its own. */
export function ownSteps({ hooks = {}, actions = [] }: Definition): string[] {
  const named = (["create", "remove"] as const).filter((name) => hooks[name] !== undefined);
  return [...named, ...actions.map(({ inputs }, at) => `action ${at}: ${inputs.join(", ")}`)];
}

/** The definition, with its own steps reporting their names when they run. */
export function witnessed(definition: Definition, tell: (step: string) => void): Definition {
  const told =
    <A extends unknown[], R>(step: string, work: (...args: A) => R) =>
    (...args: A): R => (tell(step), work(...args));
  const { hooks = {}, actions = [] } = definition;
  const { create, remove } = hooks;
  const ofActions = ownSteps({ ...definition, hooks: {} });
  return {
    ...definition,
    hooks: {
      ...hooks,
      ...(create && { create: told("create", create) }),
      ...(remove && { remove: told("remove", remove) }),
    },
    actions: actions.map((action, at) => ({ ...action, run: told(ofActions[at]!, action.run) })),
  };
}

const identifier = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32,}/g;
const mark = /(pulumi_ciphertrust(?:: |',\s+TagValue: )')[0-9a-f]{6}-?[0-9a-f]{6}/g;
const moment = /(?<=')20\d\d-[-\dT:]+(\.\d+)?Z/g;
const pem = /-----BEGIN ([A-Z ]+)-----.*?-----END \1-----(\\n)?/gs;

/**
 * The text with values that differ from run to run replaced by their names, as `{kms}`; others
 * become `{}`.
 */
export function named(text: string, names: Bag): string {
  const long = textsIn(names).filter(([, value]) => value.length >= 32 && !value.includes("\n"));
  const renamed = long.reduce((all, [name, value]) => {
    const forms = [inspect(value, { maxStringLength: null }).slice(1, -1), encodeURIComponent(value)];
    return forms.reduce((before, form) => before.replaceAll(form, `{${name}}`), all);
  }, text);
  return renamed
    .replace(mark, "$1{mark}")
    .replace(pem, "{$1}")
    .replace(moment, (time) => (Math.abs(Date.parse(time) - Date.now()) < 3_600_000 ? "{now}" : time))
    .replace(identifier, "{}");
}

/** Every string in it, by the name of its argument. */
export function textsIn(names: Bag): [string, string][] {
  const strings = ([name, value]: [string, unknown]): [string, string][] => {
    if (typeof value === "string") return [[name, value]];
    if (Array.isArray(value)) return value.flatMap((one) => strings([name, one]));
    return typeof value === "object" && value !== null ? Object.entries(value).flatMap(strings) : [];
  };
  return Object.entries(names).flatMap(strings);
}

/**
 * The create requests of an object, by call. The service contains the given objects by path, and
 * responds to new ones with an id.
 */
export async function sentToMake(
  definition: Definition<never, never> | Definition,
  inputs: Bag,
  known: Record<string, Bag> = {},
): Promise<Record<string, unknown>> {
  const sent: Record<string, unknown> = {};
  const plain = definition as Definition;
  const service = {
    get: (path: string) => Promise.resolve(known[path] ?? {}),
    list: (path: string) => Promise.resolve(known[path] ? [known[path]] : []),
    post: (path: string) => Promise.resolve(known[path] ?? { id: "1" }),
    patch: () => Promise.resolve({ id: "1" }),
    time: () => Promise.resolve(0),
  } as unknown as Api;
  const api = recorded(service, (call, body) => (sent[call] = body));
  const scope = {
    api,
    inputs,
    label: plain.type,
    listed: service.list,
    once: async (_subject: string, work: () => Promise<boolean>) => void (await work()),
    progress() {},
    poll: (look: () => unknown) => look(),
  } as unknown as Scope;
  const body = encodeAll(plain, inputs);
  const made = plain.hooks?.create?.(scope, body) ?? plainCreate(plain, scope, body);
  // An id alone does not show what was added.
  await made.catch((error: unknown) => isKind(error, "unanswered") || Promise.reject(error as Error));
  return JSON.parse(JSON.stringify(sent)) as Record<string, unknown>;
}
