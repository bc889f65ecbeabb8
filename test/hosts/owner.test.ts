import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir, hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { currentBackend, homeOf, identityOf, isPulumiCloud, ownerOf } from "../../provider/hosts/owner";

/** The owner of an object: names from the state, the backend from the engine's environment. */

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/ciphertrust:AwsKey::orders";

test("the owner has the names of the resource and its stack, and of an organization if Pulumi Cloud keeps it", () => {
  expect(ownerOf(urn).name).toBe("organization/shop/dev/AwsKey/orders");
  expect(ownerOf(urn, "acme").name).toBe("acme/shop/dev/AwsKey/orders");
  expect(ownerOf(urn).backend).toMatch(/^[0-9a-f]{12}$/);
});

test("resources of one name and type under different parents, or with colons in their names, are different owners", () => {
  const child = urn.replace("pulumi-nodejs", "my:module:Keys$pulumi-nodejs");
  expect(ownerOf(child).name).toBe("organization/shop/dev/my:module:Keys$AwsKey/orders");
  expect(ownerOf(`${urn}::a::b`).name).toBe("organization/shop/dev/AwsKey/orders::a::b");
});

test("a resource has the same owner in the plugin, under a component and under a resource, too", () => {
  const native = "urn:pulumi:dev::shop::ciphertrust:aws:AwsKey::orders";
  expect(ownerOf(native)).toEqual(ownerOf(urn));
  const below = (parent: string, one: string) => ownerOf(one.replace("shop::", `shop::${parent}$`)).name;
  const component = "ciphertrust:index:KeyRotationPolicy";
  expect(below(component, native)).toBe(`organization/shop/dev/${component}$AwsKey/orders`);
  expect(below(component, urn)).toBe(below(component, native));
  expect(below("ciphertrust:aws:AwsKms", native)).toBe(below("pulumi-nodejs:dynamic/ciphertrust:AwsKms", urn));
});

describe("the stack of a call", () => {
  const before = process.env.PULUMI_BACKEND_URL;
  afterEach(() => {
    if (before === undefined) delete process.env.PULUMI_BACKEND_URL;
    else process.env.PULUMI_BACKEND_URL = before;
  });
  const dev = { project: "shop", stack: "dev" };

  test.each([
    ["file:///states", undefined, { stack: { ...dev, organization: "organization" }, isFile: true }],
    ["s3://states", undefined, { stack: { ...dev, organization: "organization" }, isFile: false }],
    ["https://api.pulumi.com", "acme", { stack: { ...dev, organization: "acme" }, isFile: false }],
    ["https://api.pulumi.com", undefined, { stack: { ...dev, organization: undefined }, isFile: false }],
  ])("in %s, of a program that knows the organization %s", (address, organization, expected) => {
    process.env.PULUMI_BACKEND_URL = address;
    expect(homeOf(urn, organization)).toEqual({ ...expected, backend: ownerOf(urn).backend });
  });

  test.each([
    [undefined, undefined],
    ["shop", undefined],
    ["acme/shop/dev/more", undefined],
    ["shop/dev", { ...dev, organization: undefined }],
    ["acme/shop/dev", { ...dev, organization: "acme" }],
  ])("without a URN, with CIPHERTRUST_STACK=%s", (CIPHERTRUST_STACK, expected) => {
    expect(homeOf(undefined, "other", { CIPHERTRUST_STACK }).stack).toEqual(expected);
  });

  test("is that of the URN, whatever the environment says", () =>
    expect(homeOf(urn, "acme", { CIPHERTRUST_STACK: "acme/shop/prod" }).stack).toEqual({
      ...dev,
      organization: "acme",
    }));
});

test.each([
  ["https://api.pulumi.com", true],
  ["https://pulumi.example.com", true],
  ["file://~", false],
  ["s3://states", false],
])("whether %s keeps stacks of several organizations: %p", (address, expected) => {
  expect(isPulumiCloud(address)).toBe(expected);
});

test.each([
  ["https://api.pulumi.com/", "https://api.pulumi.com"],
  ["postgres://ann:secret@db.example.com/state", "postgres://db.example.com/state"],
  ["s3://states?endpoint=minio.example.com", "s3://states?endpoint=minio.example.com"],
  ["file://~", `file://${hostname()}${homedir()}`],
  ["file:///srv/../srv/states", `file://${hostname()}/srv/states`],
])("%s is known as %s", (address, identity) => {
  expect(identityOf(address)).toBe(identity);
});

describe("the backend", () => {
  let folder = "";
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "owner-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  test("is the one in the environment, else the project's, else the user's, else Pulumi Cloud", () => {
    const env: NodeJS.ProcessEnv = { PULUMI_HOME: folder };
    const program = join(folder, "program");
    mkdirSync(program);
    expect(currentBackend(env, program)).toBe("https://api.pulumi.com");
    write("credentials.json", JSON.stringify({ current: "s3://of-the-user" }));
    expect(currentBackend(env, program)).toBe("s3://of-the-user");
    write("Pulumi.yaml", "name: shop\nruntime: nodejs\ndescription: no backend here\n");
    expect(currentBackend(env, program)).toBe("s3://of-the-user");
    write("Pulumi.yaml", "name: shop\nruntime: nodejs\nbackend:\n  url: s3://of-the-project\n");
    expect(currentBackend(env, program)).toBe("s3://of-the-project");
    expect(currentBackend({ ...env, PULUMI_BACKEND_URL: "file:///states" }, program)).toBe("file:///states");
  });
});
