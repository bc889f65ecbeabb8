import { given } from "../../../core/fields";
import { outside, type Scope } from "../../../core/scope";
import { day, formatTime } from "../../../core/time";
import { readBody } from "../../../core/world";
import { addKeys, managerWorld, needed, refreshTime } from "../../../shared/keyManagers/world";
import { addManagedKey, managedKeys, managerDomains, managers, type DsmDomainFacts, type ManagedKey } from "../manager";
import { defaultDsmWorld } from "./default";
import { domainChangeSchema, domainSchema, keyChangeSchema, keySchema, schemas } from "./schema";
import type { WorldDomain, WorldKey } from "./schema";

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

function changeDomain(scope: Scope, body: unknown): object {
  const { manager, id: number, refreshSeconds, ...changes } = readBody(domainChangeSchema, body);
  const { id } = scope.need(managers, manager);
  const time = refreshTime(refreshSeconds);
  const before = scope.get(managerDomains, `${id}/${number}`);
  if (before === undefined) return addDomain(scope, id, readBody(domainSchema, { id: number, ...changes, ...time }));
  return scope.put(managerDomains, { ...before, ...given(changes), ...time });
}

function changeKey(scope: Scope, body: unknown): object {
  const { manager, domainId, key: reference, delete: gone, count, ...changes } = readBody(keyChangeSchema, body);
  const place = scope.need(managerDomains, `${manager}/${domainId}`).id;
  if (reference === undefined) {
    const wanted = readBody(keySchema, { ...changes, ageInDays: 0 });
    return addKeys(count, wanted, (key) => shownKey(addKey(scope, place, key)));
  }
  const own = scope.by(managedKeys, "place", place);
  const found = needed(own.find((key) => [key.id, key.name].includes(reference)));
  if (gone !== true) return shownKey(scope.put(managedKeys, { ...found, ...given(changes) }));
  scope.remove(managedKeys, found);
  return {};
}

/** The DSMs as they are behind the service. */
export const dsmWorld = managerWorld<WorldDomain>({
  name: "dsm",
  schemas,
  initial: { ...defaultDsmWorld },
  managers,
  addDomain,
  showDomains: (scope, manager) =>
    scope.by(managerDomains, "manager", manager).map(({ id, domain: _domain, number, ...facts }) => ({
      ...facts,
      id: number,
      keys: scope.by(managedKeys, "place", id).map(shownKey),
    })),
  changes: { domains: changeDomain, keys: changeKey },
});
