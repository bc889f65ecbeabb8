import { rotates } from "../binding";
import { defineSystem, inContainers } from "../system";
import { salesforceCertificate } from "./certificate";
import { salesforceConnection } from "./connection";
import { salesforceEndpoint } from "./endpoint";
import { salesforceKey } from "./key";
import { inOrganizations } from "./names";
import { organizationActions, salesforceOrganization } from "./organization";
import { bindSecret, currentSecret, withLabels } from "./secret";
import { salesforceOnDemand, salesforceUpload } from "./onDemand";
import { salesforceRotation } from "./rotation";

export const salesforce = defineSystem({
  name: "salesforce",
  title: "Salesforce",
  definitions: [salesforceConnection, salesforceOrganization, salesforceCertificate, salesforceKey, salesforceEndpoint],
  cloudName: "sfdc",
  acls: { SalesforceOrganization: { actions: organizationActions, orOthers: true } },
  refresh: {
    containers: "organization_ids",
    scheduled: "organizations",
    items: {
      keys: {
        ...inContainers(salesforceKey, "/cckm/sfdc/keys/synchronization-jobs"),
        of: async (api, organizations) => [await inOrganizations(api, organizations)],
      },
      certificates: inContainers(salesforceCertificate, "/cckm/sfdc/certificates/synchronization-jobs"),
    },
  },
  report: { types: ["key-report"], entries: ["sfdc_cloud_param", "organization"] },
  kinds: { SalesforceKey: { always: "AES256" } },
  rotation: salesforceRotation,
  onDemand: { SalesforceKey: salesforceOnDemand },
  rotatable: {
    SalesforceKey: rotates(salesforceKey, {
      identifier: { output: "sfdcKeyId", label: "Tenant secret ID" },
      upload: salesforceUpload,
      async find(api, id) {
        const record = await currentSecret(api, id, {});
        return record && withLabels(record);
      },
      bind: bindSecret,
    }),
  },
});
