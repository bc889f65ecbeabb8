import { body, flag, mergedJson, someTexts, text } from "../../core/body";
import { created, shown } from "../../core/response";
import { conflict, forbidden, invalid, notFound } from "../../core/errors";
import { list } from "../../core/lists";
import { rootDomain, type Call, type Scope, type Operations } from "../../core/scope";
import { seedDomainCa } from "../ca/seed";
import { domains, loginOf, memberships, seedGroups, users, type Domain } from "../../shared/identities";

const changeable = { meta: mergedJson, hsm_connection_id: text, hsm_kek_label: text };
const changes = body(changeable);
const newDomain = body({
  name: text.required,
  admins: someTexts.required,
  allow_user_management: flag.or(false),
  parent_ca_id: text,
  ...changeable,
});

/** The domains that the caller may see: all of them from the root, otherwise only the own one. */
function visible(call: Call): Domain[] {
  const all = call.service.root.all(domains);
  return call.domain === rootDomain ? all : all.filter(({ id }) => id === call.domain);
}

function target(call: Call): Domain {
  const domain = call.service.root.need(domains, call.param());
  if (!visible(call).includes(domain)) throw notFound();
  return domain;
}

function onlyFromRoot(call: Call): void {
  if (call.domain !== rootDomain) throw forbidden("domains are managed in the root domain");
}

function listDomains(call: Call): object {
  return list(call, { kind: domains, rows: visible(call), view: shown, filters: ["id", "name", "uri"] });
}

/** The id of a user that a request names by id or by name. */
function userCalled(call: Call, reference: string): string {
  const user = call.get(users, reference) ?? call.by(users, "login", loginOf(reference, undefined))[0];
  if (user === undefined) throw invalid(`admins: there is no user ${reference}`);
  return user.id;
}

function createDomain(call: Call): object {
  onlyFromRoot(call);
  const { admins: named, ...settings } = newDomain(call.body);
  const { name } = settings;
  const admins = named.map((one) => userCalled(call, one));
  if (call.find(domains, name) !== undefined) throw conflict(`a domain called ${name} exists already`);
  const header = call.header("admin:domains");
  const inside = call.in(header.id);
  const parentCa = seedDomainCa(inside, call, name, settings.parent_ca_id);
  const domain: Domain = {
    ...header,
    ...settings,
    hidden: { admins, parentCa },
  };
  call.put(domains, domain);
  seedGroups(inside, admins);
  for (const id of admins) inside.put(memberships, { id, domain: domain.id });
  return created(shown(domain));
}

function changeDomain(call: Call): object {
  onlyFromRoot(call);
  const domain = target(call);
  return shown(call.change(domains, domain, changes(call.body, domain)));
}

/** A deleted domain takes everything in it along. */
function deleteDomain(call: Call): void {
  onlyFromRoot(call);
  const domain = target(call);
  if (domain.id === rootDomain) throw forbidden("the root domain cannot be deleted");
  call.remove(domains, domain);
  call.service.store.removeWhere((_kind, record) => record.domain === domain.id);
}

export function seedRootDomain(scope: Scope, admin: string): void {
  const header = { ...scope.header("admin:domains", "", rootDomain), id: rootDomain };
  scope.put(domains, { ...header, name: "root", allow_user_management: true, hidden: { admins: [admin] } });
}

export const domainOperations: Operations = {
  "GET /domains": listDomains,
  "POST /domains": createDomain,
  "GET /domains/{id}": (call) => shown(target(call)),
  "PATCH /domains/{id}": changeDomain,
  "DELETE /domains/{id}": deleteDomain,
};

/** The domain of the token: not in the service's list, but its public clients call it. */
export const unlistedDomainOperations: Operations = {
  "GET /domain": (call) => shown(call.service.root.need(domains, call.domain)),
};
