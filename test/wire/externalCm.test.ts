import { decodeAll, spell } from "../../provider/lifecycle/values/wire";
import { sentToMake } from "./sent";
import { externalCmConnection } from "../../provider/resources/externalCm/connection";
import { externalCmDomain } from "../../provider/resources/externalCm/domain";
import { externalCmKey } from "../../provider/resources/externalCm/key";
import { externalCmServer } from "../../provider/resources/externalCm/server";

/**
 * Requests and responses as public sources show them: the service's own documentation of 2.13, 2.14
 * and 2.20. S: seen there; I: inferred.
 */

const header = (id: string, kind: string) => ({
  id,
  uri: `kylo:kylo:${kind}:${id}`, // kinds `cckm:external-cm-domain` and `cckm:external-cm-key` S, the others I
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
    ...header("d-1", "cckm:external-cm-domain"),
    connection: "subsidiary", // the connection's name, S
    cm_domain: { domain_id: "r-1", name: "retail" }, // S, but for the name
  };
  expect(decodeAll(externalCmDomain, response)).toEqual({
    connection: "subsidiary",
    domainId: "r-1",
    name: "retail",
  });
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
    ...header("k-1", "cckm:external-cm-key"),
    domain_id: "d-1", // S, as all that follow unless marked
    gone: false,
    refreshed_at: "2026-02-01T10:00:00.123456Z",
    cm_key_params: {
      key_name: "orders",
      key_id: "v-2",
      key_state: "Active", // only as a filter, I
      key_usage_mask: 3,
      meta: { pulumi_ciphertrust: "mark" },
      object_type: "Private Key",
      version: 2,
      algorithm: "EC",
      curve_id: "secp384r1", // I
      key_size: 384,
      unexportable: true,
      undeletable: false,
      never_exported: true,
      never_exportable: true,
      description: "d", // I
      labels: { a: "1" }, // I
    },
  };
  const { onDestroy: _local, ...visible } = inputs;
  const shown = { ...visible, size: 384, objectType: "Private Key", state: "Active", version: 2, keyId: "v-2" };
  expect(decodeAll(externalCmKey, response)).toEqual(shown);

  // What no source shows in a response is as it was applied.
  const { description: _text, labels: _map, curve_id: _curve, ...certain } = response.cm_key_params;
  expect(decodeAll(externalCmKey, { ...response, cm_key_params: certain }, visible)).toEqual(shown);
});

test("a key is searched for by the filters that the service has", () => {
  const names = externalCmKey.filters!.map((name) => spell(externalCmKey, name));
  expect(names).toEqual([
    ...["id", "domain_id", "key_id", "key_name", "algorithm", "key_state", "key_usage_mask", "key_size", "version"],
    ...["unexportable", "undeletable"],
  ]); // S
});
