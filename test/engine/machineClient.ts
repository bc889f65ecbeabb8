import { makeRequest } from "../emulator/machine";
import type { World } from "./harness";

/** Registers a client for a pipeline, and returns what its secret store then contains. */
export async function registerClient(world: World, name: string): Promise<Record<string, string>> {
  const { csr, key } = makeRequest(`/CN=${name}`);
  const ca = await world.api("POST", "/ca/local-cas", { cn: `${name} CA`, name: `${name}-ca` });
  await world.api("POST", `/ca/local-cas/${ca.id as string}/self-sign`, { duration: 3650 });
  const profile = await world.api("POST", "/client-management/profiles", {
    name: `${name}-profile`,
    ca_id: ca.id,
    groups: ["Key Admins"],
  });
  const token = await world.api("POST", "/client-management/regtokens/", { client_management_profile_id: profile.id });
  const client = await world.api("POST", "/client-management/clients/", { name, csr, registration_token: token.token });
  return {
    CIPHERTRUST_CLIENT_ID: client.id as string,
    CIPHERTRUST_CLIENT_CERT: client.cert as string,
    CIPHERTRUST_CLIENT_KEY: key,
  };
}
