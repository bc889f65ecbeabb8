import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { salesforceOrganization } from "./organization";

const path = "/cckm/sfdc/certificates";

/** A certificate in a Salesforce organization under which key material is wrapped on its way there: `SalesforceKey`s with material of one's own need it. Destroying it leaves it where it is (see `onDestroy`). */
export const salesforceCertificate = defineResource({
  type: "SalesforceCertificate",
  path,
  feature: "CCKM",
  inputs: {
    /** Name of the certificate, unique in its organization. Default: the resource's name in the program. A change replaces the certificate. */
    name: namedAfterResource(z.string().min(1)),
    /** Id of the `SalesforceOrganization`. A change replaces the certificate. */
    organization: z.string().min(1),
    /** What destroying the resource does: `retain` leaves the certificate; `remove` sends a DELETE, which takes it out of the service (whether Salesforce drops it too is not shown by the API's public sources). Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "remove"]).default("retain"),
  },
  outputs: {
    /** Id of the certificate in Salesforce, where the service shows it. */
    sfdcCertificateId: z.string().optional(),
    /** The certificate as PEM text, where the service shows it. */
    certificate: z.string().optional(),
  },
  keepsPlace: { retain: "every", remove: "every" },
  unique: [["name", "organization"]],
  immutable: ["name", "organization"],
  local: ["onDestroy"],
  needs: { organization: salesforceOrganization },
  filters: ["id", "name", "organizationId"],
  wire: {
    organization: "organization_id",
    sfdcCertificateId: { from: "sfdc_param.Id" },
    certificate: {
      from: (answer) => answer.certificate ?? (answer.sfdc_param as { CertificateChain?: string })?.CertificateChain,
    },
  },
  hooks: {
    // The list is asked for by the service's own name of the organization.
    async find({ api, inputs }) {
      const found = await api.list(path, { name: inputs.name, organization_id: inputs.organization });
      return found.filter((one) => one.name === inputs.name && one.organization_id === inputs.organization);
    },
    async remove({ api, inputs }, id) {
      if (inputs.onDestroy === "remove") await api.delete(`${path}/${segment(id)}`);
    },
  },
});
