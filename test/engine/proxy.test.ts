import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleWorld } from "../../tools/examples";
import { makeAuthority } from "../api/certificates";
import { startProxy, type ConnectProxy } from "../api/connectProxy";
import { engineTimeout, Stack, startWorld, succeeds, type World } from "./harness";
import { account, pluginStack, program } from "./plugin/support";

/**
 * A service that only a proxy reaches: the same variables for resources, functions, commands and
 * the native plugin.
 */

jest.setTimeout(engineTimeout);

const host = "cm.internal.example";
const credentials = "ann:S3cret-Proxy";
let world: World;
let proxy: ConnectProxy;
const stacks: Stack[] = [];
beforeAll(async () => {
  world = await startWorld({ world: exampleWorld, allowedHosts: [host] });
  const { port } = new URL(world.emulator.address);
  const authority = await makeAuthority();
  const identity = await authority.issue("localhost");
  proxy = await startProxy({ port: Number(port), demand: credentials, tls: identity });
  const ca = join(world.emulator.caCertificate, "../proxy.pem");
  writeFileSync(ca, authority.certificate);
  Object.assign(world.environment, {
    CIPHERTRUST_ADDRESS: `https://${host}`,
    HTTPS_PROXY: `https://${credentials}@localhost:${proxy.port}`,
    NODE_EXTRA_CA_CERTS: ca,
  });
});
afterAll(async () => {
  for (const stack of stacks) stack.remove();
  await proxy.close();
  await world.close();
});
beforeEach(() => void proxy.asked.splice(0));

const throughProxy = () => expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set([`${host}:443`]));

async function lives(stack: Stack): Promise<void> {
  stacks.push(stack);
  for (const text of [await succeeds(stack.up()), await succeeds(stack.destroy())])
    expect(text).not.toContain("S3cret");
  throughProxy();
}

test("resources and functions of a program", async () => {
  const stack = await Stack.create(world.environment);
  await lives(
    stack.program(`new ciphertrust.Group("one", {});
      exports.count = ciphertrust.AwsKms.list().apply((all) => all.length);`),
  );
});

test("the native plugin", async () => lives(program(await pluginStack(world), account())));

test("variables in lower case, beside the exception that Pulumi's own Node.js SDK needs", async () => {
  // That SDK knows no proxy that speaks TLS.
  const plain = await startProxy({ port: Number(new URL(world.emulator.address).port), demand: credentials });
  const variables = { https_proxy: `http://${credentials}@localhost:${plain.port}`, no_proxy: "127.0.0.1" };
  const stack = await Stack.create({ ...world.environment, ...variables });
  stacks.push(stack);
  await succeeds(stack.program('new ciphertrust.Group("two", {});').up());
  expect(plain.asked[0]).toEqual({ target: `${host}:443`, credentials });
  expect(proxy.asked).toEqual([]);
  await plain.close();
});

test("a command, and its error, which shows no credentials", async () => {
  const stack = await Stack.create(world.environment);
  stacks.push(stack);
  await succeeds(stack.command("rotation-report"));
  throughProxy();
  stack.environment.HTTPS_PROXY = `https://ann:S3cret-other@localhost:${proxy.port}`;
  const { code, text } = await stack.command("rotation-report");
  expect(code).not.toBe(0);
  expect(text).toContain(
    `the proxy localhost:${proxy.port} (HTTPS_PROXY) did not connect to https://${host}: it responded with 407`,
  );
  expect(text).not.toMatch(/S3cret|ann/);
});
