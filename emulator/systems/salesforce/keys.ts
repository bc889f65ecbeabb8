import { created } from "../../core/response";
import { badRequest, invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import { list } from "../../core/lists";
import type { Call, Scope, Operations } from "../../core/scope";
import type { SourceKey } from "../../core/sourceKey";
import { needSource } from "../../shared/keySources";
import { bound, byJobConfig, unbound } from "../scheduler/binding";
import { certificates, type Certificate } from "./certificates";
import {
  activateSecret,
  addSecret,
  salesforceError,
  secretTypes,
  setSecretStatus,
  type CloudSecret,
  type SecretStatus,
  type SecretType,
} from "./cloud";
import { namedOrganization, openOrganization, organizations, type Organization } from "./organizations";
import {
  cloudSecretOf,
  generations,
  moveSchedule,
  recordSecret,
  reread,
  secrets,
  secretView,
  slotIn,
  slotOf,
  targetSecret,
  type TenantSecret,
} from "./record";

const typeOf = (body: Fields): SecretType => body.choice("type", secretTypes) ?? body.missing("type");

/** How new material comes into Salesforce. */
export interface Upload {
  readonly source: SourceKey;
  readonly certificate: Certificate;
  readonly derivation: CloudSecret["derivation"];
  readonly namedCredential?: string;
}

/**
 * Makes a secret of that type, with Salesforce's own material or an upload; the former one is
 * archived.
 */
export function renew(scope: Scope, organization: Organization, type: SecretType, upload?: Upload): TenantSecret {
  const { id: organizationId } = openOrganization(scope, organization);
  const uploaded = upload?.namedCredential === undefined ? "UPLOADED" : "CACHE-ONLY";
  const cloud = addSecret(scope, organizationId, type, {
    source: upload === undefined ? "HSM" : uploaded,
    derivation: upload?.derivation,
  });
  const slot = slotIn(organization.id, type);
  reread(scope, generations(scope, slot));
  const provenance = upload && {
    source_key_identifier: upload.source.id,
    source_key_tier: upload.source.tier,
    certificate_id: upload.certificate.id,
    sfdc_named_credential_id: upload.namedCredential,
  };
  const key_material_origin = upload === undefined ? "native" : "cckm";
  const made = recordSecret(scope, organization, cloud, { ...provenance, key_material_origin });
  moveSchedule(scope, slot);
  return scope.get(secrets, made.id) ?? made;
}

/** Salesforce takes secrets of 256 bits only, wrapped under a certificate of the same organization. */
function readUpload(call: Call, organization: Organization): Upload {
  const { body } = call;
  const source = needSource(call, body, "source_key_identifier");
  if (source.algorithm !== "AES" || source.size !== 256)
    throw invalid(`source key ${source.name} (${source.algorithm} ${source.size}) is not an AES key of 256 bits`);
  const reference = body.requiredText("certificate_id");
  const certificate = call.find(certificates, reference);
  if (certificate?.organization_id !== organization.id)
    throw invalid(`the organization ${organization.name} has no certificate ${reference}`);
  return { source, certificate, derivation: body.choice("key_derivation_mode", ["PBKDF2", "NONE"]) ?? "PBKDF2" };
}

function uploadKey(call: Call): object {
  const organization = namedOrganization(call);
  const type = typeOf(call.body);
  return created(secretView(call, renew(call, organization, type, readUpload(call, organization))));
}

function uploadCacheOnly(call: Call): object {
  const organization = namedOrganization(call);
  const type = typeOf(call.body);
  const upload = readUpload(call, organization);
  if (upload.certificate.sfdc_param.KeySize !== 4096)
    throw invalid("certificate_id must name a 4096-bit RSA certificate");
  const namedCredential = call.body.requiredText("sfdc_named_credential_id");
  if (!openOrganization(call, organization).namedCredentials.includes(namedCredential))
    throw salesforceError("INVALID_CROSS_REFERENCE_KEY", `there is no named credential ${namedCredential}`);
  return created(secretView(call, renew(call, organization, type, { ...upload, namedCredential })));
}

/** Moves a secret on from one of these states. */
function move(from: SecretStatus, to: SecretStatus, word: string): (call: Call) => object {
  return (call) => {
    const secret = targetSecret(call);
    openOrganization(call, call.need(organizations, secret.hidden.organization));
    const cloud = cloudSecretOf(call, secret);
    if (cloud === undefined || secret.gone) throw salesforceError("NOT_FOUND", "Salesforce no longer has the secret");
    if (cloud.status !== from)
      throw badRequest(`only ${from} tenant secrets can be ${word}; this one is ${cloud.status}`);
    if (to === "ACTIVE") activateSecret(call, cloud);
    else setSecretStatus(call, cloud, to);
    reread(call, generations(call, slotOf(secret)));
    moveSchedule(call, slotOf(secret));
    return secretView(call, targetSecret(call));
  };
}

const activate = move("ARCHIVED", "ACTIVE", "activated");

function activateCacheOnly(call: Call): object {
  if (targetSecret(call).sfdc_named_credential_id === undefined)
    throw badRequest("only cache-only keys can be activated");
  return activate(call);
}

/** Drops the record for good: what was destroyed can then no longer be imported again. */
function deleteBackup(call: Call): object {
  const secret = targetSecret(call);
  if (secret.status !== "DESTROYED")
    throw badRequest(`only the backup of a DESTROYED tenant secret can be deleted; this one is ${secret.status}`);
  call.remove(secrets, secret);
  return secretView(call, secret);
}

/** Binds the type's ACTIVE secret to a rotation schedule, or frees it. */
function change(call: Call): object {
  const { body } = call;
  const secret = targetSecret(call);
  const reference = body.text("job_config_id");
  if (body.flag("auto_rotate") === false) {
    if (reference !== undefined) throw invalid("job_config_id has no meaning with auto_rotate false");
    return secretView(call, call.change(secrets, secret, unbound));
  }
  if (reference === undefined) {
    return body.flag("auto_rotate") === true ? body.missing("job_config_id") : secretView(call, secret);
  }
  if (secret.status !== "ACTIVE") throw badRequest(`only ACTIVE tenant secrets rotate; this one is ${secret.status}`);
  const binding = bound(call, { cloudName: "sfdc", source: "native" });
  const source = binding.labels["auto_rotate_key_source"];
  if (source !== "native" && secret.certificate_id === undefined)
    throw invalid(`a secret that was never uploaded has no certificate under which new material of ${source} could be`);
  return secretView(call, call.change(secrets, secret, binding));
}

const filters = [
  "id",
  "type",
  "status",
  "cloud_name",
  "key_material_origin",
  "source_key_identifier",
  "source_key_tier",
  "auto_rotate",
  "gone",
];

export const keyOperations: Operations = {
  "GET /cckm/sfdc/keys": (call) =>
    list(call, {
      kind: secrets,
      view: (secret) => secretView(call, secret),
      filters,
      computed: {
        organization_id: ({ organization_id, hidden }) => [organization_id, hidden.organization],
        ...byJobConfig,
      },
    }),
  "POST /cckm/sfdc/keys": (call) => created(secretView(call, renew(call, namedOrganization(call), typeOf(call.body)))),
  "POST /cckm/sfdc/keys/upload": uploadKey,
  "POST /cckm/sfdc/upload-cache-only-key": uploadCacheOnly,
  "GET /cckm/sfdc/keys/{id}": (call) => secretView(call, targetSecret(call)),
  "PATCH /cckm/sfdc/keys/{id}": change,
  "POST /cckm/sfdc/keys/{id}/destroy": move("ARCHIVED", "DESTROYED", "destroyed"),
  "POST /cckm/sfdc/keys/{id}/import": move("DESTROYED", "ARCHIVED", "imported"),
  "POST /cckm/sfdc/keys/{id}/activate": activateCacheOnly,
  "POST /cckm/sfdc/keys/{id}/delete-backup": deleteBackup,
};
