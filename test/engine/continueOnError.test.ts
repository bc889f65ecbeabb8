import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { ensureYamlHost } from "../../tools/engine";
import { engine, engineTimeout, items, type Stack, succeeds, type World } from "./harness";
import { makeAccount, pluginStack, program, startLicensedWorld } from "./plugin/support";
import { needsYamlHost } from "./extras";

/**
 * With `--continue-on-error` Pulumi goes on to delete after a failure. Whatever failed, was skipped
 * or never ran, and in whichever process, no key ends: the next clean update continues with each.
 */

jest.setTimeout(engineTimeout);
needsYamlHost();

let world: World;
let stack: Stack;
let kms: string;
let hosts: string[];
beforeAll(async () => {
  const found = await engine();
  hosts = [found.binDir, await ensureYamlHost(found)];
});
beforeEach(async () => {
  world = await startLicensedWorld();
  stack = await pluginStack(world);
  stack.environment.PATH = [...hosts, process.env.PATH].join(delimiter);
  kms = await makeAccount(world);
});
afterEach(async () => {
  stack?.remove();
  await world?.close();
});

/** Every key with its state, as the service has them. */
async function keys(): Promise<unknown[]> {
  const vault = items(await world.api("GET", "/vault/keys2?limit=500")).map(({ id, state }) => [id, state]);
  const cloud = items(await world.api("GET", "/cckm/aws/keys?limit=500")).map(({ id, aws_param: at }) => {
    const { KeyState, Alias } = at as Record<string, unknown>;
    return [id, KeyState, Alias];
  });
  return [...vault, ...cloud].sort((one, other) => String(one[0]).localeCompare(String(other[0])));
}

type Kind = "vault:VaultKey" | "aws:AwsKey";
interface Declared {
  kind: Kind;
  /** In the program. */
  name: string;
  /** In the service. */
  called: string;
  home: string;
  more?: Record<string, unknown>;
  /** The URN of the resource that it was. */
  alias?: string;
  cause?: Cause;
}
/**
 * Why it does not arrive: it differs from what it adopts, depends on what fails, or is made in an
 * `apply` of that.
 */
type Cause = "failed" | "skipped" | "applied";

function argsOf({ kind, called, more = {} }: Declared): Record<string, unknown> {
  return kind === "vault:VaultKey"
    ? { name: called, algorithm: "aes", size: 256, onDestroy: "destroy", ...more }
    : { kms, region: "eu-west-1", alias: [called], deletionWindowDays: 7, ...more };
}

const urnOf = ({ kind, name, home }: Declared): string => {
  const type = isDynamic(home) ? `pulumi-nodejs:dynamic/ciphertrust:${kind.split(":")[1]!}` : `ciphertrust:${kind}`;
  return `urn:pulumi:test::test::${type}::${name}`;
};

/** Providers of the package and of the plugin, the default and an explicit one. */
const homes = ["package", "explicitPackage", "plugin", "explicitPlugin"];
const yamlHomes = ["plugin", "explicitPlugin"];
const isDynamic = (home: string) => /package/i.test(home);

const inJavaScript = (declared: Declared): string => {
  const { kind, name, home, alias, cause } = declared;
  const options = [
    ...(home.startsWith("explicit") ? [`provider: ${home}`] : []),
    ...(cause === "skipped" ? ["dependsOn: bad"] : []),
    ...(alias ? [`aliases: ["${alias}"]`] : []),
  ];
  const [, type] = kind.split(":");
  const given = `${JSON.stringify(name)}, ${JSON.stringify(argsOf(declared))}, { ${options.join(", ")} }`;
  const made = isDynamic(home) ? `new ciphertrust.${type}(${given})` : `resource("${kind}", ${given})`;
  return cause === "applied" ? `bad.id.apply(() => { ${made}; });` : `${made};`;
};

function javaScript(all: readonly Declared[], isBroken = false): void {
  const bad = isBroken ? 'const bad = new ciphertrust.ApiObject("bad", { path: "/nothing/here" });' : "";
  program(
    stack,
    `const ciphertrust = require("pulumi-ciphertrust");
    const explicitPackage = new ciphertrust.Provider("explicitPackage");
    class Explicit extends pulumi.ProviderResource {}
    const explicitPlugin = new Explicit("ciphertrust", "explicitPlugin", {});
    ${bad} ${all.map(inJavaScript).join("\n")}`,
  );
  runtime({ name: "nodejs", options: { typescript: false } });
}

function yaml(all: readonly Declared[], isBroken = false): void {
  const bad = { bad: { type: "ciphertrust:general:ApiObject", properties: { path: "/nothing/here" } } };
  const keys = all.map((declared) => [
    declared.name,
    {
      type: `ciphertrust:${declared.kind}`,
      properties: argsOf(declared),
      options: {
        ...(declared.home.startsWith("explicit") ? { provider: "${explicitPlugin}" } : {}),
        ...(declared.cause === "skipped" ? { dependsOn: ["${bad}"] } : {}),
        ...(declared.alias ? { aliases: [declared.alias] } : {}),
      },
    },
  ]);
  const explicitPlugin = { type: "pulumi:providers:ciphertrust" };
  const resources = { explicitPlugin, ...(isBroken ? bad : {}), ...Object.fromEntries(keys) };
  writeFileSync(join(stack.folder, "Main.yaml"), JSON.stringify({ resources }));
  runtime({ name: "yaml" });
}

/** The project's own settings stay. */
function runtime(language: object): void {
  const file = join(stack.folder, "Pulumi.yaml");
  const kept = readFileSync(file, "utf8").replace(/^runtime:.*\n( .*\n)*/m, "");
  writeFileSync(file, `${kept}runtime: ${JSON.stringify(language)}\n`);
}

/** How a resource moves, and why it does not arrive. */
interface Way {
  by: "adopt" | "alias";
  kind: Kind;
  cause: Cause;
}
const ways: Way[] = (["vault:VaultKey", "aws:AwsKey"] as const).flatMap((kind) => [
  ...(["failed", "skipped", "applied"] as const).map((cause) => ({ by: "adopt" as const, kind, cause })),
  ...(["skipped", "applied"] as const).map((cause) => ({ by: "alias" as const, kind, cause })),
]);

const languages = {
  TypeScript: { homes, declare: javaScript, can: (_way: Way) => true },
  YAML: { homes: yamlHomes, declare: yaml, can: ({ cause }: Way) => cause !== "applied" },
};
type Language = keyof typeof languages;

test.each<[Language, Language]>([
  ["TypeScript", "TypeScript"],
  ["TypeScript", "YAML"],
  ["YAML", "TypeScript"],
  ["YAML", "YAML"],
])("keys that move from every provider in %s to every one in %s, and do not arrive, stay", async (from, to) => {
  const moves = languages[from].homes.flatMap((source) =>
    languages[to].homes.flatMap((target) => ways.filter(languages[to].can).map((way) => ({ source, target, ...way }))),
  );
  const before = moves.map(({ source, kind }, index): Declared => ({
    ...{ kind, name: `old${index}`, called: `k${index}`, home: source },
  }));
  languages[from].declare(before);
  await succeeds(stack.up());
  const made = await keys();
  expect(made).toHaveLength(moves.length);

  const after = moves.map(({ target, kind, by }, index): Declared => ({
    ...{ kind, name: `new${index}`, called: `k${index}`, home: target },
    ...(by === "adopt" ? { more: { adopt: true } } : { alias: urnOf(before[index]!) }),
  }));
  const broken = after.map((declared, index): Declared => {
    const { cause, kind } = moves[index]!;
    const different = kind === "vault:VaultKey" ? { size: 128 } : { customerMasterKeySpec: "RSA_2048" };
    return cause === "failed" ? { ...declared, more: { ...declared.more, ...different } } : { ...declared, cause };
  });
  languages[to].declare(broken, true);
  const { code, text } = await stack.up("--continue-on-error");
  expect(code).not.toBe(0);
  expect(text).toMatch(/deleting \w+ "\w+" was refused/);
  expect(await keys()).toEqual(made);

  languages[to].declare(after);
  await succeeds(stack.up());
  expect(await keys()).toEqual(made);
  await succeeds(stack.drift());
});

const vaultKey = (name: string, home: string, more: Record<string, unknown> = {}, called = "k"): Declared => ({
  kind: "vault:VaultKey",
  name,
  called,
  home,
  more,
});

const option = ["--continue-on-error"];
const byEnvironment = { PULUMI_CONTINUE_ON_ERROR: "true" };

test.each<[Language, string, string[], Record<string, string>]>([
  ["TypeScript", "the option", option, {}],
  ["TypeScript", "the environment", [], byEnvironment],
  ["YAML", "the option", option, {}],
  ["YAML", "the environment", [], byEnvironment],
])("in %s with %s, not even a key that the program removes or replaces ends", async (language, _how, args, env) => {
  const {
    declare,
    homes: [first, , third = "explicitPlugin"],
  } = languages[language];
  declare([vaultKey("removed", first!, {}, "a"), vaultKey("replaced", third, {}, "b")]);
  await succeeds(stack.up());
  const made = await keys();
  Object.assign(stack.environment, env);
  declare([vaultKey("replaced", third, {}, "c")]);
  const { code, text } = await stack.up(...args);
  expect(code).not.toBe(0);
  for (const name of ["a", "b"])
    expect(text).toMatch(new RegExp(`deleting VaultKey "${name}" was refused: with --continue-on-error`));
  expect(await keys()).toEqual(expect.arrayContaining(made));
  // Without it, the update is completed.
  stack.environment.PULUMI_CONTINUE_ON_ERROR = "";
  await succeeds(stack.up());
  expect(items(await world.api("GET", "/vault/keys2")).map(({ name }) => name)).toEqual(["c"]);
  await succeeds(stack.drift());
});

test("a destroy deletes, also when it goes on after errors", async () => {
  javaScript([vaultKey("k", "package"), vaultKey("l", "plugin", {}, "l")]);
  await succeeds(stack.up());
  await succeeds(stack.destroy("--continue-on-error"));
  expect(await keys()).toEqual([]);
});

describe("where the command line of the engine cannot be read", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "unread-"));
    // Its first argument is not the name of the program.
    writeFileSync(join(folder, "pulumi"), `#!/bin/bash\nexec -a unknown ${join(hosts[0]!, "pulumi")} "$@"\n`);
    chmodSync(join(folder, "pulumi"), 0o755);
    stack.environment.PATH = [folder, stack.environment.PATH].join(delimiter);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ["package", "plugin"],
    ["plugin", "package"],
    ["package", "explicitPackage"],
    ["explicitPlugin", "plugin"],
  ])("a failure in one process keeps the keys of another: from %s to %s", async (source, target) => {
    javaScript([vaultKey("k", source)]);
    await succeeds(stack.up());
    const made = await keys();
    javaScript([vaultKey("moved", target, { size: 128, adopt: true })]);
    const { code, text } = await stack.up("--continue-on-error");
    expect(code).not.toBe(0);
    expect(text).toMatch(/deleting VaultKey "k" was refused: creating VaultKey "moved" has failed in this run/);
    expect(await keys()).toEqual(made);
    javaScript([vaultKey("moved", target, { adopt: true })]);
    stack.environment.PULUMI_CONTINUE_ON_ERROR = "false";
    await succeeds(stack.up());
    expect(await keys()).toEqual(made);
  });

  test("no key is deleted until the environment tells whether the run goes on after errors", async () => {
    javaScript([vaultKey("k", "package"), vaultKey("l", "plugin", {}, "l")]);
    await succeeds(stack.up());
    const made = await keys();
    const { code, text } = await stack.destroy();
    expect(code).not.toBe(0);
    expect(text).toMatch(/deleting VaultKey "[kl]" was refused: nothing tells whether Pulumi goes on after a failure/);
    expect(await keys()).toEqual(made);
    stack.environment.PULUMI_CONTINUE_ON_ERROR = "false";
    await succeeds(stack.destroy());
    expect(await keys()).toEqual([]);
  });
});
