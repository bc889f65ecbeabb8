import { decodeAll } from "../../provider/lifecycle/values/wire";
import { sentToMake } from "./sent";
import { dsmConnection } from "../../provider/resources/dsm/connection";
import { dsmDomain } from "../../provider/resources/dsm/domain";
import { dsmKey } from "../../provider/resources/dsm/key";

/** Requests and responses as public sources show them. S: seen there; I: inferred. */

const header = (id: string, kind: string) => ({
  id,
  uri: `kylo:kylo:${kind}:${id}`, // kind `cckm:domain` S, the others I
  account: "kylo:kylo:admin:accounts:kylo", // S
  createdAt: "2026-02-01T10:00:00.123456Z",
  updatedAt: "2026-02-01T10:00:00.123456Z",
});

test("a connection", async () => {
  const inputs = {
    name: "dsm",
    username: "cckm",
    password: "secret",
    domainId: "1001",
    nodes: [{ hostname: "dsm.example.com", serverCertificate: "PEM" }],
    products: ["cckm"],
    labels: { a: "1" },
    readyTimeoutSeconds: 30,
  };
  const body = {
    name: "dsm", // S, as all that follow
    username: "cckm",
    password: "secret",
    domain_id: "1001",
    nodes: [{ hostname: "dsm.example.com", server_certificate: "PEM" }],
    products: ["cckm"],
    labels: { a: "1" },
  };
  expect(await sentToMake(dsmConnection, inputs)).toEqual({ "POST /connectionmgmt/services/dsm/connections": body });
  const { password: _password, ...shown } = body;
  const response = {
    ...header("c-1", "connectionmgmt:connections"),
    ...shown,
    nodes: [{ id: "n-1", hostname: "dsm.example.com", server_certificate: "PEM" }], // ids I
    service: "dsm", // S
    category: "key-manager", // I
    last_connection_ok: false, // S
    last_connection_error: "DSM: login failed", // S
  };
  const { password: _secret, readyTimeoutSeconds: _local, ...visible } = inputs;
  expect(decodeAll(dsmConnection, response)).toEqual({
    ...visible,
    state: "failed",
    lastConnectionError: "DSM: login failed",
  });
});

test("a domain: the request takes a list of numbers", async () => {
  expect(await sentToMake(dsmDomain, { connection: "c-1", domainId: 1001 })).toEqual({
    "POST /cckm/dsm/add-domains": {
      connection: "c-1",
      domains: [1001],
    },
  }); // S
  const response = {
    ...header("d-1", "cckm:domain"),
    connection: "c-1", // I
    description: "Databases", // I
    acls: [], // I
    dsm_params: {
      id: 1001, // S, as all that follow
      url: "/v1/domains/1001",
      name: "databases",
      adminType: "ALL_ADMIN",
      kmipEnabled: true,
      fingerprintRegistrationDisabled: false,
    },
  };
  expect(decodeAll(dsmDomain, response)).toEqual({
    connection: "c-1",
    domainId: 1001,
    name: "databases",
    description: "Databases",
    url: "/v1/domains/1001",
    adminType: "ALL_ADMIN",
    kmipEnabled: true,
  });
});

test("a key", async () => {
  const inputs = {
    domain: "d-1",
    name: "orders",
    objectType: "symmetric",
    algorithm: "AES256",
    extractable: true,
    description: "d",
    encryptionMode: "XTS",
    expirationTime: "2031-12-31T00:00:00Z",
    keyVersionLifeSpan: 90,
    onDestroy: "retain",
  };
  const dsm_params = {
    name: "orders", // S, as all that follow
    algorithm: "AES256",
    description: "d",
    encryptionMode: "XTS",
    expirationTime: "2031-12-31T00:00:00Z",
    keyVersionLifeSpan: 90,
  };
  expect(await sentToMake(dsmKey, inputs)).toEqual({
    "POST /cckm/dsm/keys": {
      domain: "d-1", // S
      object_type: "symmetric", // S
      extractable: true, // S
      dsm_params,
    },
  });
  const response = {
    ...header("k-1", "cckm:dsm-key"),
    domain_id: "d-1", // I
    object_type: "symmetric", // I
    extractable: true, // I
    status: "AVAILABLE", // I
    gone: false, // I
    dsm_params: { id: "remote-1", ...dsm_params }, // I
  };
  const { onDestroy: _local, ...visible } = inputs;
  expect(decodeAll(dsmKey, response)).toEqual({ ...visible, keyId: "remote-1", status: "AVAILABLE" });
});
