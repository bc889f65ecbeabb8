import { Host } from "../../provider/hosts/host";

/** A program that uses another version of the package than the provider sends no URN along. */

const settings = new Map([
  ["address", "https://127.0.0.1:1"],
  ["username", "admin"],
  ["password", "secret"],
  ["maxRetries", "0"],
]);
const start = () =>
  new Host({ setting: (name) => settings.get(name), log: () => undefined, byId: "get" }).drive("Group");
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
});

test("a look refuses nothing: the program has declared nothing yet", async () => {
  expect(await start().diff({}, "one", old, other)).toMatchObject({ changes: true, replaces: ["name"] });
});
