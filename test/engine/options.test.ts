import { makeAuthority } from "../api/certificates";
import { eachTest } from "./eachTest";
import { engineTimeout, items, succeeds, type Stack, type World } from "./harness";

/** Pulumi's own options and output, as users expect them of any resource. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const key = (labels: string, options = "") =>
  `new ciphertrust.VaultKey("k", { algorithm: "aes", size: 256, labels: ${labels}, onDestroy: "destroy" }, { ${options} });`;

test("replaceOnChanges replaces, and deletes the old object first if it has the same name", async () => {
  expect((await stack.program(key('{ team: "one" }')).up()).code).toBe(0);
  const id = stack.resource("k")!.id;
  const inPlace = await stack.program(key('{ team: "two" }')).preview();
  expect(inPlace.text).not.toContain("replace");
  const preview = await stack.program(key('{ team: "two" }', 'replaceOnChanges: ["labels"]')).preview();
  expect(preview.text).toMatch(/VaultKey: \(replace\)/);
  expect(preview.code).toBe(0);
  expect(await stack.up()).toMatchObject({ code: 0 });
  expect(stack.resource("k")!.id).not.toBe(id);
  expect(items(await world.api("GET", "/vault/keys2"))).toMatchObject([{ name: "k", labels: { team: "two" } }]);
  // Read first, while its host cannot be listened to yet.
  await succeeds(stack.refresh());
  expect(stack.resource("k")!.inputs).toMatchObject({ __options: { replaces: ["labels"] }, labels: { team: "two" } });
  // Options alone are no change: the outputs repeat those before.
  await succeeds(stack.program(key('{ team: "two" }', 'replaceOnChanges: ["size"]')).up("--expect-no-changes"));
  await succeeds(stack.refresh());
  expect(stack.resource("k")!.inputs).toMatchObject({ __options: { replaces: ["size"] } });
});

test("replaceOnChanges with a path into an argument leaves the rest of it to updates in place", async () => {
  const labels = (team: string, env: string) =>
    key(`{ team: "${team}", env: "${env}" }`, 'replaceOnChanges: ["labels.team"]');
  await succeeds(stack.program(labels("one", "dev")).up());
  const { id } = stack.resource("k")!;
  await succeeds(stack.program(labels("one", "prod")).up());
  expect(stack.resource("k")!.id).toBe(id);
  expect(items(await world.api("GET", "/vault/keys2"))).toMatchObject([{ labels: { team: "one", env: "prod" } }]);
  expect(await succeeds(stack.program(labels("two", "prod")).preview())).toMatch(/VaultKey: \(replace\)/);
});

test.each([
  ["stack transformation", (add: string) => `pulumi.runtime.registerStackTransformation(${add});`, "{}"],
  [
    "option transforms",
    () => "",
    `{ transforms: [(args) => ({ props: { ...args.props, ...extra }, opts: args.opts })] }`,
  ],
])("a secret that a %s adds is as secret as one that the program writes", async (_what, registered, options) => {
  const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  const add = `(args) => args.type.endsWith("AwsConnection")
    ? { props: { ...args.props, ...extra }, opts: args.opts } : undefined`;
  stack.program(`const extra = { secretAccessKey: "${secret}" }; ${registered(add)}
    new ciphertrust.AwsConnection("prod", { accessKeyId: "AKIAIOSFODNN7EXAMPLE" }, ${options});`);
  const shown = [await succeeds(stack.up("--diff")), (await stack.pulumi("preview", "--json", "--refresh")).text];
  await succeeds(stack.refresh());
  expect(shown.filter((text) => text.includes(secret))).toEqual([]);
  expect(stack.stored().text).not.toContain(secret);
  await succeeds(stack.drift());
});

test("an output that the service does not have is left out, and the object is recorded", async () => {
  const args = `{ path: "/vault/keys2", body: { algorithm: "AES", size: 256 }, outputs: ["state", "nope"], secretOutputs: ["nope"] }`;
  stack.program(`const made = new ciphertrust.ApiObject("k", ${args}); exports.answer = made.answer;`);
  await succeeds(stack.up());
  expect(stack.outputs()).toEqual({ answer: { state: "Active" } });
  await succeeds(stack.drift());
  expect(items(await world.api("GET", "/vault/keys2"))).toHaveLength(1);
});

test("a changed secret is shown as changed, without its value", async () => {
  const user = (password: string) => `new ciphertrust.User("alice", { password: "${password}" });`;
  expect((await stack.program(user("Quick-Start-1")).up()).code).toBe(0);
  const { code, text } = await stack.program(user("Quick-Start-2")).preview();
  expect(code).toBe(0);
  expect(text).toMatch(/~ password *: \[secret\] => \[secret\]/);
  expect(text).not.toContain("Quick-Start");
});

test("the option import is rejected with the alternative", async () => {
  const { code, text } = await stack.program(key("{}", 'import: "k-1"')).preview();
  expect(code).not.toBe(0);
  expect(text).toContain('VaultKey "k": the option import does not work for resources of this provider.');
  expect(text).toContain('adopt: "k-1"');
});

test("a CA in the settings is trusted in addition to the system's", async () => {
  const machine = { NODE_EXTRA_CA_CERTS: stack.environment.CIPHERTRUST_CA_CERT! };
  const { certificate } = await makeAuthority();
  stack.program('new ciphertrust.Group("operators");');
  Object.assign(stack.environment, { CIPHERTRUST_CA_CERT: certificate });
  expect((await stack.up()).text).toContain("did not sign it");
  Object.assign(stack.environment, machine);
  const up = await stack.up();
  expect(up.code === 0 || up.text).toBe(true);
});

describe("a preview of a new resource", () => {
  test("fails on a rejected login, which it tries once", async () => {
    stack.environment.CIPHERTRUST_PASSWORD = "Wrong-Secret-1";
    await world.forget();
    const program = Array.from({ length: 5 }, (_, index) => `new ciphertrust.Group("g${index}");`).join("\n");
    const { code, text } = await stack.program(program).preview();
    expect(code).not.toBe(0);
    expect(text).toMatch(/refused the login of user admin.*CIPHERTRUST_PASSWORD/s);
    expect(text).not.toContain("Wrong-Secret-1");
    expect(await world.routes()).toEqual({ "POST /api/v1/auth/tokens/": 1 });
  });

  test("fails on invalid settings", async () => {
    stack.environment.CIPHERTRUST_ADDRESS = "";
    const { code, text } = await stack.program('new ciphertrust.Group("g");').preview();
    expect(code).not.toBe(0);
    expect(text).toContain("ciphertrust:address (CIPHERTRUST_ADDRESS) is missing");
  });

  test("only warns about an unreachable service, and not if none is needed", async () => {
    stack.environment.CIPHERTRUST_ADDRESS = "https://127.0.0.1:1";
    stack.environment.CIPHERTRUST_MAX_RETRIES = "0";
    const reach = await stack.program('new ciphertrust.Group("g");').preview();
    expect(reach.code).toBe(0);
    expect(reach.text).toMatch(/warning: https:\/\/127\.0\.0\.1:1 cannot be reached: ECONNREFUSED/);
    const local = await stack.program('new ciphertrust.ClientKeyPair("pair", { cn: "machine" });').preview();
    expect(local.code).toBe(0);
    expect(local.text).not.toContain("cannot be reached");
  });
});
