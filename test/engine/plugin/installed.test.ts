import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { registry } from "../../../provider/resources";
import { ensureYamlHost } from "../../../tools/engine";
import { packPlugin } from "../../../tools/release/plugin";
import { statedVersion } from "../../../tools/release/version";
import { configure } from "../example";
import { engine, engineTimeout, items, root, Stack, type World } from "../harness";
import { ownPack } from "../pack";
import { startLicensedWorld } from "./support";
import { needsYamlHost } from "../extras";

/** The plugin from an archive of a release, as users install it, and a program in YAML that uses it. */

jest.setTimeout(3 * engineTimeout);
needsYamlHost();

const version = statedVersion(root);
const folder = mkdtempSync(join(tmpdir(), "ciphertrust-plugin-"));
let world: World;
let stack: Stack;
const pack = ownPack({});
const drift = () => stack.preview("--refresh", "--expect-no-changes", ...pack.args);
beforeAll(async () => {
  world = await startLicensedWorld();
  const found = await engine();
  const hosts = [found.binDir, await ensureYamlHost(found)];
  const environment = { PULUMI_HOME: join(folder, "home"), PATH: [...hosts, process.env.PATH].join(delimiter) };
  mkdirSync(environment.PULUMI_HOME);
  stack = await Stack.create({ ...world.environment, ...environment }, join(root, "examples", "yaml"));
  await configure(stack, "yaml");
});
afterAll(async () => {
  stack?.remove();
  pack.remove();
  rmSync(folder, { recursive: true, force: true });
  await world?.close();
});

test("an archive is installed under its name", async () => {
  const archives = await packPlugin(root, folder, version);
  const names = archives.map((file) => file.replace(/^.*-v/, ""));
  expect(names).toContain(`${version}-linux-arm64.tar.gz`);
  const own = archives.find((file) => file.endsWith("linux-amd64.tar.gz"))!;
  const flags = ["resource", "ciphertrust", version, "--file", own];
  const { code, text } = await stack.pulumiAlone("plugin", "install", ...flags);
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(readdirSync(join(folder, "home", "plugins"))).toContain(`resource-ciphertrust-v${version}`);
});

test("Pulumi reads its schema, and finds no mistake in it", async () => {
  const schema = await stack.pulumiAlone("package", "get-schema", "ciphertrust");
  expect(schema.code).toBe(0);
  const { resources, functions } = JSON.parse(schema.text) as { resources: object; functions: object };
  expect(Object.keys(resources)).toHaveLength(registry.length);
  expect(Object.keys(functions)).toContain("ciphertrust:index:getRotationStatus");
  const file = join(folder, "schema.json");
  writeFileSync(file, schema.text);
  const { code, text } = await stack.pulumiAlone("schema", "check", file);
  expect({ code, text }).toEqual({ code: 0, text: "" });
});

test("the program in YAML creates everything, and shows no changes afterwards, by the policy pack's leave", async () => {
  const preview = await stack.preview(...pack.args);
  expect({ code: preview.code, text: preview.code === 0 ? "" : preview.text }).toEqual({ code: 0, text: "" });
  const { code, text } = await stack.up(...pack.args);
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(stack.outputs()).toMatchObject({
    connectionState: "ready",
    ordersArn: expect.stringMatching(/^arn:aws:kms:/),
    regions: expect.arrayContaining(["eu-west-1"]),
    overdueKeys: 0,
  });
  expect(stack.stored().text).not.toContain("wJalrXUtnFEMI");
  expect(await drift()).toMatchObject({ code: 0 });
  expect(await stack.up("--refresh", "--expect-no-changes", ...pack.args)).toMatchObject({ code: 0 });
});

test("it updates, and destroys", async () => {
  const { text } = await stack.pulumi(
    "up",
    "--yes",
    "--diff",
    "--config",
    "description=Encrypts invoices",
    ...pack.args,
  );
  expect(text).toMatch(/~ description: "Encrypts orders" => "Encrypts invoices"/);
  expect(await drift()).toMatchObject({ code: 0 });
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  expect(items(await world.api("GET", "/connectionmgmt/connections"))).toEqual([]);
});
