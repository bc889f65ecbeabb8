import { existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { composeEnvironment } from "../../tools/engine/environment";
import { temporaryFolder } from "./fixtures";

const stateDir = temporaryFolder();
const local = { path: ["/engine/bin"], pulumiHome: "/our/home", stateDir };

test("a user without settings gets local ones", () => {
  const env = composeEnvironment({ PATH: "/usr/bin" }, local);
  expect(env).toMatchObject({
    PATH: `/engine/bin${delimiter}/usr/bin`,
    PULUMI_HOME: "/our/home",
    PULUMI_BACKEND_URL: pathToFileURL(join(stateDir, "backend")).href,
    PULUMI_SKIP_UPDATE_CHECK: "true",
  });
  expect(existsSync(join(stateDir, "backend"))).toBe(true);
});

test.each([
  ["PULUMI_BACKEND_URL", "s3://theirs"],
  ["PULUMI_CONFIG_PASSPHRASE", "theirs"],
  ["PULUMI_CONFIG_PASSPHRASE", ""],
  ["PULUMI_SKIP_UPDATE_CHECK", "false"],
  ["CIPHERTRUST_ADDRESS", "https://theirs"],
])("the user's %s=%p is kept", (name, value) => {
  expect(composeEnvironment({ [name]: value }, local)[name]).toBe(value);
});

test("with a passphrase file of the user, no local passphrase is set", () => {
  expect(composeEnvironment({ PULUMI_CONFIG_PASSPHRASE_FILE: "/theirs" }, local)).not.toHaveProperty(
    "PULUMI_CONFIG_PASSPHRASE",
  );
});

test("the local passphrase is created once and readable by its owner only", () => {
  const { PULUMI_CONFIG_PASSPHRASE } = composeEnvironment({}, local);
  expect(PULUMI_CONFIG_PASSPHRASE).toHaveLength(32);
  expect(composeEnvironment({}, local)).toMatchObject({ PULUMI_CONFIG_PASSPHRASE });
  expect(statSync(join(stateDir, "passphrase")).mode & 0o777).toBe(0o600);
});

test("variables of the caller take precedence, the engine stays first on PATH", () => {
  const env = composeEnvironment({ PATH: "/usr/bin", PULUMI_BACKEND_URL: "s3://theirs" }, local, {
    PULUMI_BACKEND_URL: "file:///test",
  });
  expect(env).toMatchObject({ PULUMI_BACKEND_URL: "file:///test", PATH: `/engine/bin${delimiter}/usr/bin` });
});
