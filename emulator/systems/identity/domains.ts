import { created, shown } from "../../core/answer";
import { conflict, forbidden, invalid, notFound } from "../../core/errors";
import { list } from "../../core/lists";
import { rootDomain, type Call, type Scope } from "../../core/scope";
import type { Operations } from "../../core/system";
import { seedDomainCa } from "../ca/seed";
import { domains, memberships, seedGroups, users, type Domain } from "./records";

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

function createDomain(call: Call): object {
  onlyFromRoot(call);
  const { body } = call;
  const name = body.requiredText("name");
  const admins = body.requiredTexts("admins");
  for (const id of admins) if (call.get(users, id) === undefined) throw invalid(`admins: there is no user ${id}`);
  if (call.find(domains, name) !== undefined) throw conflict(`a domain called ${name} exists already`);
  const header = call.header("admin:domains");
  const inside = call.in(header.id);
  const parentCa = seedDomainCa(inside, call, name, body.text("parent_ca_id"));
  const domain: Domain = {
    ...header,
    name,
    allow_user_management: body.flag("allow_user_management") ?? false,
    parent_ca_id: body.text("parent_ca_id"),
    hsm_connection_id: body.text("hsm_connection_id"),
    hsm_kek_label: body.text("hsm_kek_label"),
    meta: body.json("meta"),
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
  const { body } = call;
  const changed: Partial<Domain> = {
    meta: body.json("meta") ?? domain.meta,
    hsm_connection_id: body.text("hsm_connection_id") ?? domain.hsm_connection_id,
    hsm_kek_label: body.text("hsm_kek_label") ?? domain.hsm_kek_label,
  };
  return shown(call.change(domains, domain, changed));
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
