import type { Sample } from "../sample";

/**
 * What cloud key management has without any cloud: schedules that never run, and endpoints that
 * others call.
 */

/** On the 29th of February, and disabled. */
const never = { runAt: "0 0 29 2 *", disabled: true };
const later = { runAt: "30 0 29 2 *", description: "two" };
const host = "verify.example.invalid";
const client = "verify@verify.iam.gserviceaccount.com";

export const cloudKeyManager: readonly Sample[] = [
  {
    type: "RotationSchedule",
    inputs: () => ({ ...never, cloud: "aws", description: "one", rotationAfter: "365d" }),
    change: { ...later, rotationAfter: "180d", retainAlias: true },
  },
  {
    type: "RefreshSchedule",
    inputs: () => ({ ...never, cloud: "aws", description: "one" }),
    change: later,
  },
  {
    type: "ContainerDiscoverySchedule",
    needs: ["AwsConnection"],
    inputs: (at) => ({ ...never, cloud: "aws", connection: at.id("AwsConnection"), discoverOnly: true }),
    change: { ...later, regions: ["eu-west-1"] },
  },
  {
    type: "DkeTenant",
    inputs: () => ({
      tenantId: "00000000-0000-4000-8000-000000000000",
      authorizationType: "email",
      authorizedEmailAddresses: ["*@example.invalid"],
      description: "one",
    }),
    change: { authorizedEmailAddresses: ["a@example.invalid", "b?@example.invalid"], description: "two" },
  },
  {
    type: "DkeEndpoint",
    needs: ["DkeTenant"],
    inputs: (at) => ({
      keyUriHostname: host,
      authTenants: [at.id("DkeTenant")],
      description: "one",
    }),
    ending: { onDestroy: "delete" },
    change: { keyUriHostname: `${host}:8443`, description: "two", enabled: false },
  },
  {
    type: "GoogleProject",
    inputs: (at) => ({ projectId: at.name("gp") }),
    change: { enableSuccessAuditEvent: true },
  },
  {
    type: "EkmEndpoint",
    needs: ["GoogleProject", "VaultKey"],
    inputs: (at) => ({
      keyURIHostname: host,
      policy: { basic: { clients: [client], justificationRequired: false } },
      existingKeyId: at.id("VaultKey"),
    }),
    ending: { onDestroy: "delete" },
    change: {
      keyURIHostname: `${host}:8443`,
      policy: { basic: { clients: [client, "other@verify.iam.gserviceaccount.com"], justificationRequired: false } },
      enabled: false,
    },
  },
];
