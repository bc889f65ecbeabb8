import { body, emptiable, flag, text, type Body } from "../../core/body";
import { collection, refuseTaken } from "../../core/collection";
import { created, shown } from "../../core/response";
import { conflict } from "../../core/errors";
import { addresses, type Call, type Operations } from "../../core/scope";
import { defineKind } from "../../core/store";
import { updateAcls } from "../../shared/acls";
import { certificate } from "../../shared/certificates";
import type { Container } from "../../shared/containers";
import { keptCollection, type KeptJson } from "../../shared/keptJson";

const changeable = {
  name: text.required,
  certificate: certificate.required,
  keystore_url_hostname: text.required,
  description: emptiable.or(""),
  enable_success_audit_event: flag.or(true),
};
const changes = body(changeable);
const newKeystore = body({ ...changeable, sap_tenant_id: text.required });

/** A keystore that stays with the service while SAP uses its keys. */
interface Keystore extends Container, Body<typeof newKeystore> {
  readonly keystore_url: string;
  readonly status: "Enabled" | "Archived";
  readonly blocked: boolean;
}

export const keystores = defineKind<Keystore>("sap-ekm-keystores", { address: addresses, name: ({ name }) => name });
const root = "/cckm/sap/ekm/keystores";
const urlOf = (host: string, id: string): string => `https://${host}/api/v1/cckm/sap/ekm/keystores/${id}`;

function createKeystore(call: Call): Keystore {
  const sent = newKeystore(call.body);
  refuseTaken(call, keystores, "a keystore", sent.name);
  const header = call.header("cckm:sap-ekm-keystore", `${sent.name}-`);
  const keystore_url = urlOf(sent.keystore_url_hostname, header.id);
  return { ...header, ...sent, keystore_url, status: "Enabled", blocked: false, acls: [] };
}

/** A keystore that may be changed: an archived one can only be seen, recovered and deleted. */
export function usableKeystore(keystore: Keystore): Keystore {
  if (keystore.status === "Archived") throw conflict(`the keystore ${keystore.name} is archived`);
  return keystore;
}

function changeKeystore(call: Call, keystore: Keystore): Partial<Keystore> {
  const sent = changes(call.body, usableKeystore(keystore));
  refuseTaken(call, keystores, "a keystore", sent.name, keystore);
  return { ...sent, keystore_url: urlOf(sent.keystore_url_hostname, keystore.id) };
}

const set =
  (change: Partial<Keystore>) =>
  (_call: Call, keystore: Keystore): Partial<Keystore> => {
    usableKeystore(keystore);
    return change;
  };

const references = keptCollection("/cckm/sap/dkr", "cckm:sap-dkr");

/** Asynchronous jobs on keys: what they take is not known, so they are kept and are over at once. */
const jobKind = defineKind<KeptJson>("sap-key-jobs", { address: addresses });
const jobView = (job: KeptJson): object => ({ ...job.hidden.json, ...shown(job), overall_status: "completed" });

export const hyokOperations: Operations = {
  ...collection<Keystore>({
    kind: keystores,
    path: root,
    filters: ["id", "name", "status", "blocked", "sap_tenant_id", "keystore_url_hostname"],
    create: createKeystore,
    change: changeKeystore,
    remove: (_call, keystore) => {
      if (keystore.status !== "Archived") throw conflict(`the keystore ${keystore.name} must be archived first`);
    },
    actions: {
      archive: set({ status: "Archived" }),
      recover: () => ({ status: "Enabled" }),
      block: set({ blocked: true }),
      unblock: set({ blocked: false }),
    },
  }),
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
