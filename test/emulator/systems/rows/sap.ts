import { systemOf } from "../system";

export const tenant = "acme-prod";
export const hana = "1f0c7d62-5a0e-4a2f-9c3b-2d6f0b7a1e01";
const s4h = "7c2a9e14-83d5-4d0b-8f57-9b1e4c6d2f02";
const api_endpoint = "https://kms-eu10.datacustodian.example.com/kms/v2";
const user_credentials = { user: "cckm-operator", secret: "Sap-Demo-Secret-1", tenant };
export const technical_user_credentials = { api_key: "b1f4c1a0-TECHNICAL-EXAMPLE", secret: "Sap-Demo-Technical-1" };
const inTest = { user: "cckm-tester", secret: "Sap-Test-Secret-1", tenant: "acme-test" };

export const sap = systemOf({
  world: "sap",
  called: "groups",
  service: "sap-dc",
  login: { api_endpoint, user_credentials },
  shows: { category: "cloud", api_endpoint, user_credentials: { user: "cckm-operator", tenant } },
  secrets: ["Sap-Demo"],
  otherLogins: { "a technical user": { user_credentials: {}, technical_user_credentials } },
  wrong: [
    ["a wrong secret", { user_credentials: { ...user_credentials, secret: "x" } }, "wrong credentials"],
    ["an unknown user", { user_credentials: { ...user_credentials, user: "x" } }, "401 Unauthorized"],
    ["another tenant", { user_credentials: { ...user_credentials, tenant: "acme-test" } }, "401 Unauthorized"],
    ["an unknown host", { api_endpoint: "https://nowhere.example.com/kms/v2" }, "no such host"],
  ],
  invalid: [
    ["no endpoint", { api_endpoint: "" }],
    ["an endpoint of another service", { api_endpoint: "https://kms.example.com/v1" }],
    ["no credentials", { user_credentials: {} }],
    ["both kinds of credentials", { technical_user_credentials }],
    ["half of the credentials", { user_credentials: { user: "x", tenant } }],
  ],
  account: ["tenants", { tenant }],
  lockOut: [["tenants", { tenant, users: [] }], "401 Unauthorized"],
  containers: {
    body: (...group_id) => ({ group_id }),
    list: "groups",
    offered: [hana, s4h],
    stranger: { api_endpoint: "https://kms-us10.datacustodian.example.com/kms/v2", user_credentials: inTest },
    lookup: ["/cckm/sap/get-groups", {}, "value", "id"],
    invalid: [
      ["no list", { group_id: [] }],
      ["a string instead of a list", { group_id: hana }],
      ["a group of another tenant", { group_id: ["e5b7d3f8-20c4-4b69-a1d2-6f3c8e9b4a03"] }],
    ],
    filters: { application: "HANA", name: "hana-production", group_id: hana },
    shows: { name: "hana-production", group_id: hana, sap_application: "HANA", cloud_name: "sap" },
  },
  refresh: {
    total: 6,
    place: { group: hana },
    loses: "hana-log",
    takes: (syncSeconds) => ["tenants", { tenant, syncSeconds }],
  },
  keys: {
    within: "group",
    body: (name) => ({ name, type: "AES", size: 256, operations: ["ENCRYPT"] }),
    part: "sap_param",
    shows: { type: "AES", size: 256, enabled: true, exportable: false, operations: ["ENCRYPT"] },
    change: { description: "d", enabled: false, exportable: true, operations: ["WRAP"] },
    invalid: [
      ["no name", { name: "" }, "name"],
      ["no operations", { operations: [] }, "operations"],
      ["an unknown type", { type: "DES" }, "type"],
    ],
  },
});
