import * as z from "zod";
import { notFound } from "../../core/errors";
import { given } from "../../core/fields";
import type { Kind } from "../../core/record";
import { outside, type Scope, type WorldPart } from "../../core/scope";
import { readBody } from "../../core/world";
import type { Manager } from "./connection";
import type { RemoteDomain } from "./domains";

const name = z.string().min(1);
const seconds = z.number().min(0);
const nodes = z.array(z.strictObject({ hostname: name, certificate: name })).min(1);

/** What a world says of a domain beside its own fields, and the body that changes one. */
export const refreshSeconds = seconds.optional();
export const changedRefreshSeconds = seconds.nullable().optional();
/** Adds that many keys, with numbers behind the name. */
export const count = z.int().min(1).max(100_000).optional();

/** A user of a manager. */
export const user = z.strictObject({ username: name, password: name });

/** The schemas of a part of the world that consists of managers. */
export function managerSchemas<D extends z.ZodObject, U extends z.ZodObject>(domain: D, member: U) {
  const manager = z.strictObject({
    name,
    nodes,
    users: z.array(member).default([]),
    testSeconds: seconds.default(0.05),
    readyAfterSeconds: seconds.default(0),
    domains: z.array(domain).default([]),
  });
  return {
    manager,
    /** The part of a world file. */
    part: z.strictObject({ managers: z.array(manager).default([]) }),
    /** Adds a manager, or changes the one of that name; users are added or altered. */
    change: z.strictObject({
      name,
      nodes: nodes.optional(),
      users: z.array(member).optional(),
      removeUsers: z.array(z.string()).optional(),
      testSeconds: refreshSeconds,
      readyAfterSeconds: refreshSeconds,
    }),
  };
}

/** A part of the world that consists of managers with domains. */
export interface ManagerWorld<W> extends Pick<WorldPart, "name" | "initial" | "changes"> {
  readonly schemas: ReturnType<typeof managerSchemas>;
  readonly managers: Kind<Manager>;
  /** Makes a domain and its keys. */
  readonly addDomain: (scope: Scope, manager: string, wanted: W) => RemoteDomain;
  readonly showDomains: (scope: Scope, manager: string) => readonly object[];
}

type Wanted<W> = Omit<Manager, "id" | "domain"> & { readonly name: string; readonly domains: readonly W[] };

const shownManager = ({ id, domain: _domain, users, ...manager }: Manager): object => ({
  name: id,
  ...manager,
  users: users.map(({ password: _password, ...rest }) => rest),
});

export function managerWorld<W>(make: ManagerWorld<W>): WorldPart {
  const { schemas, managers, addDomain, showDomains } = make;
  const add = (scope: Scope, { name: id, domains, ...manager }: Wanted<W>): Manager => {
    const added = scope.put(managers, { ...manager, id, domain: outside });
    for (const domain of domains) addDomain(scope, id, domain);
    return added;
  };
  const change = (scope: Scope, body: unknown): object => {
    const { name: id, users: sent = [], removeUsers = [], ...changes } = readBody(schemas.change, body);
    const users = sent as unknown as Manager["users"];
    const before = scope.get(managers, id);
    if (before === undefined) {
      const wanted = readBody(schemas.manager, { name: id, users, ...changes });
      return shownManager(add(scope, wanted as unknown as Wanted<W>));
    }
    const replaced = [...removeUsers, ...users.map(({ username }) => username)];
    const kept = before.users.filter(({ username }) => !replaced.includes(username));
    return shownManager(scope.put(managers, { ...before, ...given(changes), users: [...kept, ...users] }));
  };
  return {
    name: make.name,
    schema: schemas.part,
    initial: make.initial,
    seed: (scope, part) => {
      for (const one of schemas.part.parse(part).managers) add(scope, one as unknown as Wanted<W>);
    },
    show: (scope) => ({
      managers: scope.all(managers).map((one) => ({ ...shownManager(one), domains: showDomains(scope, one.id) })),
    }),
    changes: { managers: change, ...make.changes },
  };
}

/** What a control call changes about the time that a refresh takes: null brings back the usual one. */
export const refreshTime = (sent: number | null | undefined): { refreshSeconds?: number } =>
  sent === undefined ? {} : { refreshSeconds: sent ?? undefined };

/** Makes one key, or with a count that many, with numbers behind the name. */
export function addKeys<W extends { readonly name: string }>(
  many: number | undefined,
  wanted: W,
  add: (key: W) => object,
): object {
  if (many === undefined) return add(wanted);
  for (let n = 1; n <= many; n++) add({ ...wanted, name: `${wanted.name}-${n}` });
  return { count: many };
}

export function needed<T>(found: T | undefined): T {
  if (found === undefined) throw notFound();
  return found;
}
