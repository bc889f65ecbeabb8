import { createHash } from "node:crypto";
import { notFound } from "../../../core/errors";
import { given, type JsonObject } from "../../../core/fields";
import { outside, type Scope, type WorldPart } from "../../../core/scope";
import { day } from "../../../core/time";
import { readBody } from "../../../core/world";
import { thumbprint } from "../../../shared/selfSigned";
import { anyCase, applications, subscriptions, type Application } from "../cloud/directory";
import {
  addVersion,
  changeVersion,
  cloudObjects,
  findObject,
  newestOf,
  objectsIn,
  recover,
  removeObject,
  softDelete,
  type CloudObject,
  type ObjectType,
} from "../cloud/object";
import { cloudVaults, typeOf, type CloudVault } from "../cloud/vault";
import { keyDetails } from "../objects/create";
import { describe } from "../objects/record";
import { defaultAzureWorld } from "./default";
import {
  applicationChangeSchema,
  applicationSchema,
  azureSchema,
  certificateSchema,
  keySchema,
  objectChangeSchema,
  secretSchema,
  vaultChangeSchema,
  vaultSchema,
  type WorldCertificate,
  type WorldKey,
  type WorldSecret,
  type WorldTenant,
  type WorldVault,
} from "./schema";

function seed(scope: Scope, part: unknown): void {
  for (const tenant of azureSchema.parse(part).tenants) {
    for (const { certificates, clientId, ...application } of tenant.applications) {
      scope.put(applications, {
        id: clientId,
        domain: outside,
        clientId,
        tenantId: tenant.tenantId,
        cloudName: tenant.cloudName,
        thumbprints: certificates.map(asThumbprint),
        ...application,
      });
    }
    for (const { vaults, subscriptionId, ...subscription } of tenant.subscriptions) {
      scope.put(subscriptions, {
        id: subscriptionId,
        domain: outside,
        subscriptionId,
        tenantId: tenant.tenantId,
        ...subscription,
      });
      for (const vault of vaults) seedVault(scope, tenant, subscriptionId, vault);
    }
  }
}

const asThumbprint = (text: string): string => thumbprint(text) ?? text.replace(/[:\s]/g, "").toUpperCase();

function seedVault(
  scope: Scope,
  { tenantId, cloudName }: Pick<WorldTenant, "tenantId" | "cloudName">,
  subscriptionId: string,
  { keys, secrets, certificates, resourceGroup, ...vault }: WorldVault,
): CloudVault {
  const kind = vault.managedHsm ? "managedHSMs" : "vaults";
  const resourceId = `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroup}/providers/Microsoft.KeyVault/${kind}/${vault.name}`;
  const made: CloudVault = {
    id: resourceId.toLowerCase(),
    domain: outside,
    resourceId,
    subscriptionId,
    tenantId,
    cloudName,
    ...vault,
  };
  scope.put(cloudVaults, made);
  for (const key of keys) addObject(scope, made, "key", key);
  for (const secret of secrets) addObject(scope, made, "secret", secret);
  for (const certificate of certificates) addObject(scope, made, "certificate", certificate);
  return made;
}

const inSeconds = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Math.floor(Date.parse(time) / 1000);

type WorldObject = WorldKey | WorldSecret | WorldCertificate;

/** Version ids follow from the names, so that they are the same in every run. */
function addObject(scope: Scope, vault: CloudVault, type: ObjectType, wanted: WorldObject): CloudObject {
  const { name, enabled, tags, notBefore, expires, versions, ageInDays, deleted } = wanted;
  let object: CloudObject | undefined;
  for (let index = 0; index < versions; index++) {
    const seedText = `${vault.id}/${type}/${name}/${index}`;
    const made = Math.floor(scope.now - (ageInDays * day * (versions - index)) / versions);
    object = addVersion(scope, vault, type, name, {
      version: createHash("md5").update(seedText).digest("hex"),
      created: made,
      updated: made,
      enabled,
      nbf: inSeconds(notBefore),
      exp: inSeconds(expires),
      tags,
      details: detailsOf(type, wanted, seedText),
    });
  }
  return (deleted ? softDelete(scope, vault, object!) : object) ?? object!;
}

function detailsOf(type: ObjectType, wanted: WorldObject, seedText: string): JsonObject {
  if (type === "key") {
    const { kty, size, crv, ops } = wanted as WorldKey;
    const shape = kty.startsWith("EC") ? { kty, crv } : { kty, size };
    return keyDetails(shape, { fingerprint: seedText }, ops === undefined ? {} : { key_ops: ops });
  }
  if (type === "secret") {
    const { value, contentType } = wanted as WorldSecret;
    return given({ contentType, value_digest: createHash("sha256").update(value).digest("hex") });
  }
  const { subject, issuer } = wanted as WorldCertificate;
  const policy = {
    issuer: { name: issuer },
    key_props: { kty: "RSA", key_size: 2048, exportable: true, reuse_key: false },
    x509_props: { subject, validity_months: 12 },
    secret_props: { contentType: "application/x-pkcs12" },
  };
  return { policy, x5t: createHash("sha1").update(seedText).digest("hex") };
}

function show(scope: Scope): object {
  const shownVault = (vault: CloudVault): object => ({
    ...given({ ...vault, id: undefined, domain: undefined }),
    type: typeOf(vault),
    keys: shownObjects(scope, vault, "key"),
    secrets: shownObjects(scope, vault, "secret"),
    certificates: shownObjects(scope, vault, "certificate"),
  });
  return {
    applications: scope.all(applications).map(shownApplication),
    subscriptions: scope.all(subscriptions).map(({ id: _id, domain: _domain, ...subscription }) => ({
      ...subscription,
      vaults: scope.by(cloudVaults, "subscriptionId", subscription.subscriptionId).map(shownVault),
    })),
  };
}

function shownApplication({ id: _id, domain: _domain, secrets, ...application }: Application): object {
  return { ...application, secrets: secrets.length };
}

function shownObjects(scope: Scope, vault: CloudVault, type: ObjectType): object[] {
  return objectsIn(scope, vault, type).map((object) => ({
    name: object.name,
    deleted: object.deletedAt !== undefined,
    versions: object.versions.map((version) => ({ version: version.version, ...describe(vault, object, version) })),
  }));
}

function changeApplication(scope: Scope, body: unknown): object {
  const {
    secrets = [],
    removeSecrets = [],
    certificates = [],
    removeCertificates = [],
    ...changes
  } = readBody(applicationChangeSchema, body);
  const before = scope.get(applications, changes.clientId) ?? freshApplication(scope, changes);
  const withdrawn = removeCertificates.map(asThumbprint);
  const thumbprints = before.thumbprints.filter((one) => !withdrawn.includes(one));
  const changed = scope.put(applications, {
    ...before,
    ...given(changes),
    secrets: [...before.secrets.filter((one) => !removeSecrets.includes(one)), ...secrets],
    thumbprints: [...thumbprints, ...certificates.map(asThumbprint)],
  });
  return shownApplication(changed);
}

function freshApplication(scope: Scope, { clientId, tenantId }: { clientId: string; tenantId?: string }): Application {
  const { certificates: _none, ...defaults } = applicationSchema.parse({ clientId });
  const known = scope.all(applications).find((one) => tenantId === undefined || one.tenantId === tenantId);
  const tenant = tenantId ?? known?.tenantId ?? "";
  return {
    id: clientId,
    domain: outside,
    ...defaults,
    tenantId: tenant,
    cloudName: known?.cloudName ?? "AzureCloud",
    thumbprints: [],
  };
}

function changeVault(scope: Scope, body: unknown): object {
  const { name, subscription, delete: gone, syncSeconds, ...changes } = readBody(vaultChangeSchema, body);
  const before = scope.by(cloudVaults, "name", name)[0];
  if (gone === true) {
    if (before === undefined) throw notFound();
    for (const object of scope.by(cloudObjects, "vault", before.id)) removeObject(scope, object);
    scope.remove(cloudVaults, before);
    return {};
  }
  const sync = syncSeconds === undefined ? {} : { syncSeconds: syncSeconds ?? undefined };
  if (before !== undefined) return scope.put(cloudVaults, { ...before, ...given(changes), ...sync });
  const { subscriptionId, tenantId } = scope.need(subscriptions, subscription ?? "");
  const cloudName = scope.by(applications, "tenant", anyCase(tenantId))[0]?.cloudName ?? "AzureCloud";
  const wanted = readBody(vaultSchema, { name, ...changes, ...given(sync) });
  return seedVault(scope, { tenantId, cloudName } as WorldTenant, subscriptionId, wanted);
}

const schemas = { key: keySchema, secret: secretSchema, certificate: certificateSchema };

/** Works on the newest version, as somebody with Azure's own tools would. */
function changeObject(type: ObjectType) {
  return (scope: Scope, body: unknown): object => {
    const { vault: vaultName, name, action, enabled, tags, ...more } = readBody(objectChangeSchema, body);
    const vault = scope.by(cloudVaults, "name", vaultName)[0];
    if (vault === undefined) throw notFound();
    const object = findObject(scope, vault, type, name);
    if (object === undefined) {
      const wanted = readBody<WorldObject>(schemas[type], { ageInDays: 0, ...more, ...given({ name, enabled, tags }) });
      return addObject(scope, vault, type, wanted);
    }
    if (action === "softDelete") return softDelete(scope, vault, object) ?? {};
    if (action === "recover") return recover(scope, vault, object);
    if (action === "purge") {
      removeObject(scope, object);
      return {};
    }
    const { version, details } = newestOf(object);
    if (action === "rotate")
      return addVersion(scope, vault, type, name, { ...newestOf(object), ...fresh(scope), details });
    return changeVersion(scope, object, version, given({ enabled, tags }));
  };
}

function fresh(scope: Scope): { version: string; created: number; updated: number } {
  const version = createHash("md5").update(String(scope.now)).digest("hex");
  return { version, created: scope.now, updated: scope.now };
}

/** Azure as it is behind the service. */
export const azureWorld: WorldPart = {
  name: "azure",
  schema: azureSchema,
  initial: { ...defaultAzureWorld },
  seed,
  show,
  changes: {
    applications: changeApplication,
    vaults: changeVault,
    keys: changeObject("key"),
    secrets: changeObject("secret"),
    certificates: changeObject("certificate"),
  },
};
