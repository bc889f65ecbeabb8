import { luna } from "./systems/rows/luna";
import { SystemClient } from "./systems/system";
import { idOf, type Client, type Loose } from "./client";

export const aes = {
  mechanism: "CKM_AES_KEY_GEN",
  size: 256,
  attributes: ["CKA_ENCRYPT", "CKA_DECRYPT", "CKA_MODIFIABLE"],
};

/** A partition as a container on a connection, which may differ from the usual one. */
export async function container(client: Client, body?: object, name?: string): Promise<string> {
  const own = await SystemClient.of(client, luna);
  return idOf(own.added(await own.add(await own.connect(name, body)))[0]!);
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
