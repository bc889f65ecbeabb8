import * as pulumi from "@pulumi/pulumi";
import { RestClient, type RestClientArgs } from "../../sdk";
import { run, type Registered } from "./program";

/** The component's requests to the engine. */

/** Exported, but not part of the published types. */
const { waitForRPCs } = pulumi.runtime as unknown as { waitForRPCs(): Promise<void> };
const typeOf = ({ type }: Registered) => type.split(":").pop();

async function asked(args: Partial<RestClientArgs> = {}): Promise<Record<string, Registered>> {
  const all = await run(() => {
    const made = new RestClient("pipeline", { ca: "ca-1", ...args });
    return [made, made.keyPair, made.profile, made.token, made.client];
  });
  // A component registers its outputs last; the next program must not get that call.
  await waitForRPCs();
  return Object.fromEntries(all.map((one) => [typeOf(one)!, one]));
}

test("a key pair, a profile, a token for one client, and the client", async () => {
  const { ClientKeyPair, ClientProfile, RegistrationToken, RegisteredClient } = await asked({
    groups: ["Key Users"],
    certDuration: 9,
    names: [{ organization: "Example" }],
  });
  expect(ClientKeyPair!.inputs).toMatchObject({ cn: "pipeline", names: [{ organization: "Example" }] });
  expect(ClientKeyPair!.additionalSecretOutputs).toEqual(["privateKey"]);
  const profile = { name: "pipeline", ca: "ca-1", certDuration: 9 };
  expect(ClientProfile!.inputs).toMatchObject(profile);
  // Groups by way of the profile would outlast a change.
  expect(ClientProfile!.inputs.groups).toBeUndefined();
  const token = { profile: "pipeline-id", lifetime: "1h", maxClients: 1, triggers: { client: "pipeline" } };
  expect(RegistrationToken!.inputs).toMatchObject(token);
  expect(RegisteredClient!.inputs).toMatchObject({
    name: "pipeline",
    groups: ["Key Users"],
    renewBeforeDays: 30,
  });
  expect(RegisteredClient!.inputs.triggers).toEqual({});
  expect(JSON.stringify(RegisteredClient!.inputs)).not.toContain("privateKey");
});

test("other triggers or another name create another token and another client", async () => {
  const { RegistrationToken, RegisteredClient } = await asked({ name: "builds", triggers: { generation: "2" } });
  expect(RegistrationToken!.inputs.triggers).toEqual({ client: "builds", generation: "2" });
  expect(RegisteredClient!.inputs).toMatchObject({ name: "builds", triggers: { generation: "2" } });
});

test("an external CA receives the request, and its certificate is registered instead", async () => {
  const requests: unknown[] = [];
  const { RegisteredClient } = await asked({ sign: (csr) => (requests.push(csr), "signed") });
  expect(requests.map((one) => pulumi.Output.isInstance(one))).toEqual([true]);
  expect(RegisteredClient!.inputs).toMatchObject({ externalCertificate: "signed" });
  expect(RegisteredClient!.inputs).not.toHaveProperty("csr");
  expect(RegisteredClient!.inputs).not.toHaveProperty("renewBeforeDays");
});

test("its private key is a secret, for the login too", async () => {
  let made: RestClient | undefined;
  await run(() => (made = new RestClient("pipeline", { ca: "ca-1" })));
  await waitForRPCs();
  expect(await pulumi.isSecret(made!.privateKey)).toBe(true);
  expect(await pulumi.isSecret(made!.login.clientKey)).toBe(true);
});

test("misspelt and missing arguments are rejected together: otherwise another CA would sign, without a group", async () => {
  await run(() => {
    const make = () => new RestClient("pipeline", { cca: "ca-1", group: ["Key Users"] } as never);
    expect(make).toThrow('RestClient "pipeline": cca: unknown argument; did you mean "ca"?');
    expect(make).toThrow('group: unknown argument; did you mean "groups"?; ca: is required');
    return [];
  });
});
