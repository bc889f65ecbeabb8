import * as ciphertrust from "pulumi-ciphertrust";

// The project whose service account may call the endpoint. No connection to Google is needed.
const project = new ciphertrust.GoogleProject("analytics", { projectId: "acme-analytics" });

// A key that Google Cloud uses from outside, for stated reasons only. It never leaves the service.
const warehouse = new ciphertrust.EkmEndpoint(
  "warehouse",
  {
    keyURIHostname: "keys.example.com",
    policy: {
      basic: {
        clients: ["service-731905528846@gcp-sa-ekms.iam.gserviceaccount.com"],
        justificationRequired: true,
        justificationReason: ["CUSTOMER_INITIATED_ACCESS", "GOOGLE_INITIATED_SYSTEM_OPERATION"],
      },
    },
  },
  { dependsOn: project },
);

export const symmetricEndpoints = ciphertrust.EkmEndpoint.list({ keyType: "symmetric", name: warehouse.name });
