import { demoCertificates } from "../../../../emulator/shared/demoCertificates";
import { systemOf } from "../system";

export const retail = "3f6f2a52-2d0e-4f5e-9a53-4f1c5b3f7a10";
const logistics = "8b1df7d4-6c1e-4b0d-8f8e-0f7c9f0d2e11";
const node = (hostname: string): object => ({ hostname, server_certificate: demoCertificates[hostname] });
export const [paris, lyon] = [node("cm-paris.example.com"), node("cm-lyon.example.com")];
/** A node without a certificate, which only a server that knows it makes trusted. */
export const bare = { hostname: "cm-lyon.example.com" };

export const externalCm = systemOf({
  world: "externalCm",
  root: "/cckm/external-cm",
  called: "domains",
  service: "cm",
  login: { username: "cckm", password: "Cm-Demo-Password-1", nodes: [paris] },
  shows: { username: "cckm", nodes: [paris] },
  secrets: ["Cm-Demo-Password-1"],
  otherLogins: { "a domain": { domain: "retail" } },
  wrong: [
    ["a wrong password", { password: "wrong" }, "Wrong username or password"],
    ["an unknown domain", { domain: "nowhere" }, "not in the domain nowhere"],
    ["an unknown host", { nodes: [{ ...paris, hostname: "x.example.com" }] }, "no such host"],
    ["a node without a trusted server", { nodes: [bare] }, "signed by unknown authority"],
    ["nodes of two clusters", { nodes: [paris, node("cm-partner.example.net")] }, "different clusters"],
  ],
  invalid: [
    ["no nodes", { nodes: [] }],
    ["no user", { username: "" }],
  ],
  account: ["managers", { name: "subsidiary" }],
  lockOut: [["managers", { name: "subsidiary", removeUsers: ["cckm"] }], "Wrong username or password"],
  containers: {
    body: (...domains) => ({ domains }),
    list: "domains",
    offered: [retail, logistics],
    stranger: { domain: "logistics" },
    lookup: ["/cckm/external-cm/get-domains", {}, "domains", "id"],
    invalid: [
      ["no domains", { domains: [] }],
      ["an unknown domain", { domains: ["nope"] }],
    ],
    filters: { name: "retail", domain_id: retail },
    shows: { cm_domain: { name: "retail", domain_id: retail }, connection: "externalCm" },
  },
  refresh: {
    path: "/cckm/external-cm/refresh",
    cloudName: "external-cm",
    words: { cloud: "externalCM", running: "in progress" },
    total: 7,
    place: { domainId: retail },
    loses: "request-mac",
    takes: (refreshSeconds) => ["domains", { manager: "subsidiary", id: retail, refreshSeconds }],
    unscheduled: true,
  },
  keys: {
    within: "domainId",
    recorded: "domain_id",
    part: "cm_key_params",
    named: "key_name",
    body: (name) => ({ name }),
    shows: { algorithm: "AES", key_size: 256, version: 0, key_state: "Active", key_usage_mask: 12 },
    change: { description: "d", labels: { b: "2" }, undeletable: false },
    invalid: [
      ["no name", { name: "" }, "name"],
      ["a name with a bracket", { name: "a<b" }, "must not contain"],
      ["an unknown algorithm", { algorithm: "rot13" }, "algorithm"],
      ["RSA of an odd size", { algorithm: "rsa", size: 1000 }, "size"],
    ],
  },
});
