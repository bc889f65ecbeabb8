import { createHash } from "node:crypto";
import { invalid } from "../../../core/errors";
import { given, own } from "../../../core/fields";
import { outside, type Scope, type WorldPart } from "../../../core/scope";
import { day, formatTime, second } from "../../../core/time";
import { readBody } from "../../../core/world";
import { algorithmsOf, isSymmetric } from "../cloud/algorithms";
import { describeKey, describeVersion } from "../cloud/describe";
import { createCloudKey } from "../cloud/key";
import {
  changeCloudKey,
  cloudAccounts,
  cloudKeys,
  cloudProjects,
  cloudRings,
  ringName,
  type CloudAccount,
  type CloudKey,
  type CloudProject,
  type CloudVersion,
} from "../cloud/records";
import { addVersion, changeVersion, destroyWork, needVersion, setPrimary } from "../cloud/versions";
import { defaultGoogleWorld } from "./default";
import {
  accountChangeSchema,
  accountSchema,
  googleSchema,
  keyChangeSchema,
  projectChangeSchema,
  projectSchema,
  type WorldAccount,
  type WorldKey,
  type WorldProject,
  type WorldRing,
} from "./schema";

function seed(scope: Scope, part: unknown): void {
  const { serviceAccounts, projects } = googleSchema.parse(part);
  for (const account of serviceAccounts) addAccount(scope, account);
  for (const project of projects) {
    addProject(scope, project);
    for (const ring of project.keyRings) addRing(scope, project.projectId, ring);
  }
}

function addAccount(scope: Scope, { email, ...account }: WorldAccount): CloudAccount {
  return scope.put(cloudAccounts, { id: email, domain: outside, ...account });
}

function addProject(
  scope: Scope,
  { projectId, keyRings: _rings, name, number, ...project }: WorldProject,
): CloudProject {
  const digits = BigInt(`0x${createHash("sha256").update(projectId).digest("hex").slice(0, 10)}`);
  const facts = { name: name ?? projectId, number: number ?? String(digits) };
  return scope.put(cloudProjects, { id: projectId, domain: outside, ...facts, ...project });
}

function addRing(scope: Scope, project: string, { name, location, keys }: WorldRing): void {
  const id = ringName(project, location, name);
  scope.put(cloudRings, { id, domain: outside, project, location, createTime: formatTime(scope.now - 1500 * day) });
  for (const key of keys) addKey(scope, id, key);
}

function addKey(scope: Scope, ring: string, key: WorldKey): CloudKey {
  const { name: keyName, purpose, protectionLevel, labels, importOnly, destroyDays } = key;
  const createTime = formatTime(scope.now - key.ageInDays * day);
  const facts = {
    ring,
    keyName,
    purpose,
    algorithm: key.algorithm ?? own(algorithmsOf, purpose)?.[0] ?? "",
    protectionLevel,
    labels,
    importOnly,
    destroySeconds: destroyDays * (day / second),
    createTime,
    nextRotationTime: rotationTime(scope, key),
    rotationSeconds: key.rotationDays === undefined ? undefined : key.rotationDays * (day / second),
  };
  const made = createCloudKey(scope, facts, undefined);
  const versions = key.versions.map(({ state, imported }, index): CloudVersion => {
    const fingerprint = createHash("sha256").update(`${made.id}/${index}`).digest("hex").toUpperCase();
    const times = { createTime, generateTime: createTime };
    const version = { number: index + 1, state, algorithm: facts.algorithm, ...times };
    const own = state === "DESTROY_SCHEDULED" ? planDestroy(scope, made, index + 1) : {};
    return { ...version, ...own, imported: imported ? fingerprint : undefined };
  });
  return changeCloudKey(scope, made, { versions, primary: isSymmetric(purpose) ? versions.at(-1)?.number : undefined });
}

function rotationTime(scope: Scope, { rotationDays, nextRotationInDays }: WorldKey): string | undefined {
  const days = nextRotationInDays ?? rotationDays;
  return days === undefined ? undefined : formatTime(scope.now + days * day);
}

function planDestroy(scope: Scope, key: CloudKey, version: number): { destroyTime: string } {
  const destroyTime = formatTime(scope.now + key.destroySeconds * second);
  scope.plan(key.destroySeconds * second, destroyWork, { key: key.id, version, date: destroyTime });
  return { destroyTime };
}

function showKey(key: CloudKey): object {
  return { ...describeKey(key), versions: key.versions.map((version) => describeVersion(key, version)) };
}

const showAccount = ({ id, domain: _domain, keys, ...account }: CloudAccount): object => ({
  email: id,
  ...account,
  keys: keys.map(({ privateKeyId }) => ({ privateKeyId })),
});

function showProject(scope: Scope, { id, domain: _domain, ...project }: CloudProject): object {
  const keyRings = scope.by(cloudRings, "project", id).map((ring) => ({
    name: ring.id,
    keys: scope.by(cloudKeys, "ring", ring.id).map(showKey),
  }));
  return { projectId: id, ...project, keyRings };
}

function show(scope: Scope): object {
  return {
    serviceAccounts: scope.all(cloudAccounts).map(showAccount),
    projects: scope.all(cloudProjects).map((project) => showProject(scope, project)),
  };
}

function changeAccount(scope: Scope, body: unknown): object {
  const { email, keys = [], removeKeys = [], ...changes } = readBody(accountChangeSchema, body);
  const before = scope.get(cloudAccounts, email) ?? addAccount(scope, accountSchema.parse({ email }));
  const replaced = [...removeKeys, ...keys.map(({ privateKeyId }) => privateKeyId)];
  const kept = before.keys.filter(({ privateKeyId }) => !replaced.includes(privateKeyId));
  return showAccount(scope.put(cloudAccounts, { ...before, ...given(changes), keys: [...kept, ...keys] }));
}

function changeProject(scope: Scope, body: unknown): object {
  const { projectId, keyRings = [], syncSeconds, ...changes } = readBody(projectChangeSchema, body);
  const before = scope.get(cloudProjects, projectId) ?? addProject(scope, projectSchema.parse({ projectId }));
  const sync = syncSeconds === undefined ? {} : { syncSeconds: syncSeconds ?? undefined };
  const project = scope.put(cloudProjects, { ...before, ...given(changes), ...sync });
  for (const ring of keyRings) addRing(scope, projectId, ring);
  return showProject(scope, project);
}

function changeKey(scope: Scope, body: unknown): object {
  const change = readBody(keyChangeSchema, body);
  if (change.key === undefined) {
    if (change.keyRing === undefined || change.add === undefined)
      throw invalid("key, or keyRing and add, are required");
    return showKey(addKey(scope, scope.need(cloudRings, change.keyRing).id, change.add));
  }
  let key = scope.need(cloudKeys, change.key);
  if (change.delete === true) {
    scope.remove(cloudKeys, key);
    return {};
  }
  if (change.labels !== undefined) key = changeCloudKey(scope, key, { labels: change.labels });
  if (change.rotate === true) key = addVersion(scope, key, { becomesPrimary: true });
  if (change.primary !== undefined) key = setPrimary(scope, key, change.primary);
  if (change.version !== undefined && change.state !== undefined) {
    const { state } = change;
    const own = state === "DESTROY_SCHEDULED" ? planDestroy(scope, key, change.version) : {};
    key = changeVersion(scope, key, needVersion(key, change.version), { state, ...own });
  }
  return showKey(key);
}

/** Google as it is behind the service. */
export const googleWorld: WorldPart = {
  name: "google",
  schema: googleSchema,
  initial: { ...defaultGoogleWorld },
  seed,
  show,
  changes: { serviceAccounts: changeAccount, projects: changeProject, keys: changeKey },
};
