import { createHash } from "node:crypto";
import { invalid } from "../../../core/errors";
import type { Call, Operations } from "../../../core/scope";
import type { JsonObject } from "../../../core/fields";
import { day } from "../../../core/time";
import { azureError, hsmType } from "../cloud/vault";
import { namedVault, type Vault } from "../vaultRecord";
import { make, newName } from "./create";
import { certificates, secrets, type Family } from "./record";
import { readAttributes, readContentType, readTags } from "./states";

/** Secrets and certificates. */

function place(call: Call, family: Family): { vault: Vault; name: string } {
  const vault = namedVault(call);
  if (vault.type === hsmType) throw azureError("BadParameter", `A managed HSM holds no ${family.type}s`);
  return { vault, name: newName(call, family, vault) };
}

/** A proof of what a value is, without the value. */
const digest = (value: string): string => createHash("sha256").update(value).digest("hex");

function createSecret(call: Call): object {
  const { vault, name } = place(call, secrets);
  const param = call.body.object("azure_param") ?? call.body.missing("azure_param");
  const value = param.requiredText("value");
  const contentType = readContentType(param);
  const details = { value_digest: digest(value), ...(contentType === undefined ? {} : { contentType }) };
  const version = { ...readAttributes(param), tags: readTags(param) ?? {} };
  return make(call, secrets, vault, name, { ...version, details });
}

const keyTypes = ["RSA", "RSA-HSM", "EC", "EC-HSM", "oct"] as const;

/** Azure fills in what a policy leaves out. */
function readPolicy(call: Call): JsonObject {
  const policy = call.body.block("azure_param").object("policy");
  if (policy === undefined) throw invalid("azure_param.policy is required");
  const x509 = policy.object("x509_props") ?? policy.missing("x509_props");
  if (x509.text("subject") === undefined && !x509.has("sans"))
    throw invalid("azure_param.policy.x509_props.subject is required");
  const months = x509.integer("validity_months", 1, 1200) ?? 12;
  const key = policy.block("key_props");
  const kty = key.choice("kty", keyTypes) ?? "RSA";
  return {
    ...(call.body.block("azure_param").json("policy") ?? {}),
    issuer: policy.json("issuer") ?? { name: "Self" },
    key_props: {
      exportable: true,
      reuse_key: false,
      ...policy.json("key_props"),
      kty,
      key_size: key.integer("key_size", 1) ?? 2048,
    },
    x509_props: { ...policy.json("x509_props"), validity_months: months },
    secret_props: policy.json("secret_props") ?? { contentType: "application/x-pkcs12" },
  };
}

function createCertificate(call: Call): object {
  const { vault, name } = place(call, certificates);
  const policy = readPolicy(call);
  const months = Number((policy["x509_props"] as JsonObject)["validity_months"]);
  const nbf = Math.floor(call.now / 1000);
  const exp = Math.floor((call.now + months * 30 * day) / 1000);
  const details = { policy, x5t: digest(`${vault.id}/${name}/${call.now}`).slice(0, 40) };
  const tags = readTags(call.body.block("azure_param")) ?? {};
  return make(call, certificates, vault, name, { nbf, exp, tags, details });
}

/** Brings a certificate along: as text with its key, or from a local CA of the service. */
function importCertificate(call: Call): object {
  const { vault, name } = place(call, certificates);
  const { body } = call;
  const text = body.text("certificate");
  const fromCa = body.text("caid") ?? body.text("source_cert_identifier");
  if ((text === undefined) === (fromCa === undefined)) {
    throw invalid("exactly one of certificate and source_cert_identifier (with caid) is required");
  }
  if (fromCa !== undefined) body.requiredText("private_key_pem");
  const param = body.block("azure_param");
  const policy = param.json("policy") ?? {};
  const details = { policy, x5t: digest(text ?? `${fromCa}`).slice(0, 40) };
  return make(call, certificates, vault, name, { ...readAttributes(param), tags: readTags(param) ?? {}, details });
}

export const otherCreateOperations: Operations = {
  "POST /cckm/azure/secrets": createSecret,
  "POST /cckm/azure/certificates": createCertificate,
  "POST /cckm/azure/certificates/import": importCertificate,
};
