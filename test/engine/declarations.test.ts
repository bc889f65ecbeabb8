import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { Consumer } from "./consumer";

/**
 * What the compiler and an editor report for programs that use the package: its packed
 * declarations.
 */

jest.setTimeout(120_000);

const root = join(__dirname, "../..");
let consumer: Consumer;
beforeAll(() => (consumer = new Consumer()));
afterAll(() => consumer.remove());

const { ModuleKind, ModuleResolutionKind, ScriptTarget } = ts;
const usual = {
  target: ScriptTarget.ES2020,
  module: ModuleKind.CommonJS,
  moduleResolution: ModuleResolutionKind.Node10,
};

describe("a program that imports everything compiles, and so do all declarations that it sees", () => {
  const subpaths = ["", "/dynamic", "/emulator", "/policy"];
  const imports = subpaths.map((path, index) => `import * as m${index} from "pulumi-ciphertrust${path}";`);
  const program = `${imports.join("\n")}\nexport const all = [${subpaths.map((_, index) => `m${index}`).join()}];\n`;
  const targets = { es2020: ScriptTarget.ES2020, es2022: ScriptTarget.ES2022, esnext: ScriptTarget.ESNext };
  const modules = {
    node10: { module: ModuleKind.CommonJS, moduleResolution: ModuleResolutionKind.Node10 },
    node16: { module: ModuleKind.Node16, moduleResolution: ModuleResolutionKind.Node16 },
    nodenext: { module: ModuleKind.NodeNext, moduleResolution: ModuleResolutionKind.NodeNext },
    bundler: { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler },
  };
  const ways = Object.entries(targets).flatMap(([name, target]) =>
    Object.entries(modules).map(([resolution, options]) => [name, resolution, { target, ...options }] as const),
  );

  test.each(ways)("for %s, resolved as %s", (_target, _resolution, options) => {
    expect(consumer.complaints(program, options)).toEqual([]);
  });
});

test("the declarations of the SDK need neither zod nor a library newer than the oldest target", () => {
  const folder = join(root, "dist", "sdk");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"));
  expect(files.length).toBeGreaterThan(30);
  const offending = files.filter((name) => /"zod|ErrorOptions/.test(readFileSync(join(folder, name), "utf8")));
  expect(offending).toEqual([]);
});

test("a misspelt argument is reported against the arguments of its class", () => {
  const program = `import { AwsKms } from "pulumi-ciphertrust";
new AwsKms("prod", { connection: "c-1", accountId: "123456789012", region: ["eu-west-1"] });
`;
  const [complaint, ...others] = consumer.complaints(program, { ...usual, skipLibCheck: true });
  expect(others).toEqual([]);
  expect(complaint).toContain("'region' does not exist in type 'AwsKmsArgs'");
  expect(complaint).toContain("Did you mean to write 'regions'?");
});

test("a wrong value of an argument is reported with the allowed ones", () => {
  const program = `import { RotationSchedule } from "pulumi-ciphertrust";
new RotationSchedule("weekly", { cloud: "asure", runAt: "0 3 * * 1" });
`;
  const [complaint] = consumer.complaints(program, { ...usual, skipLibCheck: true });
  expect(complaint).toMatch(/'"asure"' is not assignable to type 'Input<"aws" \|/);
});

/** Outputs that always exist, and can be used as an argument of another resource without a check. */
const certain: Record<string, readonly string[]> = {
  AwsKey: ["arn", "keyId", "keyState", "currentId"],
  AwsUploadedKey: ["arn", "keyId", "keyState", "currentId"],
  AwsReplicaKey: ["arn", "keyId", "keyState", "currentId"],
  AwsCloudHsmKey: ["arn", "keyId", "keyState", "currentId"],
  AwsXksKey: ["keyState"],
  AzureKey: ["kid", "version", "managedVersion", "currentId", "currentKty", "status"],
  AzureSecret: ["currentId", "status"],
  AzureCertificate: ["currentId", "status"],
  GoogleKey: ["resourceName", "state"],
  OciVault: ["displayName", "compartmentId", "lifecycleState", "managementEndpoint", "vaultType"],
  OciKey: ["keyId", "lifecycleState", "currentKeyVersion"],
  OciKeyVersion: ["lifecycleState"],
  SalesforceKey: ["currentId"],
  LunaKey: ["status"],
  EkmEndpoint: ["keyURI"],
  VaultKey: ["state", "objectType", "currentId"],
  VaultSecret: ["state", "objectType", "currentId"],
  LocalCa: ["uri", "certificate", "serialNumber", "subject", "issuer", "notBefore", "notAfter", "sha256Fingerprint"],
  ExternalCa: ["uri", "serialNumber", "subject", "issuer", "notBefore", "notAfter", "sha256Fingerprint"],
  RegisteredClient: ["clientId"],
  License: ["feature", "state", "licenseType"],
  KeyRotation: ["currentKey"],
};

test("an output that always exists can be used as an argument of another resource", () => {
  const lines = Object.entries(certain).flatMap(([type, outputs]) =>
    outputs.map((one) => `export const ${type}_${one} = (x: ciphertrust.${type}): pulumi.Input<string> => x.${one};`),
  );
  const imports = 'import * as pulumi from "@pulumi/pulumi";\nimport * as ciphertrust from "pulumi-ciphertrust";\n';
  const options = { ...usual, skipLibCheck: true };
  expect(consumer.complaints(`${imports}${lines.join("\n")}\n`, options)).toEqual([]);
  const absent = "export const f = (x: ciphertrust.AwsConnection): pulumi.Input<string> => x.lastConnectionError;";
  expect(consumer.complaints(`${imports}${absent}\n`, options)).toHaveLength(1);
});
