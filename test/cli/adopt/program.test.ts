import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parse } from "yaml";
import type { ExistingObject } from "../../../provider/lifecycle/vocabulary/definition";
import { registry } from "../../../provider/resources";
import { groupOf } from "../../../cli/adopt/plan";
import { assemble, manyInAFile, type Described, type Module } from "../../../cli/adopt/assemble";
import { Setting } from "../../../cli/adopt/declaration";
import { leftOutTable, programFiles, settingCommands, type ProgramOptions } from "../../../cli/adopt/program";

/** From objects to the files of a program. */

let made = 0;
const described = (type: string, args: object, record: object = {}, id = `id-${++made}`): Described => {
  const definition = registry.find((one) => one.type === type)!;
  const found: ExistingObject = { definition, id, record: { ...record, id } };
  return { found, args: { ...args } };
};
const options = { name: "found", address: "https://cm.example.com", version: "1.2.3", protect: true };
const files = (modules: readonly Module[]) => programFiles(modules, [], options);
const sources = (all: readonly Described[]) => files(assemble(all, groupOf));

const connection = () => described("AwsConnection", { accessKeyId: "AKIA" }, { name: "prod" }, "connection-1");
const kms = (more: object = {}) =>
  described("AwsKms", { connection: "connection-1", accountId: "123456789012", ...more }, { name: "prod" }, "kms-1");
const key = (alias: string, more: object = {}, id?: string) =>
  described("AwsKey", { kms: "kms-1", alias: [alias], ...more }, { aws_param: { Alias: [alias] } }, id);

test("a program in one file: names left out where they equal the resource's, references, the id to adopt", () => {
  const { "aws.ts": text } = sources([kms(), connection()]);
  expect(text).toBe(`import * as ciphertrust from "pulumi-ciphertrust";

export const prodConnection = new ciphertrust.AwsConnection("prod", {
  accessKeyId: "AKIA",
  adopt: "connection-1",
});

export const prodKms = new ciphertrust.AwsKms("prod", {
  connection: prodConnection.id,
  accountId: "123456789012",
  adopt: "kms-1",
});
`);
});

test("an object of another file is imported; one that is referenced as a whole is declared in the same file", () => {
  const binding = described(
    "KeyRotation",
    { key: { type: "AwsKey", id: "key-1" } },
    { key: { type: "AwsKey", id: "key-1" } },
  );
  const all = sources([binding, key("orders", {}, "key-1")]);
  expect(all["schedules.ts"]).toContain('import * as aws from "./aws";');
  expect(all["schedules.ts"]).toContain("key: aws.ordersKey,");
  expect(all["index.ts"]).toBe('import "./protect";\nimport "./aws";\nimport "./schedules";\n');
});

test("references out of the program stay ids, and so do references that would be circular", () => {
  const there = described("VaultKey", { labels: { for: "key-1" } }, { name: "there" }, "vault-1");
  const all = sources([there, key("orders", { description: "vault-1", keyUsers: ["elsewhere"] }, "key-1")]);
  expect(all["aws.ts"]).toMatch(/kms: "kms-1",\n(.*\n)*.*description: vault\.thereKey\.id/);
  expect(all["vault.ts"]).toContain('labels: { for: "key-1" }');
});

test("a reference by name to a container becomes a reference to the container", () => {
  expect(sources([connection(), kms({ connection: "prod" })])["aws.ts"]).toContain("connection: prodConnection.id");
});

test("a name is never replaced by a reference where no container is expected", () => {
  const user = described("User", {}, { username: "orders", user_id: "local|1" }, "local|1");
  expect(sources([user, key("orders")])["aws.ts"]).toContain('alias: ["orders"]');
});

test("values that only the user knows come from the configuration, each under one name", () => {
  const secret = (path: string[], type = "string", hidden = true) => new Setting(path, hidden, type);
  const modules = assemble(
    [
      described("AwsConnection", { secretAccessKey: secret(["secretAccessKey"]) }, { name: "prod" }),
      described("AwsConnection", { secretAccessKey: secret(["secretAccessKey"]) }, { name: "prod!" }),
      described("Domain", { admins: secret(["admins"], "string[]", false) }, { name: "finance" }),
    ],
    groupOf,
  );
  expect(settingCommands(modules)).toEqual([
    "pulumi config set --secret prodConnectionSecretAccessKey",
    "pulumi config set --secret prodConnection2SecretAccessKey",
    "pulumi config set financeDomainAdmins # JSON: string[]",
  ]);
  const all = files(modules);
  expect(all["identity.ts"]).toContain('admins: config.requireObject<string[]>("financeDomainAdmins")');
  expect(all["README.md"]).toContain("pulumi config set --secret prodConnectionSecretAccessKey");
  expect(all["README.md"]).toContain("export CIPHERTRUST_CA_CERT=");
});

test("the README says where each command takes its value from", () => {
  const setting = (key: string) => new Setting([key], true, "string");
  const connection = { secretAccessKey: setting("secretAccessKey") };
  const modules = assemble([described("AwsConnection", connection, { name: "prod" })], groupOf);
  const user = described(
    "User",
    { password: setting("password") },
    { username: "alice", user_id: "local|1" },
    "local|1",
  );
  const both = assemble([described("AwsConnection", connection, { name: "prod" }), user], groupOf);
  const readme = (of: typeof modules, sourceOf?: ProgramOptions["sourceOf"]) =>
    programFiles(of, [], { ...options, sourceOf })["README.md"];
  const fromState = (one: Setting) => (one.path[0] === "secretAccessKey" ? "jq -j '.a' '../state.json'" : undefined);
  expect(readme(modules)).toContain("Each command prompts for its value:");
  expect(readme(modules)).not.toContain("jq");
  expect(readme(modules, fromState)).toContain("Each command takes its value with [jq]");
  expect(readme(modules, fromState)).not.toContain("prompts for its value");
  expect(readme(both, fromState)).toMatch(/begins with `jq` takes its value .* Each other command prompts/);
});

test("policies shared by several keys are written once", () => {
  const policy = { Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: "kms:*" }] };
  const text = sources([key("a", { policy }), key("b", { policy }), key("c", { policy: { Version: "1" } })])["aws.ts"]!;
  expect(text.match(/Statement/g)).toHaveLength(1);
  expect(text.match(/policy: sharedPolicy,/g)).toHaveLength(2);
});

test("many objects of a system are split into a file for each container; the rest stays together", () => {
  const keys = Array.from({ length: manyInAFile + 1 }, (_, index) => key(`key-${index}`));
  const all = sources([connection(), kms(), ...keys]);
  expect(Object.keys(all)).toEqual(expect.arrayContaining(["aws.ts", "aws-prod.ts"]));
  expect(all["aws-prod.ts"]!.match(/new ciphertrust\.AwsKey/g)).toHaveLength(keys.length);
  expect(all["aws-prod.ts"]).toContain("kms: aws.prodKms.id");
});

test("containers whose names differ only in punctuation get files with valid module names", () => {
  const account = (id: string, name: string) => described("AwsKms", { connection: "connection-1" }, { name }, id);
  const ids = Array.from({ length: manyInAFile + 1 }, (_, index) => `key-${index}`);
  const keys = ids.map((id, index) => key(`orders/${id}`, { kms: index % 2 === 0 ? "kms-1" : "kms-2" }, id));
  const bindings = ids.map((id) => described("KeyRotation", { key: { type: "AwsKey", id } }, { key: { id } }, id));
  const accounts = [account("kms-1", "a1"), account("kms-2", "a-1")];
  const { "schedules.ts": text } = sources([connection(), ...accounts, ...keys, ...bindings]);
  const imported = [...text!.matchAll(/import \* as (\w+) from/g)].map(([, name]) => name);
  expect(imported).toHaveLength(3);
  expect(new Set(imported).size).toBe(3);
});

test("a document that references another object comes after its declaration", () => {
  const policy = { Statement: { Condition: "key-1" } };
  const all = [key("a", { policy }), key("b", { policy }), key("c", {}, "key-1")];
  const { "aws.ts": text } = sources(all);
  expect(text).not.toContain("sharedPolicy");
  expect(text!.match(/policy: \{ Statement: \{ Condition: cKey\.id \} \}/g)).toHaveLength(2);
  expect(text!.indexOf("const cKey")).toBeLessThan(text!.indexOf("cKey.id"));
});

test("no foreign name or string becomes code, and none is lost", () => {
  const odd = { ...key("odd", { tags: JSON.parse('{"__proto__":"kept","two\\nlines":1}') as object }) };
  const comment = 'ciphertrust_aws_key.x["a\u2028process.exit()\u2029b\rc"]';
  const { "aws.ts": text } = sources([{ ...odd, comment }]);
  expect(text).toContain('tags: { ["__proto__"]: "kept", "two\\nlines": 1 }');
  expect(text!.split(/[\n\r\u2028\u2029]/).filter((line) => line.includes("process.exit()"))).toEqual([
    "// process.exit()",
  ]);
});

test.each(["2024", "true", "null", "1e3"])("a project called %s keeps its name", (name) => {
  const all = programFiles([], [], { name, address: "https://cm.example.com", version: "1.2.3", protect: true });
  expect(parse(all["Pulumi.yaml"]!)).toEqual({
    name,
    description: "What was found at https://cm.example.com.",
    runtime: "nodejs",
  });
});

test("skipped objects are listed as text: no markup, no extra table row and no terminal control sequence", () => {
  const name = "<img src=x> `a` | b\n| forged |\u001b[2J [l](http://x)";
  const reason = "cannot be read: <b>";
  const rows = leftOutTable([{ type: "AwsKey", name, id: "1", reason }]).split("\n");
  expect(rows.slice(2)).toEqual([
    "| AwsKey | \\<img src=x\\> \\`a\\` \\| b \\| forged \\| \\[2J \\[l\\](http://x) | cannot be read: \\<b\\> |",
  ]);
});

const layouts: readonly (readonly [string, object])[] = [
  ["short and long strings", { description: "x".repeat(90), accessKeyId: "a".repeat(60), ab: "y".repeat(90) }],
  ["several lines with punctuation", { description: "one\n`two` ${three} \\four\n", meta: { a: "cr\r\nlf" } }],
  ["lists and maps", { a: [1, 2], b: ["x".repeat(50), "y".repeat(50)], c: [], d: {}, e: { "x-y": true, z: [{}] } }],
  [
    "tables",
    {
      rows: [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
      one: [{ a: 1, b: 2 }],
      short: [{ a: 1 }, { a: 2 }],
    },
  ],
  [
    "settings that are too long for a line",
    { longer: new Setting(["somethingThatHasAVeryLongNameIndeed"], true, "string") },
  ],
  ["choices", { word: new Setting(["word"], false, '"a" | "b"'), count: new Setting(["count"], false, "number") }],
];

test("the layout matches prettier's", () => {
  const types = ["AwsKms", "AwsXksCredentialRotationSchedule"];
  const shown = types.flatMap((type) => layouts.map(([name, args]) => described(type, args, { name })));
  const { "aws.ts": text } = sources([connection(), ...shown]);
  // Prettier loads parts of itself as ES modules, which Jest does not support.
  const command = [
    join(__dirname, "../../../node_modules/prettier/bin/prettier.cjs"),
    "--no-config",
    "--parser",
    "typescript",
  ];
  expect(text).toBe(execFileSync(process.execPath, command, { input: text!, encoding: "utf8" }));
});
