import { created, shown } from "../../core/answer";
import { conflict } from "../../core/errors";
import { list } from "../../core/lists";
import { addresses, type Call, type Header } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { updateAcls, type Acl } from "../../shared/acls";
import { checkCertificate } from "../../shared/certificates";
import { keptCollection, type KeptJson } from "../../shared/kept-json";

/** A keystore that stays with the service while SAP uses its keys. */
interface Keystore extends Header {
  readonly name: string;
  readonly description: string;
  readonly certificate: string;
  readonly keystore_url_hostname: string;
  readonly keystore_url: string;
  readonly sap_tenant_id: string;
  readonly enable_success_audit_event: boolean;
  readonly status: "Enabled" | "Archived";
  readonly blocked: boolean;
  readonly acls: readonly Acl[];
}

export const keystores = defineKind<Keystore>("sap-ekm-keystores", { address: addresses, name: ({ name }) => name });
const root = "/cckm/sap/ekm/keystores";
const urlOf = (host: string, id: string): string => `https://${host}/api/v1/cckm/sap/ekm/keystores/${id}`;

function freeName(call: Call, name: string): void {
  if (call.by(keystores, "name", name).length > 0) throw conflict(`a keystore called ${name} exists already`);
}

function createKeystore(call: Call): object {
  const { body } = call;
  const name = body.requiredText("name");
  const certificate = checkCertificate("certificate", body.requiredText("certificate"));
  const keystore_url_hostname = body.requiredText("keystore_url_hostname");
  const sap_tenant_id = body.requiredText("sap_tenant_id");
  freeName(call, name);
  const header = call.header("cckm:sap-ekm-keystore", `${name}-`);
  const keystore: Keystore = {
    ...header,
    name,
    description: body.text("description") ?? "",
    certificate,
    keystore_url_hostname,
    keystore_url: urlOf(keystore_url_hostname, header.id),
    sap_tenant_id,
    enable_success_audit_event: body.flag("enable_success_audit_event") ?? true,
    status: "Enabled",
    blocked: false,
    acls: [],
  };
  return created(shown(call.put(keystores, keystore)));
}

/** A keystore that may be changed: an archived one can only be seen, recovered and deleted. */
export function usableKeystore(keystore: Keystore): Keystore {
  if (keystore.status === "Archived") throw conflict(`the keystore ${keystore.name} is archived`);
  return keystore;
}

const usable = (call: Call): Keystore => usableKeystore(call.target(keystores));

function changeKeystore(call: Call): object {
  const keystore = usable(call);
  const { body } = call;
  const name = body.text("name") ?? keystore.name;
  if (name !== keystore.name) freeName(call, name);
  const certificate = body.text("certificate");
  const keystore_url_hostname = body.text("keystore_url_hostname") ?? keystore.keystore_url_hostname;
  const changed = call.change(keystores, keystore, {
    name,
    description: body.emptiable("description") ?? keystore.description,
    certificate: certificate === undefined ? keystore.certificate : checkCertificate("certificate", certificate),
    keystore_url_hostname,
    keystore_url: urlOf(keystore_url_hostname, keystore.id),
    enable_success_audit_event: body.flag("enable_success_audit_event") ?? keystore.enable_success_audit_event,
  });
  return shown(changed);
}

const set =
  (changes: Partial<Keystore>, which = usable) =>
  (call: Call): object =>
    shown(call.change(keystores, which(call), changes));

const references = keptCollection("/cckm/sap/dkr", "cckm:sap-dkr");

/** Asynchronous jobs on keys: what they take is not known, so they are kept and are over at once. */
const jobKind = defineKind<KeptJson>("sap-key-jobs", { address: addresses });
const jobView = (job: KeptJson): object => ({ ...job.hidden.json, ...shown(job), overall_status: "completed" });

export const hyokOperations: Operations = {
  [`GET ${root}`]: (call) =>
    list(call, {
      kind: keystores,
      view: shown,
      filters: ["id", "name", "status", "blocked", "sap_tenant_id", "keystore_url_hostname"],
    }),
  [`POST ${root}`]: createKeystore,
  [`GET ${root}/{id}`]: (call) => shown(call.target(keystores)),
  [`PATCH ${root}/{id}`]: changeKeystore,
  [`DELETE ${root}/{id}`]: (call) => {
    const keystore = call.target(keystores);
    if (keystore.status !== "Archived") throw conflict(`the keystore ${keystore.name} must be archived first`);
    call.remove(keystores, keystore);
  },
  [`POST ${root}/{id}/archive`]: set({ status: "Archived" }),
  [`POST ${root}/{id}/recover`]: set({ status: "Enabled" }, (call) => call.target(keystores)),
  [`POST ${root}/{id}/block`]: set({ blocked: true }),
  [`POST ${root}/{id}/unblock`]: set({ blocked: false }),
  [`POST ${root}/{id}/update-acls`]: updateAcls(
    keystores,
    (_call, keystore) => shown(keystore),
    () => "view",
  ),
  ...references.operations,
  "POST /cckm/sap/dkr/{id}/delete": (call) => {
    const reference = call.target(references.kind);
    call.remove(references.kind, reference);
    return references.view(reference);
  },
  "POST /cckm/sap/keys/jobs": (call) =>
    created(jobView(call.put(jobKind, { ...call.header("cckm:sap-key-job"), hidden: { json: call.body.whole() } }))),
  "GET /cckm/sap/keys/jobs/{id}": (call) => jobView(call.target(jobKind)),
};
