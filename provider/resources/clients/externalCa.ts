import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { trustOf } from "../general/webInterface";
import { caCertificateOutputs, caPurposeFields } from "./caFields";
import { oneCertificate } from "../pem";

const path = "/ca/external-cas";
const item = (id: string) => `${path}/${segment(id)}`;

/**
 * A certificate authority elsewhere whose certificates the service accepts. Destroying it ends the
 * logins of its clients.
 */
export const externalCa = defineResource({
  type: "ExternalCa",
  path,
  item,
  spelling: "camel",
  inputs: {
    /** Name of the CA in the service, unique. */
    name: named(z.string().min(1), { change: "replace" }),
    /** Certificate of the CA, PEM. */
    certificate: field(oneCertificate("one CA is one certificate"), {
      change: "replace",
      wire: "cert",
    }),
    /** Id of the `ExternalCa` or `LocalCa` that signed this one. Default: none, it is a root. */
    // The response contains a parent's URI, whatever was sent.
    parent: field(z.string().min(1).optional(), { change: "replace", seen: "never" }),
    ...caPurposeFields,
  },
  outputs: {
    /** URI of the CA in the service, as trusted CAs of interfaces name it. */
    uri: z.string(),
    ...caCertificateOutputs,
  },
  filters: ["name", "subject", "issuer", "serialNumber", "cert"],
  hooks: { usedBy: trustOf },
});
