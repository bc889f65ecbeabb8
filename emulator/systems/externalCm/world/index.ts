import { given } from "../../../core/fields";
import { outside, type Scope } from "../../../core/scope";
import { day, formatTime } from "../../../core/time";
import { readBody } from "../../../core/world";
import { addKeys, managerWorld, needed, refreshTime } from "../../../shared/keyManagers/world";
import * as manager from "../manager";
import type { OwnedDomain, RemoteKey, RemoteVersion } from "../manager";
import { defaultExternalCmWorld } from "./default";
import { domainChangeSchema, domainSchema, keyChangeSchema, keySchema, schemas } from "./schema";
import type { WorldDomain, WorldKey } from "./schema";

const { managers, newVersion, remoteDomains, remoteKeys } = manager;

function addDomain(scope: Scope, holder: string, { keys, ...facts }: WorldDomain): OwnedDomain {
  const domain = scope.put(remoteDomains, { ...facts, domain: outside, manager: holder });
  for (const key of keys) addKey(scope, domain.id, key, `${domain.id}/${key.name}`);
  return domain;
}

/** Versions are spread evenly over the life of the key; all but the newest are deactivated. */
function addKey(scope: Scope, place: string, wanted: WorldKey, seedText?: string): RemoteKey {
  const { versions: count, state, ageInDays, ...key } = wanted;
  const versions = Array.from({ length: count }, (_, version): RemoteVersion => {
    const age = (ageInDays * (count - version)) / count;
    const made = newVersion(version, formatTime(scope.now - age * day), seedText);
    return { ...made, state: version === count - 1 ? state : "Deactivated" };
  });
  return manager.addRemoteKey(scope, place, key, versions);
}

const shownKey = ({ id: _id, domain: _domain, place: _place, ...key }: RemoteKey): object => key;

function changeDomain(scope: Scope, body: unknown): object {
  const { id, manager: holder, refreshSeconds, ...changes } = readBody(domainChangeSchema, body);
  const time = refreshTime(refreshSeconds);
  const before = scope.get(remoteDomains, id);
  if (before !== undefined) return scope.put(remoteDomains, { ...before, ...given(changes), ...time });
  return addDomain(scope, scope.need(managers, holder ?? "").id, readBody(domainSchema, { id, ...changes, ...time }));
}

function changeKey(scope: Scope, body: unknown): object {
  const { domainId, key: name, delete: gone, rotate, count, state, ...changes } = readBody(keyChangeSchema, body);
  const place = scope.need(remoteDomains, domainId).id;
  if (name === undefined) {
    const wanted = readBody(keySchema, { ...changes, ...given({ state }), ageInDays: 0 });
    return addKeys(count, wanted, (key) => shownKey(addKey(scope, place, key)));
  }
  const found = needed(scope.by(remoteKeys, "address", `${place}/${name}`)[0]);
  if (gone === true) {
    scope.remove(remoteKeys, found);
    return {};
  }
  const before = found.versions.map((one, index) =>
    state !== undefined && index === found.versions.length - 1 ? { ...one, state } : one,
  );
  const added = rotate === true ? [newVersion(before.length, scope.service.clock.stamp())] : [];
  return shownKey(scope.put(remoteKeys, { ...found, ...given(changes), versions: [...before, ...added] }));
}

/** The other managers as they are behind the service. */
export const externalCmWorld = managerWorld<WorldDomain>({
  name: "externalCm",
  schemas,
  initial: { ...defaultExternalCmWorld },
  managers,
  addDomain,
  showDomains: (scope, holder) =>
    scope.by(remoteDomains, "manager", holder).map(({ domain: _domain, ...facts }) => ({
      ...facts,
      keys: scope.by(remoteKeys, "place", facts.id).map(shownKey),
    })),
  changes: { domains: changeDomain, keys: changeKey },
});
