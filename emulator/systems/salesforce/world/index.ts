import { badRequest } from "../../../core/errors";
import { given } from "../../../core/fields";
import { outside, type Scope, type WorldPart } from "../../../core/scope";
import { day, formatTime } from "../../../core/time";
import { readBody } from "../../../core/world";
import { addCertificate, addSecret, cloudCertificates, cloudSecrets, orgs, setSecretStatus, type Org } from "../cloud";
import { defaultSalesforceWorld } from "./default";
import { orgChangeSchema, orgSchema, salesforceSchema, secretChangeSchema, type WorldOrg } from "./schema";

function seed(scope: Scope, part: unknown): void {
  for (const org of salesforceSchema.parse(part).organizations) addOrg(scope, org);
}

const usual = { name: "", domainName: "", users: [], clients: [], namedCredentials: [], readyAfterSeconds: 0 };

/** Ids of secrets in the world are the same in every run. */
function addOrg(scope: Scope, { keys, certificates, ...facts }: WorldOrg): Org {
  const { organizationId: id } = facts;
  const org = scope.put(orgs, {
    ...usual,
    testSeconds: 0.05,
    ...given(facts),
    ...required(facts),
    id,
    domain: outside,
  });
  keys.forEach(({ type, source, derivation, status, ageInDays }, index) => {
    const secretId = `02G${id.slice(3, 12)}${String(index).padStart(3, "0")}EAK`;
    const createdAt = formatTime(scope.now - ageInDays * day);
    const secret = addSecret(scope, id, type, { id: secretId, source, derivation, createdAt });
    if (status !== "ACTIVE") setSecretStatus(scope, secret, status);
  });
  certificates.forEach(({ name, keySize, certificate }, index) => {
    addCertificate(scope, id, name, keySize, {
      id: `0P1${id.slice(3, 12)}${String(index).padStart(3, "0")}EAK`,
      certificate,
    });
  });
  return org;
}

const required = ({ organizationId, type, sandbox }: Pick<WorldOrg, "organizationId" | "type" | "sandbox">) => ({
  organizationId,
  type,
  sandbox,
});

function show(scope: Scope): object {
  return {
    organizations: scope.all(orgs).map((org) => ({
      ...withoutSecrets(org),
      keys: scope.by(cloudSecrets, "org", org.id).map(({ domain: _domain, org: _org, ...secret }) => secret),
      certificates: scope.by(cloudCertificates, "org", org.id).map(({ id, name, keySize }) => ({ id, name, keySize })),
    })),
  };
}

function withoutSecrets({ id: _id, domain: _domain, users, clients, ...org }: Org): object {
  return {
    ...org,
    users: users.map(({ username }) => ({ username })),
    clients: clients.map(({ clientId }) => ({ clientId })),
  };
}

function changeOrg(scope: Scope, body: unknown): object {
  const { syncSeconds, ...changes } = readBody(orgChangeSchema, body);
  const before =
    scope.get(orgs, changes.organizationId) ??
    addOrg(scope, orgSchema.parse({ organizationId: changes.organizationId }));
  const sync = syncSeconds === undefined ? {} : { syncSeconds: syncSeconds ?? undefined };
  return withoutSecrets(scope.put(orgs, { ...before, ...given(changes), ...sync }));
}

function changeSecret(scope: Scope, body: unknown): object {
  const { organization, key, type, source, status, delete: gone } = readBody(secretChangeSchema, body);
  scope.need(orgs, organization);
  if (key === undefined) {
    if (type === undefined) throw badRequest("body.type: Required");
    return addSecret(scope, organization, type, { source });
  }
  const secret = scope.need(cloudSecrets, key);
  if (gone === true) {
    scope.remove(cloudSecrets, secret);
    return {};
  }
  if (status !== undefined) setSecretStatus(scope, secret, status);
  return scope.need(cloudSecrets, key);
}

/** Salesforce as it is behind the service. */
export const salesforceWorld: WorldPart = {
  name: "salesforce",
  schema: salesforceSchema,
  initial: { ...defaultSalesforceWorld },
  seed,
  show,
  changes: { organizations: changeOrg, keys: changeSecret },
};
