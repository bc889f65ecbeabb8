import { Host, type Driven } from "../../provider/hosts/host";
import type { ProviderCall } from "../../provider/hosts/calls";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";

/** What protects an object where calls do not tell, or not alike, which resource they are for. */

const settings = new Map([
  ["address", "https://127.0.0.1:1"],
  ["username", "admin"],
  ["password", "secret"],
  ["maxRetries", "0"],
]);
const start = (type = "Group") =>
  new Host({ setting: (name) => settings.get(name), log: () => undefined, byId: "get" }).drive(type);

afterEach(() => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
});

const [old, other] = [{ name: "one" }, { name: "two" }];

test("a plan that replaces a resource without a name is refused", async () => {
  const driven = start();
  await driven.check({}, old, other);
  await expect(driven.diff({}, "one", old, other)).rejects.toThrow(
    /^replacing a resource of the type Group was refused: a change of name forces replacement.*another version of pulumi-ciphertrust/,
  );
});

test("one that changes it, or nothing, goes on", async () => {
  const driven = start();
  const [before, after] = [
    { ...old, description: "a" },
    { ...old, description: "b" },
  ];
  await driven.check({}, before, after);
  expect(await driven.diff({}, "one", before, before)).toMatchObject({ changes: false });
  expect(await driven.diff({}, "one", before, after)).toMatchObject({ changes: true, replaces: [] });
});

describe("the replacement of a key", () => {
  const urn = (name: string): ProviderCall => ({ urn: `urn:pulumi:dev::shop::ciphertrust:vault:VaultKey::${name}` });
  const [named, renamed, unnamed] = [urn("k"), urn("former"), {}];
  const key = { name: "k", algorithm: "aes", size: 256, onDestroy: "destroy" };
  const smaller = { ...key, size: 128 };
  const replace = (driven: Driven, call: ProviderCall) => driven.diff(call, "k-1", key, smaller);
  /** As a refresh, and without a service. */
  const read = (driven: Driven, call: ProviderCall) => driven.read(call, "k-1", key).catch(() => undefined);

  test.each<[string, ProviderCall, ProviderCall]>([
    ["under one name", named, named],
    ["without a name", unnamed, unnamed],
    ["without a name, and compared under one", unnamed, named],
    ["under a name, and compared without one", named, unnamed],
    ["under another name", renamed, named],
    ["under another name, which the comparison tells as well", renamed, { ...named, declaredUrn: renamed.urn }],
  ])("is refused if it was declared %s", async (_how, declared, compared) => {
    const driven = start("VaultKey");
    await driven.check(declared, key, smaller);
    await expect(replace(driven, compared)).rejects.toThrow(/^replacing .*was refused: /);
  });

  test.each<[string, ProviderCall, ProviderCall]>([
    ["without a name", unnamed, named],
    ["under another name", renamed, { ...named, declaredUrn: renamed.urn }],
  ])("is refused after a refresh, too, if it was declared %s", async (_how, declared, compared) => {
    const driven = start("VaultKey");
    await read(driven, named);
    await driven.check(declared, key, smaller);
    await expect(replace(driven, compared)).rejects.toThrow(/^replacing .*was refused: /);
  });

  test.each<[string, ProviderCall]>([
    ["with a name", named],
    ["without one", unnamed],
  ])("is refused if nothing tells what the comparison %s is for", async (_how, compared) => {
    await expect(replace(start("VaultKey"), compared)).rejects.toThrow(/^replacing .*was refused: /);
  });

  test.each<[string, ProviderCall, ProviderCall]>([
    ["by its name", named, named],
    ["by the name in its state", { recordedUrn: renamed.urn }, renamed],
    ["without a name", unnamed, unnamed],
  ])("is only told of by a refresh, which has read it %s", async (_how, call, compared) => {
    const driven = start("VaultKey");
    await read(driven, call);
    expect(await replace(driven, compared)).toMatchObject({ replaces: ["size"] });
    await driven.check(compared, key, smaller);
    await expect(replace(driven, compared)).rejects.toThrow(/^replacing .*was refused: /);
  });

  test.each<[string, ProviderCall]>([
    ["of another one with its former name", { recordedUrn: named.urn }],
    ["of one without a name", unnamed],
  ])("stays refused after a refresh %s", async (_which, call) => {
    const driven = start("VaultKey");
    const compared = call === unnamed ? unnamed : named;
    await driven.check(compared, key, smaller);
    await read(driven, call);
    await expect(replace(driven, compared)).rejects.toThrow(/^replacing .*was refused: /);
  });
});

describe("what follows the replacement of what it refers to", () => {
  const source = { name: "k", kms: "c-1", region: "eu-west-1", sourceKeyTier: "local", sourceKeyIdentifier: "v-1" };
  const follow = (sourceKeyIdentifier: unknown) =>
    start("AwsUploadedKey").diff({}, "k-1", source, { ...source, sourceKeyIdentifier });

  test.each<[string, unknown]>([
    ["is unknown", unknownValue],
    ["has a form that this version does not know", { unknown: true }],
  ])("is refused for that alone if the reference %s", async (_how, value) => {
    await expect(follow(value)).rejects.toThrow("replacing");
  });
});
