import { decodeAll } from "../../provider/lifecycle/wire";
import { sentToMake } from "./sent";
import { externalCmConnection } from "../../provider/resources/externalCm/connection";
import { externalCmDomain } from "../../provider/resources/externalCm/domain";
import { externalCmKey } from "../../provider/resources/externalCm/key";
import { externalCmServer } from "../../provider/resources/externalCm/server";

/** Requests and responses as public sources show them. S: seen there; I: inferred. */

const header = (id: string, kind: string) => ({
  id,
  uri: `kylo:kylo:${kind}:${id}`, // kind `cckm:externalcm-domain` S, the others I
  account: "kylo:kylo:admin:accounts:kylo", // S
  createdAt: "2026-02-01T10:00:00.123456Z",
  updatedAt: "2026-02-01T10:00:00.123456Z",
});

const nodes = [{ hostname: "cm.example.com", serverCertificate: "PEM" }];
const sentNodes = [{ hostname: "cm.example.com", server_certificate: "PEM" }]; // I

test("a server", async () => {
  const inputs = { name: "cm", description: "d", nodes, trustedCas: ["ca-1"], meta: { a: 1 } };
  const body = { name: "cm", description: "d", nodes: sentNodes, meta: { a: 1 } }; // I
  expect(await sentToMake(externalCmServer, inputs)).toEqual({ "POST /connectionmgmt/services/external-cm": body });
  const response = {
    ...header("s-1", "connectionmgmt:external-cm"),
    ...body,
    nodes: [{ id: "n-1", ...sentNodes[0] }], // I
    trusted_cas: [{ id: "t-1", ca_id: "ca-1" }], // I
  };
  expect(decodeAll(externalCmServer, response)).toEqual(inputs);
});

test("a connection", async () => {
  const inputs = {
    name: "cm",
    username: "cckm",
    password: "secret",
    domain: "retail",
    nodes: [...nodes, { hostname: "other.example.com" }],
    products: ["cckm"],
    labels: {},
    readyTimeoutSeconds: 30,
  };
  const body = {
    name: "cm", // S
    username: "cckm", // I, as all that follow
    password: "secret",
    domain: "retail",
    nodes: [...sentNodes, { hostname: "other.example.com" }],
    products: ["cckm"],
    labels: {},
  };
  expect(await sentToMake(externalCmConnection, inputs)).toEqual({
    "POST /connectionmgmt/services/cm/connections": body,
  });
  const { password: _password, ...shown } = body;
  const response = {
    ...header("c-1", "connectionmgmt:connections"),
    ...shown,
    service: "cm", // I
    last_connection_ok: true, // S
  };
  const { password: _secret, readyTimeoutSeconds: _local, ...visible } = inputs;
  expect(decodeAll(externalCmConnection, response)).toEqual({ ...visible, state: "ready" });
});

test("a domain: the request takes a list of ids", async () => {
  expect(await sentToMake(externalCmDomain, { connection: "c-1", domainId: "r-1" })).toEqual({
    "POST /cckm/external-cm/add-domains": {
      connection: "c-1",
      domains: ["r-1"],
    },
  }); // S
  const response = {
    ...header("d-1", "cckm:externalcm-domain"),
    connection: "c-1", // I
    domain_id: "r-1", // I
    name: "retail", // I
  };
  expect(decodeAll(externalCmDomain, response)).toEqual({ connection: "c-1", domainId: "r-1", name: "retail" });
});

test("a key", async () => {
  const inputs = {
    domainId: "d-1",
    name: "orders",
    algorithm: "ec",
    curveId: "secp384r1",
    usageMask: 3,
    description: "d",
    labels: { a: "1" },
    undeletable: false,
    unexportable: true,
    onDestroy: "retain",
  };
  expect(await sentToMake(externalCmKey, inputs)).toEqual({
    "POST /cckm/external-cm/keys": {
      domainId: "d-1", // S, as all that follow unless marked
      name: "orders",
      algorithm: "ec",
      curveid: "secp384r1",
      usageMask: 3,
      description: "d", // as a key of the vault, I
      labels: { a: "1" }, // as a key of the vault, I
      undeletable: false,
      unexportable: true, // as a key of the vault, I
    },
  });
  const response = {
    ...header("k-1", "cckm:externalcm-key"),
    domainId: "d-1", // I, as all that follow
    name: "orders",
    algorithm: "EC",
    curveId: "secp384r1",
    size: 384,
    objectType: "Private Key",
    usageMask: 3,
    description: "d",
    labels: { a: "1" },
    unexportable: true,
    state: "Active",
    version: 2,
    keyId: "v-2",
  };
  const { onDestroy: _local, ...visible } = inputs;
  expect(decodeAll(externalCmKey, response)).toEqual({
    ...visible,
    size: 384,
    objectType: "Private Key",
    state: "Active",
    version: 2,
    keyId: "v-2",
  });
});
