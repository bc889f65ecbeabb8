import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { engineTimeout, root, Stack, startWorld, type World } from "../harness";
import { ownPack } from "../pack";

/** The example of a regulator's limits: its schedules, its evidence, and the policy pack beside it. */

jest.setTimeout(engineTimeout);

const limits = "AES 365d, RSA 730d, tag pci=yes 90d";
const day = 86_400;

let world: World;
let stack: Stack;
let pack: ReturnType<typeof ownPack>;
beforeAll(async () => {
  world = await startWorld();
  stack = await Stack.ofExample({ ...world.environment }, "cryptoperiods");
  pack = ownPack({ "key-rotation": { enforcementLevel: "mandatory", limits } });
});
afterAll(async () => {
  stack?.remove();
  pack?.remove();
  await world?.close();
});

async function report(): Promise<string> {
  const page = join(stack.folder, "rotation.html");
  const command = [join(root, "dist/cli/index.js"), "rotation-report", "--system", "vault", "--html", page];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...command, "--max-age", limits, "--fail-on-overdue"],
    {
      env: { PATH: process.env.PATH, ...world.environment },
    },
  );
  expect(readFileSync(page, "utf8")).toContain("tag pci=yes 90d");
  return stdout;
}

test("three runs in a row pass the policy pack, and each key follows the strictest limit that it meets", async () => {
  expect(await stack.up(...pack.args)).toMatchObject({ code: 0 });
  expect(await stack.preview("--expect-no-changes", ...pack.args)).toMatchObject({ code: 0 });
  expect(await stack.preview("--refresh", "--expect-no-changes", ...pack.args)).toMatchObject({ code: 0 });
  expect(stack.outputs()).toEqual({ schedules: ["vault-365d", "vault-90d", "vault-730d"] });
  const table = await report();
  expect(table).toMatch(/cards +AES-256 +256 bits, post-quantum +on time.* tag pci=yes 90d +regulator-vault-90d/);
  expect(table).toMatch(/contracts +RSA-3072 +.*on time.* RSA 730d +regulator-vault-730d/);
  expect(table).toMatch(/records +AES-256 +256 bits, post-quantum +on time.* AES 365d +regulator-vault-365d/);
});

test("after two years every key has been rotated in time, and nothing has drifted", async () => {
  await world.control("POST", "/clock", { advanceSeconds: 750 * day });
  const versionOf = async (name: string) => (await world.api("GET", `/vault/keys2/${name}?type=name`)).version;
  expect([await versionOf("cards"), await versionOf("records"), await versionOf("contracts")]).toEqual([8, 2, 1]);
  expect(await report()).toContain("3 keys: 3 on time, 0 overdue, 0 not scheduled");
  expect(await stack.drift()).toMatchObject({ code: 0 });
});
