import { openssl } from "../../emulator/machine";
import { engineTimeout, items, Stack, startWorld, type World } from "../harness";
import { exampleWorld } from "../../../tools/examples";

/** The example of the pipeline: created with a password, then run by the client that it created. */

jest.setTimeout(engineTimeout);

interface Outputs {
  clientId: string;
  certificate: string;
  privateKey: string;
  certificateEnds: string;
  issuers: string;
  recordedAs: string;
}

const days = 86_400;
let world: World;
let stack: Stack;
let password: Record<string, string>;

beforeAll(async () => {
  world = await startWorld({ world: exampleWorld });
  stack = await Stack.ofExample({ ...world.environment }, "registered-client");
  password = { ...world.environment };
});
afterAll(async () => {
  stack?.remove();
  await world?.close();
});

const outputs = async () =>
  JSON.parse((await stack.pulumi("stack", "output", "--json", "--show-secrets")).text) as Outputs;

/** From now on the stack is run by this client, without any user. */
function runAs({ clientId, certificate, privateKey }: Outputs): void {
  delete stack.environment.CIPHERTRUST_USERNAME;
  delete stack.environment.CIPHERTRUST_PASSWORD;
  Object.assign(stack.environment, {
    CIPHERTRUST_CLIENT_ID: clientId,
    CIPHERTRUST_CLIENT_CERT: certificate,
    CIPHERTRUST_CLIENT_KEY: privateKey,
  });
}

let first: Outputs;

test("an administrator creates the identity, and its first call is recorded as the client's", async () => {
  expect(await stack.up()).toMatchObject({ code: 0 });
  first = await outputs();
  expect(first.recordedAs).toBe(first.clientId);
  expect(Date.parse(first.certificateEnds) - Date.now()).toBeGreaterThan(89 * days * 1000);
  const [machines = "", authority = ""] = first.issuers.split(/(?<=-----END CERTIFICATE-----\n)/);
  const files = { "root.pem": authority, "machines.pem": machines, "client.pem": first.certificate };
  expect(openssl(files, "verify", "-CAfile", "root.pem", "-untrusted", "machines.pem", "client.pem")).toContain("OK");
  expect(await stack.drift()).toMatchObject({ code: 0 });
});

test("the state contains neither the private key nor the token in plain text", async () => {
  const { text, resources } = stack.stored();
  const [token] = items(await world.api("GET", "/client-management/regtokens/"));
  for (const secret of [first.privateKey, JSON.stringify(first.privateKey).slice(1, -1), String(token!.token)])
    expect(text).not.toContain(secret);
  expect(JSON.stringify(resources.map(({ outputs: shown }) => shown))).not.toContain("PRIVATE KEY");
});

test("the same stack is then run by the client, over mutual TLS, and its changes are recorded as the client's", async () => {
  runAs(first);
  await stack.config("description", "Signs builds and releases");
  expect(await stack.up("--refresh")).toMatchObject({ code: 0 });
  expect(await stack.drift()).toMatchObject({ code: 0 });
  const records = items(await world.api("GET", `/audit/records?client_id=${first.clientId}`));
  const change = records.find(({ message }) => message === "PATCH /vault/keys2/{id}");
  expect(change).toMatchObject({ client_id: first.clientId, username: "pipeline", success: true });
});

test("inside the window a preview announces the renewal, and the client renews itself", async () => {
  await world.control("POST", "/clock", { advanceSeconds: 65 * days });
  const preview = await stack.preview();
  expect(preview.text).toMatch(/RegisteredClient "pipeline": its certificate ends at \S+; an update renews it/);
  expect(preview.text).toMatch(/RegisteredClient: \(update\)/);
  expect(await stack.up()).toMatchObject({ code: 0 });
  const renewed = await outputs();
  expect(renewed.clientId).toBe(first.clientId);
  expect(renewed.privateKey).toBe(first.privateKey);
  expect(renewed.certificate).not.toBe(first.certificate);
  expect(Date.parse(renewed.certificateEnds)).toBeGreaterThan(Date.parse(first.certificateEnds));
  expect((await world.routes())["POST /api/v1/client-management/self/client/renew"]).toBe(1);

  const withTheOld = await stack.preview("--refresh");
  expect(withTheOld.code).not.toBe(0);
  expect(withTheOld.text).toContain(`refused the login of client ${first.clientId}`);
  runAs(renewed);
  expect(await stack.drift()).toMatchObject({ code: 0 });
});

test("destroy, by the administrator again, leaves nothing of it in the service", async () => {
  for (const name of ["CLIENT_ID", "CLIENT_CERT", "CLIENT_KEY"]) delete stack.environment[`CIPHERTRUST_${name}`];
  Object.assign(stack.environment, password);
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  for (const path of [
    "/client-management/clients/",
    "/client-management/profiles",
    "/client-management/regtokens/",
    "/vault/keys2/",
    "/ca/local-cas?name=machines",
    "/ca/local-cas?name=root",
  ]) {
    expect({ path, total: (await world.api("GET", path)).total }).toEqual({ path, total: 0 });
  }
});
