import { azure, subscription_id } from "./systems/rows/azure";
import { SystemClient } from "./systems/system";
import { idOf, listOf, type Client, type Loose } from "./client";

export const connectionsPath = "/connectionmgmt/services/azure/connections";

export const changeWorld = (client: Client, what: string, body: object): ReturnType<Client["raw"]> =>
  client.raw("POST", `/emulator/world/azure/${what}`, body);

export async function azureConnection(client: Client): Promise<string> {
  return (await SystemClient.of(client, azure)).connect();
}

/** The response of get-vaults for a vault. */
export async function offered(client: Client, name: string, look = "get-vaults"): Promise<Loose> {
  const { vaults } = await client.ok("POST", `/cckm/azure/${look}`, { connection: "azure", subscription_id });
  return listOf(vaults).find((vault) => vault.name === name)!;
}

/** A vault, added through a tested connection, which is made if there is none. */
export async function azureVault(client: Client, name = "contoso-prod"): Promise<Loose> {
  const own = await SystemClient.of(client, azure);
  if ((await client.get(`${connectionsPath}/azure`)).status === 404) await own.connect();
  return own.added(await own.add("azure", name))[0]!;
}

/** Runs a synchronization to its end. */
export async function synchronize(client: Client, body: object, folder = ""): Promise<Loose> {
  const path = `/cckm/azure${folder}/synchronization-jobs`;
  const job = await client.ok("POST", path, body);
  expect(job).toMatchObject({ overall_status: "in_progress", cloud_name: "AzureCloud" });
  await client.advance(1);
  return client.ok("GET", `${path}/${idOf(job)}`);
}
