import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { adoptCommand } from "../../../cli/adopt/command";
import { make, startRig, type Rig } from "../../lifecycle/rig";

/** The exit codes and messages of the command. */

let folder: string;
let rig: Rig;
beforeAll(async () => {
  folder = fs.mkdtempSync(join(tmpdir(), "ciphertrust-adopt-command-"));
  rig = await startRig();
});
afterAll(async () => {
  await rig.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  const { address, username, password, caCertificate } = rig.emulator;
  jest.replaceProperty(process, "env", {
    ...process.env,
    CIPHERTRUST_ADDRESS: address,
    CIPHERTRUST_USERNAME: username,
    CIPHERTRUST_PASSWORD: password,
    CIPHERTRUST_CA_CERT: caCertificate,
  });
});
afterEach(() => {
  process.exitCode = undefined;
  jest.restoreAllMocks();
});

async function adopt(...args: string[]): Promise<{ code: unknown; text: string }> {
  let text = "";
  jest.spyOn(process.stderr, "write").mockImplementation((part) => {
    text += String(part);
    return true;
  });
  const command = new Command("adopt");
  adoptCommand(command);
  await command.parseAsync(args, { from: "user" });
  return { code: process.exitCode, text };
}

test("a path keeps its dots in the message", async () => {
  const { code, text } = await adopt("--out", join(folder, "new"), "--terraform-state", "../no/such/state.json");
  expect(code).toBe(1);
  expect(text).toBe("adopt: the Terraform state ../no/such/state.json cannot be read: ENOENT. Nothing was written.\n");
});

test.each([
  ["a file", () => "file"],
  ["below a file", () => join("file", "program")],
])("a folder that is %s is rejected with a clear message, before the service is called", async (_name, out) => {
  fs.writeFileSync(join(folder, "file"), "");
  process.env.CIPHERTRUST_PASSWORD = "wrong";
  const { code, text } = await adopt("--out", join(folder, out()));
  expect(code).toBe(2);
  expect(text).toMatch(
    /^adopt: .*file.* is not a folder that can be used .ENOTDIR.: choose another with --out\. Nothing was written\.\n$/,
  );
});

test("an interrupted write is reported", async () => {
  const out = join(folder, "leads nowhere");
  fs.symlinkSync(join(folder, "nowhere"), out);
  const { code, text } = await adopt("--out", out, "--system", "general");
  expect(code).toBe(1);
  expect(text).toMatch(/adopt: E[A-Z]+: .*leads nowhere'\. Delete .*leads nowhere and run the command again\.\n$/);
});

describe("patterns that match nothing", () => {
  beforeAll(async () => {
    await make(rig, "Group", { name: "auditors" });
    await make(rig, "Group", { name: "operators" });
  });
  beforeEach(() => jest.spyOn(process.stdout, "write").mockReturnValue(true));
  const own = ["--system", "identity"];

  test.each([[[]], [["--dry-run"]]])("alone, end with the code for wrong arguments %j", async (more) => {
    const out = join(folder, "no such");
    const { code, text } = await adopt("--out", out, ...own, "--include", "nosuch*", "--include", "Gruop", ...more);
    expect(code).toBe(2);
    expect(text).toMatch(
      /adopt: nothing matches --include "nosuch\*", --include "Gruop": a pattern is compared with Type\/name, name and type, and there are .*\d+ Group\b.*\. Nothing was written\.\n$/,
    );
    expect(fs.existsSync(out)).toBe(false);
  });

  test("beside others are told", async () => {
    const patterns = ["--include", "Group/audit*", "--include", "nosuch*", "--exclude", "Group/opreators"];
    const { code, text } = await adopt("--dry-run", ...own, ...patterns);
    expect(code).toBe(0);
    expect(text).toMatch(/warning: nothing matches --include "nosuch\*", --exclude "Group\/opreators": .*\d+ Group/);
    expect((await adopt("--dry-run", ...own, "--include", "Group/audit*")).text).not.toContain("matches");
  });
});

test("objects that a mark names another stack for are told, with that stack, by --dry-run, by the run and by the README", async () => {
  await make(rig, "VaultKey", { name: "plain", algorithm: "aes", size: 256 });
  const mark = "acme/shop/prod/VaultKey/payments.0123456789ab.0123456789ab";
  await rig.api.post("/vault/keys2", {
    name: "payments",
    algorithm: "aes",
    size: 256,
    meta: { pulumi_ciphertrust: mark },
  });
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
  const out = join(folder, "marked");
  const texts = [await adopt("--dry-run", "--system", "vault"), await adopt("--out", out, "--system", "vault")];
  const readme = fs.readFileSync(join(out, "README.md"), "utf8");
  expect(readme).toContain("## Objects of other stacks\n");
  for (const text of [readme, ...texts.map((one) => one.text)]) {
    expect(text).toMatch(/takes no rights from the former stack.*`pulumi state delete`/);
    expect(text).toContain("| acme/shop/prod | VaultKey payments |");
  }
});

describe("a service that refuses its lists", () => {
  const refusing = (path: string) => rig.control("POST", "/faults", { method: "GET", path, effect: { status: 403 } });
  afterEach(() => rig.control("DELETE", "/faults"));

  test.each([[], ["--dry-run"]])("altogether fails in one line, and nothing is written %s", async (...more) => {
    await refusing("/");
    const out = join(folder, "refused");
    const { code, text } = await adopt("--out", out, ...more);
    expect(code).toBe(1);
    expect(text).toMatch(
      /^adopt: nothing can be declared, and \d+ types cannot be listed: .*403.* Nothing was written\.\n$/,
    );
    expect(fs.existsSync(out)).toBe(false);
  });

  test("in part has them in one row", async () => {
    await make(rig, "VaultKey", { name: "archive", algorithm: "aes", size: 256 });
    await refusing("/cckm/");
    const { code, text } = await adopt("--out", join(folder, "in-part"));
    expect(code).toBe(0);
    expect(text.match(/cannot be listed/g)).toHaveLength(1);
    expect(text).toMatch(/\| .*AwsKms, .*GoogleKey,.* \| {2}\| cannot be listed: .*403/);
  });
});

test("the commands for secrets find the state from the folder they are run in", async () => {
  const state = join(folder, "it's.tfstate");
  const secretAccessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  const { id } = await make(rig, "AwsConnection", {
    name: "prod",
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey,
  });
  const attributes = { id, secret_access_key: secretAccessKey };
  const connection = { mode: "managed", type: "ciphertrust_aws_connection", name: "prod", instances: [{ attributes }] };
  fs.writeFileSync(state, JSON.stringify({ version: 4, resources: [connection] }));
  const { code, text } = await adopt("--out", join(folder, "deep", "program"), "--terraform-state", state);
  expect(code).toBe(0);
  expect(text).toContain(`'../../it'\\''s.tfstate' | pulumi config set --secret prodConnectionSecretAccessKey`);
  expect(text).not.toContain(secretAccessKey);
});
