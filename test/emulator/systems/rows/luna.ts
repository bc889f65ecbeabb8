import { demoCertificates } from "../../../../emulator/shared/demoCertificates";
import type { Client } from "../../client";
import { systemOf } from "../system";

export const root = "/connectionmgmt/services/luna-network";
export const hosts = { frankfurt: "hsm-frankfurt.example.com", dublin: "hsm-dublin.example.com" };
export const production = { hostname: hosts.frankfurt, partition_label: "production", serial_number: "1312109861412" };
export const mirror = { hostname: hosts.dublin, partition_label: "production", serial_number: "1501222987001" };
export const full = { hostname: hosts.frankfurt, partition_label: "full", serial_number: "1312109861414" };
export const login = { password: "Partition-Demo-1", partitions: [production] };

/** Both HSMs must be known to the service before a connection can name their partitions. */
async function registerServers(client: Client): Promise<void> {
  for (const hostname of Object.values(hosts)) {
    const server = { hostname, hsm_certificate: demoCertificates[hostname] };
    expect([201, 409]).toContain((await client.post(`${root}/servers`, server)).status);
  }
}

const [hostname, serialNumber] = [hosts.frankfurt, production.serial_number];

export const luna = systemOf({
  world: "luna",
  root: "/cckm/hsm/luna",
  called: "partitions",
  service: "luna-network",
  login,
  shows: { category: "hsm" },
  secrets: [login.password],
  wrong: [
    ["a wrong password", { password: "wrong" }, "CKR_PIN_INCORRECT"],
    ["an unknown label", { partitions: [{ ...production, partition_label: "x" }] }, "CKR_TOKEN_NOT_PRESENT"],
    ["an unregistered host", { partitions: [{ ...production, hostname: "x.example.com" }] }, "not registered"],
  ],
  invalid: [["no partitions", { partitions: [] }]],
  account: ["hsms", { hostname }],
  lockOut: [["partitions", { serialNumber, password: "changed" }], "CKR_PIN_INCORRECT"],
  prepare: registerServers,
  containers: {
    add: "/cckm/hsm/luna/add-partition",
    body: () => ({}),
    offered: ["production"],
    stranger: { partitions: [full], password: "Partition-Demo-3" },
    invalid: [],
    filters: { name: "production", serial_number: serialNumber, hostname },
    shows: { name: "production", partition_label: "production", acls: [] },
  },
  refresh: {
    path: "/cckm/hsm/luna/refresh",
    cloudName: "hsm-luna",
    // Eight keys, of which three are pairs.
    total: 11,
    found: ["keys", { serialNumber, label: "found" }],
    lost: ["keys", { serialNumber, key: "code-signing", delete: true }],
    halves: { lost: 2 },
    takes: (refreshSeconds) => ["partitions", { serialNumber, refreshSeconds }],
  },
});
