import { demoCertificates } from "../../../../emulator/shared/demoCertificates";
import { systemOf } from "../system";

const node = (hostname: string): object => ({ hostname, server_certificate: demoCertificates[hostname] });
export const [one, two] = [node("dsm-1.example.com"), node("dsm-2.example.com")];
const restricted = { username: "finance", password: "Dsm-Demo-Password-2" };
const symmetric = { algorithm: "AES256" };
const databases = { manager: "headquarters", domainId: 1001 };

export const dsm = systemOf({
  world: "dsm",
  called: "domains",
  login: { username: "cckm", password: "Dsm-Demo-Password-1", nodes: [one] },
  shows: { category: "key-manager", username: "cckm", nodes: [one] },
  secrets: ["Dsm-Demo-Password-1"],
  otherLogins: { "both nodes": { nodes: [one, two] }, "a restricted user": { ...restricted, domain_id: "1002" } },
  wrong: [
    ["a wrong password", { password: "wrong" }, "login failed"],
    ["an unknown host", { nodes: [{ ...one, hostname: "x.example.com" }] }, "no such host"],
    ["another certificate", { nodes: [{ ...two, hostname: "dsm-1.example.com" }] }, "another certificate"],
    ["a domain that does not exist", { domain_id: "7" }, "no access"],
    ["a restricted user without a domain", restricted, "needs a domain"],
  ],
  invalid: [
    ["no nodes", { nodes: [] }],
    ["a node without a certificate", { nodes: [{ hostname: "dsm-1.example.com" }] }],
    ["an invalid certificate", { nodes: [{ hostname: "a", server_certificate: "b" }] }],
    ["a node twice", { nodes: [one, one] }],
    ["no user", { username: "" }],
  ],
  account: ["managers", { name: "headquarters" }],
  lockOut: [["managers", { name: "headquarters", removeUsers: ["cckm"] }], "login failed"],
  containers: {
    body: (...numbers) => ({ domains: numbers.map(Number) }),
    offered: ["1001", "1002", "1003"],
    stranger: { ...restricted, domain_id: "1002" },
    lookup: ["/cckm/dsm/get-domains", {}, undefined, "id"],
    invalid: [
      ["strings instead of numbers", { domains: ["1001"] }, "must be a list of integers"],
      ["no domains", { domains: [] }],
      ["a domain that the user cannot see", { domains: [9999] }],
    ],
    filters: { domain_id: "1001", name: "databases" },
    shows: { acls: [], dsm_params: { id: 1001, name: "databases", adminType: "ALL_ADMIN", kmipEnabled: true } },
  },
  refresh: {
    path: "/cckm/dsm/refresh",
    total: 6,
    place: databases,
    loses: "mssql-ekm",
    takes: (refreshSeconds) => ["domains", { manager: "headquarters", id: 1001, refreshSeconds }],
  },
  keys: {
    within: "domain",
    recorded: "domain_id",
    body: (name) => ({ dsm_params: { ...symmetric, name } }),
    part: "dsm_params",
    shows: { ...symmetric, encryptionMode: "CBC" },
    invalid: [
      ["no name", { dsm_params: symmetric }, "name"],
      ["no parameters", { dsm_params: undefined }, "dsm_params"],
      ["an algorithm of the other type", { object_type: "asymmetric" }, "algorithm"],
      [
        "a mode for a pair",
        { object_type: "asymmetric", dsm_params: { name: "a", algorithm: "RSA2048", encryptionMode: "CBC" } },
        "is for symmetric keys",
      ],
      [
        "XTS for ARIA",
        { dsm_params: { name: "a", algorithm: "ARIA256", encryptionMode: "XTS" } },
        "XTS is for AES keys",
      ],
      [
        "an expiration in the past",
        { dsm_params: { ...symmetric, name: "a", expirationTime: "2001-01-01T00:00:00Z" } },
        "lies in the past",
      ],
    ],
  },
});
