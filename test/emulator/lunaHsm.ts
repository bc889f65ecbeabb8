import { demoCertificates } from "../../emulator/shared/demoCertificates";
import { idOf, type Client, type Loose } from "./client";

export const root = "/connectionmgmt/services/luna-network";
export const hosts = { frankfurt: "hsm-frankfurt.example.com", dublin: "hsm-dublin.example.com" };
export const production = { hostname: hosts.frankfurt, partition_label: "production", serial_number: "1312109861412" };
export const mirror = { hostname: hosts.dublin, partition_label: "production", serial_number: "1501222987001" };
export const full = { hostname: hosts.frankfurt, partition_label: "full", serial_number: "1312109861414" };
export const login = { name: "hsm", password: "Partition-Demo-1", partitions: [production] };
export const aes = {
  mechanism: "CKM_AES_KEY_GEN",
  size: 256,
  attributes: ["CKA_ENCRYPT", "CKA_DECRYPT", "CKA_MODIFIABLE"],
};

export async function servers(client: Client): Promise<Loose[]> {
  const made: Loose[] = [];
  for (const hostname of Object.values(hosts)) {
    made.push(await client.ok("POST", `${root}/servers`, { hostname, hsm_certificate: demoCertificates[hostname] }));
  }
  return made;
}

/** Creates a connection and waits for the end of its test. */
export async function connect(client: Client, body: object = {}): Promise<Loose> {
  const made = await client.ok("POST", `${root}/connections`, { ...login, ...body });
  const test = await client.ok("POST", `${root}/connections/${idOf(made)}/test`);
  expect(test).toMatchObject({ status: "in_progress" });
  await client.advance(1);
  return client.ok("GET", `${root}/connections/${idOf(made)}`);
}

export async function container(client: Client, body: object = {}): Promise<string> {
  await servers(client);
  const { id } = await connect(client, body);
  return idOf(await client.ok("POST", "/cckm/hsm/luna/add-partition", { connection: id }));
}

export async function key(client: Client, partition_id: string, body: object = {}): Promise<Loose> {
  const made = await client.ok("POST", "/cckm/hsm/luna/keys", { partition_id, label: "orders", ...aes, ...body });
  expect(made).toMatchObject({ status: "in_progress" });
  await client.advance(1);
  return client.ok("GET", `/cckm/hsm/luna/keys/${idOf(made)}`);
}

export async function run(client: Client, job: "refresh" | "synchronize", body: object): Promise<Loose> {
  const started = await client.ok("POST", `/cckm/hsm/luna/${job}`, body);
  await client.advance(2);
  return client.ok("GET", `/cckm/hsm/luna/${job}/${idOf(started)}`);
}
