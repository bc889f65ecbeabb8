import { makeRequest } from "../emulator/machine";
import type { World } from "./harness";

/** Registers a client for a pipeline, and returns what its secret store then contains. */
export async function registerClient(world: World, name: string): Promise<Record<string, string>> {
  const { csr, key } = makeRequest(`/CN=${name}`);
  const ca = await world.api("POST", "/ca/local-cas", { cn: `${name} CA`, name: `${name}-ca` });
  await world.api("POST", `/ca/local-cas/${ca.id as string}/self-sign`, { duration: 3650 });
  await trust(world, ca.id as string);
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

/** Makes the web interface accept client certificates of that CA, too. */
async function trust(world: World, ca: string): Promise<void> {
  const web = "/configs/interfaces/web";
  const { trusted_cas } = (await world.api("GET", web)) as { trusted_cas: { local: string[] } };
  await world.api("PATCH", web, { trusted_cas: { local: [...trusted_cas.local, ca] } });
  await world.api("POST", "/system/services/restart", { services: ["web"] });
  // The restart breaks connections.
  const responds = () =>
    world.api("GET", "/system/services/status").then(
      () => true,
      () => false,
    );
  while (!(await responds()));
}
