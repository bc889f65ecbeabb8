import { execFileSync } from "node:child_process";
import { join, sep } from "node:path";
import { root } from "./harness";

/** Which modules a program makes Node load, at the start of every preview and every update. */

const sdk = join(root, "dist", "sdk", "index.js");
const begin = `const pulumi = require(${JSON.stringify(join(root, "node_modules", "@pulumi", "pulumi"))});
const ciphertrust = require(${JSON.stringify(sdk)});
`;
const end = "process.stdout.write(JSON.stringify(Object.keys(require.cache)));";

const declares = `pulumi.runtime.setMocks({
  newResource: ({ name, inputs }) => ({ id: name + "-id", state: inputs }),
  call: () => ({}),
}, "project", "stack", true);
const connection = new ciphertrust.AwsConnection("prod", { accessKeyId: "a", secretAccessKey: "s" });
const container = new ciphertrust.AwsKms("prod", { connection: connection.id, accountId: "123456789012", regions: ["eu-west-1"] });
const key = new ciphertrust.AwsKey("orders", { kms: container.id, region: "eu-west-1" });
const schedule = new ciphertrust.RotationSchedule("weekly", { cloud: "aws", runAt: "0 3 * * 1" });
new ciphertrust.KeyRotation("orders", { key, schedule: schedule.id });
new ciphertrust.ContainerAcl("users", { container, group: "CCKM Users", actions: ["view"] });
new ciphertrust.KeyRotationPolicy("all", { every: "90d", keys: [key, { type: "SapKey", id: "k-1" }] });
new ciphertrust.RestClient("pipeline", { ca: "ca-1" });
ciphertrust.AwsKms.get("other", "k-2");
`;

function loadedBy(program: string): string[] {
  const output = execFileSync(process.execPath, ["-e", `${begin}${program}${end}`], { cwd: root, encoding: "utf8" });
  return JSON.parse(output) as string[];
}

const inPackage = (...path: string[]) => join(root, ...path) + sep;
const foreign = [
  inPackage("node_modules", "zod"),
  inPackage("dist", "provider", "resources"),
  inPackage("dist", "provider", "lookups"),
  inPackage("dist", "cli"),
  inPackage("dist", "policy"),
  inPackage("emulator"),
];

test.each([
  ["imports the package", ""],
  ["declares resources", declares],
])("a program that only %s loads no definitions, and not the libraries that they use", (_what, program) => {
  const loaded = loadedBy(program);
  expect(loaded).toContain(sdk);
  expect(loaded.filter((file) => foreign.some((folder) => file.startsWith(folder)))).toEqual([]);
});

test("a list loads only the definition that it uses", () => {
  const program =
    'try { ciphertrust.AwsKms.list({ nonsense: "x" }); } catch (error) { if (!/cannot be filtered/.test(error)) throw error; }\n';
  expect(loadedBy(program).some((file) => file.startsWith(inPackage("dist", "provider", "resources")))).toBe(true);
});

test.each([[[]], [["redact"]], [["pipeline"]], [["pipeline", "up"]]])(
  "pulumi-ciphertrust %p --help loads no definitions",
  (words) => {
    const cli = join(root, "dist", "cli", "index.js");
    const atEnd = `process.on("exit", () => process.stdout.write("\\n" + JSON.stringify(Object.keys(require.cache))));`;
    const args = ["-e", `${atEnd} require(${JSON.stringify(cli)});`, "--", ...words, "--help"];
    const [help, cache] = execFileSync(process.execPath, args, { encoding: "utf8" }).split(/\n(?=\[".*$)/);
    expect(help).toContain(["Usage: pulumi-ciphertrust", ...words].join(" "));
    const loaded = JSON.parse(cache!) as string[];
    expect(loaded).toContain(cli);
    const finding = ["load.js", join("generated", "homes.js")].map(
      (file) => inPackage("dist", "provider", "resources") + file,
    );
    const definitions = loaded.filter((file) => file.startsWith(inPackage("dist", "provider", "resources")));
    expect(definitions.filter((file) => !finding.includes(file))).toEqual([]);
  },
);
