import { badRequest, notFound } from "../../../core/errors";
import { given } from "../../../core/fields";
import { outside, type Scope, type WorldPart } from "../../../core/scope";
import { day, formatTime } from "../../../core/time";
import { readBody } from "../../../core/world";
import { describeKey } from "../cloud/describe";
import * as cloud from "../cloud/key";
import { cloudKeys, type CloudKey } from "../cloud/key";
import type { Shape } from "../cloud/shapes";
import { defaultOciWorld } from "./default";
import {
  keyChangeSchema,
  keySchema,
  ociSchema,
  tenancyChangeSchema,
  vaultChangeSchema,
  vaultSchema,
  type WorldKey,
  type WorldTenancy,
  type WorldVault,
} from "./schema";
import { cloudVaults, tenancies, type CloudVault, type Compartment, type Tenancy } from "./tenancies";

const longAgo = 1000 * day;

function seed(scope: Scope, part: unknown): void {
  for (const world of ociSchema.parse(part).tenancies) {
    const tenancy = addTenancy(scope, world);
    world.vaults.forEach((vault, index) => addVault(scope, tenancy, vault, `${tenancy.id}/${index}`));
  }
}

function addTenancy(scope: Scope, { tenancyOcid, vaults: _vaults, compartments, ...facts }: WorldTenancy): Tenancy {
  const createdAt = formatTime(scope.now - longAgo);
  const root = { ocid: tenancyOcid, parent: "", accessible: true, createdAt, freeformTags: {} };
  const all: Compartment[] = [{ ...root, name: "root", description: "The root compartment of the tenancy" }];
  for (const { ocid, parent, ...rest } of compartments) {
    const id = ocid ?? cloud.ocidOf("compartment", "", `${tenancyOcid}/${rest.name}`);
    all.push({ ...rest, ocid: id, parent: compartmentOf(all, parent), createdAt });
  }
  const buckets = facts.buckets.map(({ name, compartment }) => ({
    name,
    compartment: compartmentOf(all, compartment),
  }));
  return scope.put(tenancies, { ...facts, id: tenancyOcid, domain: outside, compartments: all, buckets });
}

function compartmentOf(all: readonly Compartment[], name: string): string {
  const found = all.find((one) => one.name === name || one.ocid === name);
  if (found === undefined) throw badRequest(`there is no compartment ${name}`);
  return found.ocid;
}

/** @param seedText makes the ids the same in every run; random ones without it */
function addVault(scope: Scope, tenancy: Tenancy, world: WorldVault, seedText?: string): CloudVault {
  const vault = scope.put<CloudVault>(cloudVaults, {
    id: world.ocid ?? cloud.ocidOf("vault", world.region, seedText),
    domain: outside,
    tenancy: tenancy.id,
    compartment: compartmentOf(tenancy.compartments, world.compartment),
    region: world.region,
    displayName: world.name,
    type: world.type,
    state: world.state,
    createdAt: formatTime(scope.now - longAgo),
    freeformTags: world.freeformTags,
  });
  world.keys.forEach((key, index) => addKey(scope, vault, key, `${vault.id}/${index}`));
  return vault;
}

function shapeOf({ algorithm, length, curveId }: WorldKey): Shape {
  if (algorithm === "AES") return { algorithm, length: length ?? 32 };
  if (algorithm === "RSA") return { algorithm, length: length ?? 256 };
  const usual = { NIST_P384: 48, NIST_P521: 66 }[curveId ?? ""] ?? 32;
  return { algorithm, length: length ?? usual, curveId: curveId ?? "NIST_P256" };
}

function addKey(scope: Scope, vault: CloudVault, world: WorldKey, seedText?: string): CloudKey {
  const tenancy = scope.need(tenancies, vault.tenancy);
  const { compartment } = world;
  const id = cloud.ocidOf("key", vault.region, seedText);
  const fingerprint = world.uploaded ? id : undefined;
  const made = cloud.createCloudKey(scope, {
    ...shapeOf(world),
    id,
    vault: vault.id,
    region: vault.region,
    displayName: world.name,
    protectionMode: world.protectionMode,
    compartment: compartment === undefined ? vault.compartment : compartmentOf(tenancy.compartments, compartment),
    freeformTags: world.freeformTags,
    definedTags: world.definedTags,
    fingerprint,
    createdAt: formatTime(scope.now - world.ageInDays * day),
    oracleTags: tenancy.oracleTags,
  });
  let key = cloud.settle(scope, made);
  for (let count = 1; count < world.versions; count++) {
    key = cloud.settle(scope, cloud.addVersion(scope, key, vault.region, fingerprint));
  }
  if (world.state === "DISABLED") return cloud.settle(scope, cloud.setEnabled(scope, key, false));
  if (world.state === "ENABLED") return key;
  return cloud.settle(scope, cloud.scheduleDeletion(scope, key, world.deletionDays));
}

function show(scope: Scope): object {
  const keysOf = (vault: CloudVault) => scope.by(cloudKeys, "vault", vault.id).map((key) => describeKey(scope, key));
  const vaultsOf = ({ id }: Tenancy) =>
    scope
      .all(cloudVaults)
      .filter((vault) => vault.tenancy === id)
      .map(({ id: ocid, domain: _domain, ...vault }) => ({
        ocid,
        ...vault,
        keys: keysOf({ id: ocid, domain: outside, ...vault }),
      }));
  return {
    tenancies: scope.all(tenancies).map((tenancy) => ({ ...withoutSecrets(tenancy), vaults: vaultsOf(tenancy) })),
  };
}

function withoutSecrets({ id: tenancyOcid, domain: _domain, users, recent: _recent, ...rest }: Tenancy): object {
  const shown = users.map(({ userOcid, fingerprint }) => ({ userOcid, fingerprint }));
  return { tenancyOcid, ...rest, users: shown };
}

function changeTenancy(scope: Scope, body: unknown): object {
  const { tenancy, users = [], removeUsers = [], ...changes } = readBody(tenancyChangeSchema, body);
  const before = scope.need(tenancies, tenancy);
  const replaced = [...removeUsers, ...users.map(({ userOcid }) => userOcid)];
  const kept = before.users.filter(({ userOcid }) => !replaced.includes(userOcid));
  return withoutSecrets(scope.put(tenancies, { ...before, ...cleared(changes), users: [...kept, ...users] }));
}

/** What a change names; null takes a setting back. */
function cleared<T extends object>(changes: T): { [K in keyof T]: Exclude<T[K], null> } {
  const named = Object.entries(given(changes)).map(([name, value]) => [name, value ?? undefined]);
  return Object.fromEntries(named) as { [K in keyof T]: Exclude<T[K], null> };
}

function changeVault(scope: Scope, body: unknown): object {
  const { tenancy, vault: reference, delete: gone, ...changes } = readBody(vaultChangeSchema, body);
  if (reference === undefined) {
    return addVault(scope, scope.need(tenancies, tenancy ?? ""), readBody(vaultSchema, changes));
  }
  const vault = findVault(scope, reference);
  if (gone === true) {
    for (const key of scope.by(cloudKeys, "vault", vault.id)) scope.remove(cloudKeys, key);
    scope.remove(cloudVaults, vault);
    return {};
  }
  const { name: displayName, state, freeformTags } = changes;
  return scope.put(cloudVaults, { ...vault, ...given({ displayName, state, freeformTags }) });
}

function changeKey(scope: Scope, body: unknown): object {
  const { vault: place, key: reference, delete: gone, rotate, enabled, ...changes } = readBody(keyChangeSchema, body);
  const vault = findVault(scope, place);
  if (reference === undefined) {
    const state = enabled === false ? "DISABLED" : "ENABLED";
    return describeKey(scope, addKey(scope, vault, readBody(keySchema, { ...changes, state, ageInDays: 0 })));
  }
  const own = scope.by(cloudKeys, "vault", vault.id);
  const found = own.find(({ id, displayName }) => [id, displayName].includes(reference));
  if (found === undefined) throw notFound();
  if (gone === true) {
    scope.remove(cloudKeys, found);
    return {};
  }
  let key = cloud.settle(scope, found);
  if (rotate === true) key = cloud.settle(scope, cloud.addVersion(scope, key, vault.region));
  if (enabled !== undefined) key = cloud.settle(scope, cloud.setEnabled(scope, key, enabled));
  const { name: displayName, freeformTags, definedTags } = changes;
  return describeKey(
    scope,
    cloud.changeCloudKey(scope, { ...key, ...given({ displayName, freeformTags, definedTags }) }),
  );
}

function findVault(scope: Scope, reference: string): CloudVault {
  const found = scope.all(cloudVaults).find(({ id, displayName }) => [id, displayName].includes(reference));
  if (found === undefined) throw notFound();
  return found;
}

/** Oracle Cloud as it is behind the service. */
export const ociWorld: WorldPart = {
  name: "oci",
  schema: ociSchema,
  initial: { ...defaultOciWorld },
  seed,
  show,
  changes: { tenancies: changeTenancy, vaults: changeVault, keys: changeKey },
};
