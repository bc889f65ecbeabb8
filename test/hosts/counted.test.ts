import { Host, type Driven } from "../../provider/hosts/host";
import type { ProviderCall } from "../../provider/hosts/calls";

/** Which failures of a provider process keep the keys of its run. */

const settings = new Map([
  ["address", "https://127.0.0.1:1"],
  ["username", "admin"],
  ["password", "secret"],
  ["maxRetries", "0"],
]);
const start = () => new Host({ setting: (name) => settings.get(name), log: () => undefined, byId: "get" });
const call = (type: string, name: string): ProviderCall => ({
  urn: `urn:pulumi:dev::shop::ciphertrust:vault:${type}::${name}`,
  inputs: { name },
});
const key = call("VaultKey", "k");
const args = { name: "k", algorithm: "aes", size: 256, onDestroy: "destroy" };

/** What a delete of another key says afterwards. */
async function afterwards(work: (key: Driven, host: Host) => Promise<unknown>): Promise<string> {
  const host = start();
  const driven = host.drive("VaultKey");
  await work(driven, host);
  const ended = driven.delete(call("VaultKey", "old"), "o-1", { ...args, name: "old" });
  return ended.then(
    () => "deleted",
    (error: Error) => error.message,
  );
}
const failing = (work: Promise<unknown>) => expect(work).rejects.toThrow();

beforeEach(() => Object.assign(process.env, { PULUMI_CONTINUE_ON_ERROR: "false" }));

test.each<[string, (driven: Driven) => Promise<unknown>]>([
  ["checking", (driven) => driven.check(key, { name: "k" }, { ...args, size: "many" })],
  [
    "checking",
    (driven) => driven.check(key, { name: "k" }, args, [{ property: "resourceOptions", reason: "unknown" }]),
  ],
  ["creating", (driven) => failing(driven.create(key, args))],
  ["reading", (driven) => failing(driven.read(key, "k-1", args))],
  ["updating", (driven) => failing(driven.update(key, "k-1", args, args))],
])("a failure in %s a resource does, case %#", async (verb, work) => {
  expect(await afterwards(work)).toMatch(
    new RegExp(`^deleting VaultKey "old" was refused: ${verb} VaultKey "k" has failed in this run\\.`),
  );
});

test("a failure in comparing a resource does", async () => {
  const account = { name: "prod", connection: "c-1", accountId: "123456789012", regions: ["eu-west-1"] };
  // A container is not replaced by accident.
  const work = async (_driven: Driven, host: Host) => {
    const [driven, kms] = [host.drive("AwsKms"), call("AwsKms", "prod")];
    await driven.check(kms, account, { ...account, name: "other" });
    await failing(driven.diff(kms, "a-1", account, { ...account, name: "other" }));
  };
  expect(await afterwards(work)).toMatch(/was refused: comparing AwsKms "prod" has failed in this run/);
});

test("a failed delete does not: the next one is tried", async () => {
  const work = (driven: Driven) => failing(driven.delete(key, "k-1", args));
  expect(await afterwards(work)).toMatch(/^deleting VaultKey "old" failed: .*127\.0\.0\.1:1/);
});

test("what another type has failed in counts, and its name is not needed", async () => {
  const work = (_driven: Driven, host: Host) => failing(host.drive("Group").create({}, { name: "operators" }));
  expect(await afterwards(work)).toMatch(/was refused: creating Group has failed in this run/);
});
