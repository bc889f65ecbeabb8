import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { redactCommand } from "../../../cli/redact/command";
import { scripted } from "../pipeline/scripted";

/** The command with a scripted engine, whose output has its own form, and others. */

const { folder, pulumi, said } = scripted();
const file = (name: string) => join(folder, name);
const signature = "4dabf18193072939515e22adb298388d";
const kind = "1b47061264138c4ac30d75fd1eb44270";
const secret = { [signature]: kind, plaintext: '"pa55word"' };
const stateWith = (password: object) => ({ version: 3, deployment: { resources: [{ inputs: { password } }] } });
const config = { "a:pin": { value: "123456", secret: true }, "a:user": { value: "ada", secret: false } };

beforeEach(() => {
  writeFileSync(file("log"), "with pa55word and 123456");
  rmSync(file("shared"), { force: true });
});

async function redacting(state: unknown, configuration: unknown): Promise<unknown> {
  writeFileSync(file("state.json"), JSON.stringify(state));
  writeFileSync(file("config.json"), JSON.stringify(configuration));
  pulumi(`case "$1" in stack) cat "${file("state.json")}";; config) cat "${file("config.json")}";; esac`);
  const program = new Command();
  redactCommand(program.command("redact"));
  const args = ["redact", file("log"), "--cwd", folder, "--output", file("shared")];
  await program.parseAsync(args, { from: "user" });
  return process.exitCode;
}

test("the secrets of the state and of the configuration are redacted", async () => {
  expect(await redacting(stateWith(secret), config)).toBe(0);
  expect(readFileSync(file("shared"), "utf8")).toBe("with [secret] and [secret]");
});

test.each<[string, unknown, unknown, string]>([
  [
    "a secret of the state",
    stateWith({ [signature]: kind, value: '"pa55word"' }),
    config,
    "state has a secret in a form",
  ],
  ["a secret that is still encrypted", stateWith({ [signature]: kind, ciphertext: "x" }), config, "Update pulumi-"],
  ["the state", [secret], config, "not in a form that is known"],
  [
    "a secret of the configuration",
    stateWith(secret),
    { "a:pin": { value: "123456", isSecret: true } },
    "not in a form",
  ],
  ["its value", stateWith(secret), { "a:pin": { text: "123456", secret: true } }, "not in a form"],
  ["the configuration", stateWith(secret), [{ name: "a:pin", value: "123456", secret: true }], "not in a form"],
])("%s in another form: nothing is written", async (_name, state, configuration, words) => {
  expect(await redacting(state, configuration)).toBe(1);
  expect(said()).toMatch(/redact: redacting the log failed: .* Nothing was written\.\n$/);
  expect(said()).toContain(words);
  expect(existsSync(file("shared"))).toBe(false);
});
