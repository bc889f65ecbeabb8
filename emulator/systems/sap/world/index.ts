import { createHash } from "node:crypto";
import { notFound } from "../../../core/errors";
import { given } from "../../../core/fields";
import { outside, type Scope, type WorldPart } from "../../../core/scope";
import { day, formatTime } from "../../../core/time";
import { readBody } from "../../../core/world";
import {
  addCloudVersion,
  changeCloudKey,
  cloudGroups,
  cloudKeys,
  createCloudKey,
  tenants,
  type CloudKey,
  type Tenant,
} from "../cloud";
import { defaultSapWorld } from "./default";
import {
  keyChangeSchema,
  keySchema,
  sapSchema,
  tenantChangeSchema,
  tenantSchema,
  type WorldKey,
  type WorldTenant,
} from "./schema";

function seed(scope: Scope, part: unknown): void {
  for (const tenant of sapSchema.parse(part).tenants) addTenant(scope, tenant);
}

function addTenant(scope: Scope, { tenant: id, groups, ...facts }: WorldTenant): Tenant {
  const tenant = scope.put(tenants, { ...facts, id, domain: outside });
  groups.forEach((group) => addGroup(scope, id, group));
  return tenant;
}

function addGroup(scope: Scope, tenant: string, { groupId, keys, ...facts }: WorldTenant["groups"][number]): void {
  const createdAt = formatTime(scope.now - 1000 * day);
  const keystoreId = idFrom(`${tenant}/${facts.keyStoreName}`);
  scope.put(cloudGroups, { ...facts, id: groupId, domain: outside, tenant, keystoreId, createdAt });
  for (const key of keys) addKey(scope, groupId, key, idFrom(`${groupId}/${key.name}`));
}

function addKey(scope: Scope, group: string, key: WorldKey, id?: string): CloudKey {
  const { ageInDays, versions, ...facts } = key;
  let cloud = createCloudKey(scope, group, { ...facts, id, createdAt: formatTime(scope.now - ageInDays * day) });
  for (let more = 1; more < versions; more++) cloud = addCloudVersion(scope, cloud, "NATIVE", true);
  return cloud;
}

/** The same text always gives the same id. */
function idFrom(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex").slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function withoutSecrets({ id, domain: _domain, users, technicalUsers, ...facts }: Tenant): object {
  return {
    tenant: id,
    ...facts,
    users: users.map(({ user }) => ({ user })),
    technicalUsers: technicalUsers.map(({ apiKey }) => ({ apiKey })),
  };
}

function show(scope: Scope): object {
  return {
    tenants: scope.all(tenants).map((tenant) => ({
      ...withoutSecrets(tenant),
      groups: scope.by(cloudGroups, "tenant", tenant.id).map(({ id, domain: _domain, ...group }) => ({
        groupId: id,
        ...group,
        keys: scope.by(cloudKeys, "group", id).map(({ domain: _own, ...key }) => key),
      })),
    })),
  };
}

function changeTenant(scope: Scope, body: unknown): object {
  const { tenant: id, groups = [], syncSeconds, ...changes } = readBody(tenantChangeSchema, body);
  const before = scope.get(tenants, id) ?? addTenant(scope, readBody(tenantSchema, { tenant: id, ...changes }));
  const sync = syncSeconds === undefined ? {} : { syncSeconds: syncSeconds ?? undefined };
  const changed = scope.put(tenants, { ...before, ...given(changes), ...sync });
  groups.forEach((group) => addGroup(scope, id, group));
  return withoutSecrets(changed);
}

function changeKey(scope: Scope, body: unknown): object {
  const { group, key: reference, delete: gone, rotate, ...changes } = readBody(keyChangeSchema, body);
  scope.need(cloudGroups, group);
  if (reference === undefined)
    return addKey(scope, group, readBody(keySchema, { size: 256, ...changes, ageInDays: 0 }));
  const own = scope.by(cloudKeys, "group", group);
  const key = own.find(({ id, name }) => [id, name].includes(reference));
  if (key === undefined) throw notFound();
  if (gone === true) {
    scope.remove(cloudKeys, key);
    return {};
  }
  const { type: _type, size: _size, curve: _curve, ...changeable } = changes;
  const changed = changeCloudKey(scope, key, given(changeable));
  return rotate === true ? addCloudVersion(scope, changed, "NATIVE", true) : changed;
}

/** SAP Data Custodian as it is behind the service. */
export const sapWorld: WorldPart = {
  name: "sap",
  schema: sapSchema,
  initial: { ...defaultSapWorld },
  seed,
  show,
  changes: { tenants: changeTenant, keys: changeKey },
};
