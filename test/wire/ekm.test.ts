import { decodeAll } from "../../provider/lifecycle/values/wire";
import { sentToMake } from "./sent";
import { ekmEndpoint } from "../../provider/resources/ekm/endpoint";

/** Requests and responses as the service's public sources show them. S: seen there; I: inferred. */

const client = "service-402817365510@gcp-sa-ekms.iam.gserviceaccount.com";
const inputs = {
  name: "orders",
  keyURIHostname: "keys.example.com",
  policy: {
    basic: { clients: [client], justificationRequired: true, justificationReason: ["CUSTOMER_INITIATED_ACCESS"] },
  },
  rawPolicyEnabled: false,
  keyType: "symmetric",
  algorithm: "AES256",
  endpointType: "ekm",
  cvmRequiredForEncrypt: false,
  cvmRequiredForDecrypt: false,
  existingKeyId: "v-1",
  meta: { ownerName: "me" },
  enabled: true,
  onDestroy: "retain",
};
const policy = {
  basic: {
    clients: [client], // S
    justification_required: true, // S
    justification_reason: ["CUSTOMER_INITIATED_ACCESS"], // S
  },
};

test("an endpoint: request", async () => {
  expect(await sentToMake(ekmEndpoint, inputs)).toEqual({
    "POST /cckm/ekm/endpoints": {
      name: "orders", // S
      keyURIHostname: "keys.example.com", // S
      policy, // S
      raw_policy_enabled: false, // S
      key_type: "symmetric", // S
      algorithm: "AES256", // S
      endpoint_type: "ekm", // S
      cvm_required_for_encrypt: false, // S
      cvm_required_for_decrypt: false, // S
      existing_key_id: "v-1", // S
      meta: { ownerName: "me" }, // S
    },
  });
  const raw = { ...inputs, policy: { rego: "package ekm" }, rawPolicyEnabled: true };
  expect(await sentToMake(ekmEndpoint, raw)).toMatchObject({
    "POST /cckm/ekm/endpoints": { policy: { rego: "package ekm" }, raw_policy_enabled: true },
  }); // S
});

const response = {
  id: "0b51c7f8-2f0d-4c1c-8f3e-cc33a1f0f0c1", // S
  name: "orders", // S
  keyURIHostname: "keys.example.com", // I
  keyURI: "https://keys.example.com/api/v1/cckm/ekm/endpoints/0b51c7f8-2f0d-4c1c-8f3e-cc33a1f0f0c1", // S
  key_type: "symmetric", // S
  algorithm: "AES256", // S
  endpoint_type: "ekm", // S
  meta: { ownerName: "me" }, // S
  // Not in the response itself: GET …/policies. I
  policy: { basic: { ...policy.basic, attestation_zones: [], attestation_project_ids: null } },
};
const { existingKeyId: _existing, onDestroy: _onDestroy, ...shown } = inputs;

test.each([
  ["camel case", { kekID: "k-1", kekName: "ks-1", kekVersion: 2, enabled: true }],
  ["snake case", { kek_id: "k-1", kek_name: "ks-1", kek_version: 2, status: "enabled" }],
])("an endpoint: response in %s", (_name, fields) => {
  expect(decodeAll(ekmEndpoint, { ...response, ...fields })).toEqual({
    ...shown,
    keyURI: response.keyURI,
    kekId: "k-1",
    kekName: "ks-1",
    kekVersion: 2,
  });
});

test("a disabled endpoint is recognized by either field", () => {
  expect(decodeAll(ekmEndpoint, { ...response, enabled: false })).toMatchObject({ enabled: false });
  expect(decodeAll(ekmEndpoint, { ...response, status: "Disabled" })).toMatchObject({ enabled: false });
});
