import { notFound } from "../../../core/errors";
import { given } from "../../../core/fields";
import { outside, type Scope } from "../../../core/scope";
import type { WorldPart } from "../../../core/system";
import { day, formatTime } from "../../../core/time";
import { readBody } from "../../../core/world";
import {
  addManagedKey,
  managedKeys,
  managerDomains,
  managers,
  type DsmDomainFacts,
  type ManagedKey,
  type Manager,
} from "../manager";
import { defaultDsmWorld } from "./default";
import {
  domainChangeSchema,
  domainSchema,
  dsmSchema,
  keyChangeSchema,
  keySchema,
  managerChangeSchema,
  managerSchema,
  type WorldDomain,
  type WorldKey,
  type WorldManager,
} from "./schema";

function seed(scope: Scope, part: unknown): void {
  for (const { domains, ...manager } of dsmSchema.parse(part).managers) {
    addManager(scope, manager);
    for (const domain of domains) addDomain(scope, manager.name, domain);
  }
}

function addManager(scope: Scope, { name, ...manager }: Omit<WorldManager, "domains">): Manager {
  return scope.put(managers, { ...manager, id: name, domain: outside });
}

function addDomain(scope: Scope, manager: string, { id: number, keys, ...facts }: WorldDomain): DsmDomainFacts {
  const domain = { ...facts, id: `${manager}/${number}`, domain: outside, manager, number };
  scope.put(managerDomains, domain);
  for (const key of keys) addKey(scope, domain.id, key, `${domain.id}/${key.name}`);
  return domain;
}

function addKey(scope: Scope, place: string, { ageInDays, encryptionMode, ...key }: WorldKey, seedText?: string) {
  const objectType = key.algorithm.startsWith("RSA") ? "asymmetric" : "symmetric";
  const mode = objectType === "symmetric" ? (encryptionMode ?? "CBC") : "";
  const createdAt = formatTime(scope.now - ageInDays * day);
  return addManagedKey(scope, place, { ...key, objectType, encryptionMode: mode }, { seed: seedText, createdAt });
}

const shownKey = ({ domain: _domain, place: _place, ...key }: ManagedKey): object => key;
const shownManager = ({ id, domain: _domain, users, ...manager }: Manager): object => ({
  name: id,
  ...manager,
  users: users.map(({ password: _password, ...user }) => user),
});

function show(scope: Scope): object {
  return {
    managers: scope.all(managers).map((manager) => ({
      ...shownManager(manager),
      domains: scope.by(managerDomains, "manager", manager.id).map(({ id, domain: _domain, number, ...facts }) => ({
        ...facts,
        id: number,
        keys: scope.by(managedKeys, "place", id).map(shownKey),
      })),
    })),
  };
}

function changeManager(scope: Scope, body: unknown): object {
  const { name, users = [], removeUsers = [], ...changes } = readBody(managerChangeSchema, body);
  const before = scope.get(managers, name);
  if (before === undefined) {
    const { domains: _none, ...manager } = readBody(managerSchema, { name, users, ...changes });
    return shownManager(addManager(scope, manager));
  }
  const replaced = [...removeUsers, ...users.map(({ username }) => username)];
  const kept = before.users.filter(({ username }) => !replaced.includes(username));
  return shownManager(scope.put(managers, { ...before, ...given(changes), users: [...kept, ...users] }));
}

function changeDomain(scope: Scope, body: unknown): object {
  const { manager, id: number, refreshSeconds, ...changes } = readBody(domainChangeSchema, body);
  const { id } = scope.need(managers, manager);
  const time = refreshSeconds === undefined ? {} : { refreshSeconds: refreshSeconds ?? undefined };
  const before = scope.get(managerDomains, `${id}/${number}`);
  if (before === undefined) return addDomain(scope, id, readBody(domainSchema, { id: number, ...changes, ...time }));
  return scope.put(managerDomains, { ...before, ...given(changes), ...time });
}

function changeKey(scope: Scope, body: unknown): object {
  const { manager, domainId, key: reference, delete: gone, count, ...changes } = readBody(keyChangeSchema, body);
  const place = scope.need(managerDomains, `${manager}/${domainId}`).id;
  if (reference === undefined) {
    const wanted = readBody(keySchema, { ...changes, ageInDays: 0 });
    if (count === undefined) return shownKey(addKey(scope, place, wanted));
    for (let n = 1; n <= count; n++) addKey(scope, place, { ...wanted, name: `${wanted.name}-${n}` });
    return { count };
  }
  const found = scope.by(managedKeys, "place", place).find((key) => [key.id, key.name].includes(reference));
  if (found === undefined) throw notFound();
  if (gone !== true) return shownKey(scope.put(managedKeys, { ...found, ...given(changes) }));
  scope.remove(managedKeys, found);
  return {};
}

/** The DSMs as they are behind the service. */
export const dsmWorld: WorldPart = {
  name: "dsm",
  schema: dsmSchema,
  initial: { ...defaultDsmWorld },
  seed,
  show,
  changes: { managers: changeManager, domains: changeDomain, keys: changeKey },
};
