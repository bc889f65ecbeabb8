import { startEmulator, type Emulator } from "../../../emulator/index";
import { Client } from "../../../tools/bench/client";
import { countsOf } from "../../../tools/bench/figures";
import { documented } from "../../../tools/bench/floors/outputs";
import { credentials, worldOf } from "../../../tools/bench/world";
import { limits } from "../../limits";

/**
 * What ours is compared with does what the page says: as many requests as are necessary, and the
 * same outputs.
 */

interface Hosted {
  create(inputs: object): Promise<{ id: string; outs: object }>;
  read(id: string, props: object): Promise<{ id: string; props: object }>;
  delete(id: string): Promise<void>;
}

/** Loaded when the environment says where the service is: a provider process has it from its start. */
function floor(name: "bare" | "empty"): Hosted {
  const { provider } = jest.requireActual<{ provider(): Hosted }>(`../../../tools/bench/floors/${name}/provider`);
  return provider();
}

const inputs = { name: "prod", ...credentials };

let emulator: Emulator;
let client: Client;
beforeAll(async () => {
  emulator = await startEmulator({ world: worldOf() });
  client = new Client(emulator);
});
afterAll(async () => {
  await client?.close();
  await emulator?.close();
});

async function counted<T>(work: () => Promise<T>): Promise<{ result: T; requests: number; logins: number }> {
  await client.control("DELETE", "/requests");
  const result = await work();
  const { routes } = await client.control("GET", "/requests");
  return { result, ...countsOf(routes as Record<string, number>) };
}

const connections = async () =>
  (await (await client.session())("GET", "/connectionmgmt/services/aws/connections")).resources as object[];

test("bare: one login, the necessary requests, and the outputs that the class documents", async () => {
  Object.assign(process.env, {
    CIPHERTRUST_ADDRESS: emulator.address,
    CIPHERTRUST_USERNAME: emulator.username,
    CIPHERTRUST_PASSWORD: emulator.password,
    CIPHERTRUST_CA_CERT: emulator.caCertificate,
  });
  const bare = floor("bare");
  const { result, ...create } = await counted(() => bare.create(inputs));
  expect(create).toEqual({ requests: limits.toCreate.connection + limits.perFirstChange, logins: 1 });
  expect(result.outs).toEqual({ ...inputs, ...documented });
  expect(await connections()).toMatchObject([{ name: "prod", last_connection_ok: true }]);

  const { result: read, ...reading } = await counted(() => bare.read(result.id, result.outs));
  expect(reading).toEqual({ requests: 1, logins: 0 });
  expect(read).toEqual({ id: result.id, props: result.outs });

  const { result: _, ...removing } = await counted(() => bare.delete(result.id));
  // Which service responds is known by now.
  expect(removing).toEqual({ requests: limits.toDelete + limits.toLook, logins: 0 });
  expect(await connections()).toEqual([]);
});

test("empty: the same outputs, and no requests", async () => {
  const empty = floor("empty");
  const { result, requests, logins } = await counted(async () => {
    const { id, outs } = await empty.create(inputs);
    expect(await empty.read(id, outs)).toEqual({ id, props: outs });
    await empty.delete(id);
    return outs;
  });
  expect({ requests, logins }).toEqual({ requests: 0, logins: 0 });
  expect(result).toEqual({ ...inputs, ...documented });
});
