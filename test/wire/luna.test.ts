import { decodeAll } from "../../provider/lifecycle/values/wire";
import { sentToMake } from "./sent";
import { lunaConnection } from "../../provider/resources/luna/connection";
import { lunaKey } from "../../provider/resources/luna/key";
import { lunaPartition } from "../../provider/resources/luna/partition";
import { lunaServer } from "../../provider/resources/luna/server";
import { lunaStcPartition } from "../../provider/resources/luna/stcPartition";

/** Requests and responses as public sources show them. S: seen there; I: inferred. */

const header = (id: string, kind: string) => ({
  id,
  uri: `kylo:kylo:${kind}:${id}`, // I
  account: "kylo:kylo:admin:accounts:kylo", // S
  createdAt: "2026-02-01T10:00:00.123456Z",
  updatedAt: "2026-02-01T10:00:00.123456Z",
});

test("a server", async () => {
  const inputs = {
    hostname: "hsm.example.com",
    hsmCertificate: "PEM",
    description: "d",
    products: ["cckm"],
    meta: { rack: 7 },
    channel: "STC",
  };
  const body = {
    hostname: "hsm.example.com",
    hsm_certificate: "PEM",
    description: "d",
    products: ["cckm"],
    meta: { rack: 7 },
  }; // S
  expect(await sentToMake(lunaServer, inputs)).toEqual({ "POST /connectionmgmt/services/luna-network/servers": body });
  // The field `channel` is only known as a filter (I).
  const response = { ...header("s-1", "connectionmgmt:luna-network-servers"), ...body, channel: "STC" };
  expect(decodeAll(lunaServer, response)).toEqual(inputs);
});

test("the identity of a partition", async () => {
  const body = {
    name: "p",
    label: "p",
    serial_number: "1",
    partition_identity: "aWQ=",
    description: "d",
    meta: { a: 1 },
  }; // S
  const inputs = {
    name: "p",
    label: "p",
    serialNumber: "1",
    partitionIdentity: "aWQ=",
    description: "d",
    meta: { a: 1 },
  };
  expect(await sentToMake(lunaStcPartition, inputs)).toEqual({
    "POST /connectionmgmt/services/luna-network/stc-partitions": body,
  });
  expect(
    decodeAll(lunaStcPartition, { ...header("p-1", "connectionmgmt:luna-network-stc-partitions"), ...body }),
  ).toEqual(inputs);
});

describe("a connection", () => {
  const partitions = [{ hostname: "hsm.example.com", partition_label: "p", serial_number: "1" }]; // S
  const inputs = {
    name: "hsm",
    description: "d",
    password: "secret",
    partitions: [{ hostname: "hsm.example.com", partitionLabel: "p", serialNumber: "1" }],
    isHaEnabled: false,
    products: ["cckm"],
    meta: { a: 1 },
    readyTimeoutSeconds: 120,
  };
  const body = {
    name: "hsm",
    description: "d",
    password: "secret",
    partitions,
    is_ha_enabled: false,
    products: ["cckm"],
    meta: { a: 1 },
  }; // S

  test("request", async () =>
    expect(await sentToMake(lunaConnection, inputs)).toEqual({
      "POST /connectionmgmt/services/luna-network/connections": body,
    }));

  test.each([
    ["untested", {}],
    ["testing", { operation_status: "in_progress", last_connection_ok: false }], // words I
    ["ready", { operation_status: "success", last_connection_ok: true }],
    ["failed", { operation_status: "failed", last_connection_ok: false, last_connection_error: "CKR_PIN_INCORRECT" }],
  ])("response: %s", (state, tested) => {
    const { password: _password, ...shown } = body;
    const response = {
      ...header("c-1", "connectionmgmt:connections"),
      ...shown,
      partitions: partitions.map((one) => ({ id: "n-1", ...one })), // ids I
      service: "luna-network", // S
      category: "hsm", // I
      ...tested,
    };
    const { password: _secret, readyTimeoutSeconds: _local, ...visible } = inputs;
    const { last_connection_error } = tested as { last_connection_error?: string };
    const error = last_connection_error === undefined ? {} : { lastConnectionError: last_connection_error };
    expect(decodeAll(lunaConnection, response)).toEqual({ ...visible, state, ...error });
  });
});

test("a partition as a container", async () => {
  expect(await sentToMake(lunaPartition, { connection: "c-1" })).toEqual({
    "POST /cckm/hsm/luna/add-partition": { connection: "c-1" },
  }); // S
  const response = {
    ...header("p-1", "cckm:hsm-luna-partition"),
    name: "production", // I, as all that follow
    connection: "c-1",
    hostname: "hsm.example.com",
    partition_label: "production",
    serial_number: "1",
    is_ha_enabled: false,
    acls: [],
  };
  expect(decodeAll(lunaPartition, response)).toEqual({
    connection: "c-1",
    name: "production",
    hostname: "hsm.example.com",
    partitionLabel: "production",
    serialNumber: "1",
    isHaEnabled: false,
  });
});

test("a key that is held in the HSM", async () => {
  const inputs = {
    partitionId: "p-1",
    label: "orders",
    mechanism: "CKM_RSA_PKCS_KEY_PAIR_GEN",
    size: 3072,
    attributes: ["CKA_ENCRYPT", "CKA_MODIFIABLE"],
    hyokKey: true,
    onDestroy: "retain",
  };
  expect(await sentToMake(lunaKey, inputs)).toEqual({
    "POST /cckm/hsm/luna/keys": {
      partition_id: "p-1", // S, as all that follow
      label: "orders",
      mechanism: "CKM_RSA_PKCS_KEY_PAIR_GEN",
      size: 3072,
      attributes: ["CKA_ENCRYPT", "CKA_MODIFIABLE"],
      hyok_key: true,
    },
  });
  const response = {
    ...header("k-1", "cckm:hsm-luna-key"),
    partition_id: "p-1", // I, as all that follow unless marked
    label: "orders",
    mechanism: "CKM_RSA_PKCS_KEY_PAIR_GEN",
    algorithm: "RSA",
    size: 3072,
    key_type: "private",
    status: "AVAILABLE", // S
    attributes: ["CKA_ENCRYPT", "CKA_MODIFIABLE", "CKA_SENSITIVE", "CKA_DECRYPT", "CKA_WRAP", "CKA_UNWRAP"],
    added_attributes: ["CKA_SENSITIVE", "CKA_DECRYPT", "CKA_WRAP", "CKA_UNWRAP"], // name S, spelling I
    hyok_key: true, // S
    byok_key: false, // name S, spelling I
    public_key_id: "k-2", // name S, spelling I
    private_key_id: "k-1", // name S, spelling I
    gone: false,
  };
  const { onDestroy: _local, ...visible } = inputs;
  expect(decodeAll(lunaKey, response)).toEqual({
    ...visible,
    status: "AVAILABLE",
    addedAttributes: ["CKA_SENSITIVE", "CKA_DECRYPT", "CKA_WRAP", "CKA_UNWRAP"],
    byokKey: false,
    publicKeyId: "k-2",
    privateKeyId: "k-1",
  });
});
