import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { template } from "./manifests";

/** secrets.sh with a kubectl that records its arguments and keeps the files that they name. */

const folder = mkdtempSync(join(tmpdir(), "ciphertrust-fake-kubectl-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pem = (kind: string) => `-----BEGIN ${kind}-----\nMIIB9TCCAZqg\n-----END ${kind}-----\n`;
const kubectl = `#!/usr/bin/env bash
printf '%s\\n' "$@" >> "${folder}/arguments"
for word in "$@"; do case $word in *=*/*) cat "\${word#*=}" > "${folder}/kept-\${word%%=*}" ;; esac; done
`;

function runWith(key: string): { status: number | null; args: string; kept: string } {
  writeFileSync(join(folder, "kubectl"), kubectl);
  chmodSync(join(folder, "kubectl"), 0o755);
  for (const [name, text] of [
    ["cert", pem("CERTIFICATE")],
    ["ca", pem("CERTIFICATE")],
    ["key", pem("PRIVATE KEY")],
  ]) {
    writeFileSync(join(folder, name!), text!);
  }
  const env = {
    PATH: [folder, "/usr/bin", "/bin"].join(delimiter),
    TMPDIR: mkdtempSync(join(folder, "tmp-")),
    PULUMI_CONFIG_PASSPHRASE: "hush",
    CIPHERTRUST_CLIENT_ID: "client-1",
    CIPHERTRUST_CLIENT_CERT: join(folder, "cert"),
    CIPHERTRUST_CLIENT_KEY: key,
    CIPHERTRUST_CA_CERT: join(folder, "ca"),
  };
  const { status, stderr } = spawnSync("bash", { input: template("kubernetes-operator/secrets.sh"), env, cwd: folder });
  expect(stderr.toString()).not.toContain("MIIB");
  expect(readdirSync(env.TMPDIR)).toEqual([]);
  return {
    status,
    args: readFileSync(join(folder, "arguments"), "utf8"),
    kept: readFileSync(join(folder, "kept-clientKey"), "utf8"),
  };
}

test.each([
  ["a path", () => join(folder, "key")],
  ["PEM text, as the provider takes it too", () => pem("PRIVATE KEY").trimEnd()],
])("the key as %s reaches the cluster, and no argument", (_name, key) => {
  const { status, args, kept } = runWith(key());
  expect(status).toBe(0);
  expect(kept).toBe(pem("PRIVATE KEY"));
  expect(args).not.toMatch(/MIIB|BEGIN|hush/);
});
