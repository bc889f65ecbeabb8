import { notFound } from "../../../core/errors";
import { given } from "../../../core/fields";
import { outside, type Scope } from "../../../core/scope";
import type { WorldPart } from "../../../core/system";
import { day, formatTime } from "../../../core/time";
import { readBody } from "../../../core/world";
import {
  addRemoteKey,
  managers,
  newVersion,
  remoteDomains,
  remoteKeys,
  type Manager,
  type RemoteDomain,
  type RemoteKey,
  type RemoteVersion,
} from "../manager";
import { defaultExternalCmWorld } from "./default";
import {
  domainChangeSchema,
  domainSchema,
  externalCmSchema,
  keyChangeSchema,
  keySchema,
  managerChangeSchema,
  managerSchema,
  type WorldDomain,
  type WorldKey,
  type WorldManager,
} from "./schema";

function seed(scope: Scope, part: unknown): void {
  for (const { domains, ...manager } of externalCmSchema.parse(part).managers) {
    addManager(scope, manager);
    for (const domain of domains) addDomain(scope, manager.name, domain);
  }
}

function addManager(scope: Scope, { name, ...manager }: Omit<WorldManager, "domains">): Manager {
  return scope.put(managers, { ...manager, id: name, domain: outside });
}

function addDomain(scope: Scope, manager: string, { keys, ...facts }: WorldDomain): RemoteDomain {
  const domain = scope.put(remoteDomains, { ...facts, domain: outside, manager });
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
  return addRemoteKey(scope, place, key, versions);
}

const shownKey = ({ id: _id, domain: _domain, place: _place, ...key }: RemoteKey): object => key;
const shownManager = ({ id, domain: _domain, users, ...manager }: Manager): object => ({
  name: id,
  ...manager,
  users: users.map(({ username }) => ({ username })),
});

function show(scope: Scope): object {
  return {
    managers: scope.all(managers).map((manager) => ({
      ...shownManager(manager),
      domains: scope.by(remoteDomains, "manager", manager.id).map(({ domain: _domain, ...facts }) => ({
        ...facts,
        keys: scope.by(remoteKeys, "place", facts.id).map(shownKey),
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
  const { id, manager, refreshSeconds, ...changes } = readBody(domainChangeSchema, body);
  const time = refreshSeconds === undefined ? {} : { refreshSeconds: refreshSeconds ?? undefined };
  const before = scope.get(remoteDomains, id);
  if (before !== undefined) return scope.put(remoteDomains, { ...before, ...given(changes), ...time });
  const { id: holder } = scope.need(managers, manager ?? "");
  return addDomain(scope, holder, readBody(domainSchema, { id, ...changes, ...time }));
}

function changeKey(scope: Scope, body: unknown): object {
  const { domainId, key: name, delete: gone, rotate, count, state, ...changes } = readBody(keyChangeSchema, body);
  const place = scope.need(remoteDomains, domainId).id;
  if (name === undefined) {
    const wanted = readBody(keySchema, { ...changes, ...given({ state }), ageInDays: 0 });
    if (count === undefined) return shownKey(addKey(scope, place, wanted));
    for (let n = 1; n <= count; n++) addKey(scope, place, { ...wanted, name: `${wanted.name}-${n}` });
    return { count };
  }
  const found = scope.by(remoteKeys, "address", `${place}/${name}`)[0];
  if (found === undefined) throw notFound();
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
export const externalCmWorld: WorldPart = {
  name: "externalCm",
  schema: externalCmSchema,
  initial: { ...defaultExternalCmWorld },
  seed,
  show,
  changes: { managers: changeManager, domains: changeDomain, keys: changeKey },
};
