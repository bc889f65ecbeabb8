import { idOf, listOf, type Client, type Loose } from "./client";

/** The default world's first tenant, and a vault of it as a container. */

export const application = {
  client_id: "0b7de3c4-58f1-4a0e-8d6a-1f9c2e7b4a35",
  tenant_id: "7f2c1d0a-4b6e-4c1e-9a51-2f8d3e6b7c90",
  client_secret: "example~azure-client-secret",
};
export const subscription_id = "3a1e5b7c-9d2f-4e68-8b03-7c5a1d9e2f46";
export const connectionsPath = "/connectionmgmt/services/azure/connections";

export const changeWorld = (client: Client, what: string, body: object): ReturnType<Client["raw"]> =>
  client.raw("POST", `/emulator/world/azure/${what}`, body);

export async function azureConnection(client: Client): Promise<string> {
  await changeWorld(client, "applications", { clientId: application.client_id, testSeconds: 0 });
  const connection = await client.ok("POST", connectionsPath, { name: "azure", ...application });
  const test = await client.ok("POST", `${connectionsPath}/${idOf(connection)}/test`);
  expect(test).toEqual({ connection_ok: true });
  return idOf(connection);
}

/** The response of get-vaults for a vault. */
export async function offered(client: Client, name: string, look = "get-vaults"): Promise<Loose> {
  const { vaults } = await client.ok("POST", `/cckm/azure/${look}`, { connection: "azure", subscription_id });
  return listOf(vaults).find((vault) => vault.name === name)!;
}

/** A tested connection and a vault added through it; returns the vault. */
export async function azureVault(client: Client, name = "contoso-prod"): Promise<Loose> {
  if ((await client.get(`${connectionsPath}/azure`)).status === 404) await azureConnection(client);
  const vaults = [await offered(client, name)];
  const added = await client.ok("POST", "/cckm/azure/add-vaults", { connection: "azure", subscription_id, vaults });
  return listOf(added.vaults)[0]!;
}

/** Runs a synchronization to its end. */
export async function synchronize(client: Client, body: object, folder = ""): Promise<Loose> {
  const path = `/cckm/azure${folder}/synchronization-jobs`;
  const job = await client.ok("POST", path, body);
  expect(job).toMatchObject({ overall_status: "in_progress", cloud_name: "AzureCloud" });
  await client.advance(1);
  return client.ok("GET", `${path}/${idOf(job)}`);
}
