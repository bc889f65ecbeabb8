import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, named, ref } from "../../lifecycle/vocabulary/field";
import { salesforceOrganization } from "./organization";

const path = "/cckm/sfdc/certificates";

/**
 * A certificate in a Salesforce organization under which key material is wrapped on its way there.
 * A `SalesforceKey` with material of your own needs it. Destroying it leaves it where it is (see
 * `onDestroy`).
 */
export const salesforceCertificate = defineResource({
  type: "SalesforceCertificate",
  path,
  inputs: {
    /** Name of the certificate, unique in its organization. */
    name: named(z.string().min(1), { change: "replace" }),
    /** Id of the `SalesforceOrganization`. */
    organization: ref(salesforceOrganization, { change: "replace", wire: "organization_id" }),
    /**
     * On destroy, `retain` leaves the certificate. `remove` sends a DELETE, which removes it from
     * the service. No public source shows whether Salesforce drops it, too.
     */
    onDestroy: onDestroy({ retain: [], remove: { calls: ["DELETE"], keeps: "every" } }),
  },
  outputs: {
    /** Id of the certificate in Salesforce, where the service shows it. */
    sfdcCertificateId: field(z.string().optional(), { wire: { from: "sfdc_param.Id" } }),
    /** The certificate as PEM text, where the service shows it. */
    certificate: field(z.string().optional(), {
      wire: {
        from: (response) =>
          response.certificate ?? (response.sfdc_param as { CertificateChain?: string })?.CertificateChain,
      },
    }),
  },
  unique: [["name", "organization"]],
  filters: ["id", "name", "organizationId"],
});
