import { segment } from "../../api/client";
import { idIn } from "../../api/responses";
import { defineSystem, usualSources } from "../system";
import { salesforceCertificate } from "./certificate";
import { salesforceConnection } from "./connection";
import { salesforceEndpoint } from "./endpoint";
import { salesforceKey } from "./key";
import { organizationActions, salesforceOrganization } from "./organization";
import { bindSecret, currentSecret, salesforceKeys, withLabels } from "./secret";
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
      keys: { jobs: `${salesforceKeys}/synchronization-jobs`, list: salesforceKeys, of: "organization_id" },
      certificates: {
        jobs: "/cckm/sfdc/certificates/synchronization-jobs",
        list: "/cckm/sfdc/certificates",
        of: "organization_id",
      },
    },
  },
  report: {
    path: "/cckm/sfdc/reports",
    types: ["key-report"],
    scope: ({ containers }) => ({ sfdc_cloud_param: containers.map((organization) => ({ organization })) }),
  },
  rotation: salesforceRotation,
  rotatable: {
    SalesforceKey: {
      async find(api, id) {
        const record = await currentSecret(api, id, {});
        return record && withLabels(record);
      },
      path: (record) => `${salesforceKeys}/${segment(idIn(record))}`,
      // There are no such actions: `bind` does it.
      enable: "",
      disable: "",
      identifier: { output: "sfdcKeyId", label: "Tenant secret ID" },
      sources: usualSources,
      parameters: ["keySource", "domain", "partition", "externalCmDomain"],
      bind: bindSecret,
    },
  },
});
