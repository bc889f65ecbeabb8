import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Journals } from "../../provider/hosts/journals";

/** The notes of creates, in the user's folder of Pulumi. */

const home = mkdtempSync(join(tmpdir(), "ciphertrust-journals-"));
const folder = join(home, "ciphertrust", "creates");
afterAll(() => rmSync(home, { recursive: true, force: true }));
beforeEach(() => rmSync(join(home, "ciphertrust"), { recursive: true, force: true }));

/** Those of another process. */
const journals = (at = home) => Journals.ofEngine("127.0.0.1:45123", { PULUMI_HOME: at })!;
const files = () => readdirSync(folder).map((name) => join(folder, name));

const [orders, invoices] = ["orders", "invoices"].map((name) => `urn:pulumi:dev::shop::AwsKms::${name}`) as [
  string,
  string,
];
const here = "cm.example.com/QxG3.9Kd02kLm.";

test("a process that no engine has started has none", () => {
  expect(Journals.ofEngine(undefined)).toBeUndefined();
});

test("what one process has noted, the next one reads, for the same resource and service", async () => {
  await journals()
    .of(orders, here)!
    .write([{ asked: 1 }, { asked: 2, id: "k-1", hidden: "abcdef" }]);
  const next = journals();
  expect(next.of(orders, here)!.read()).toMatchObject([{ asked: 1 }, { asked: 2, id: "k-1", hidden: "abcdef" }]);
  expect(next.of(invoices, here)!.read()).toEqual([]);
  expect(next.of(orders, "staging.example.com/QxG3.Zr41mmPq.")!.read()).toEqual([]);
  expect(next.of(orders, undefined)).toBeUndefined();
});

test("names no resource, and is readable by this user alone", async () => {
  await journals()
    .of(orders, here)!
    .write([{ asked: 1 }]);
  const [file, ...more] = files();
  expect(more).toEqual([]);
  expect(file! + readFileSync(file!, "utf8")).not.toContain("orders");
  if (process.platform !== "win32")
    expect([folder, file!].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
});

test("an object that Pulumi has recorded is noted no more; another one of the same resource is", async () => {
  const first = journals();
  await first.of(orders, here)!.write([{ asked: 1, id: "k-2" }]);
  // The one that k-2 was to replace.
  first.recorded(orders, "k-1");
  expect(journals().of(orders, here)!.read()).toHaveLength(1);
  journals().recorded(orders, "k-2");
  expect(journals().of(orders, here)!.read()).toEqual([]);
  expect(files()).toEqual([]);
});

test("nothing noted is no file", async () => {
  const all = journals();
  await all.of(orders, here)!.write([{ asked: 1 }]);
  await all.of(orders, here)!.write([]);
  expect(files()).toEqual([]);
});

test("a day later it is removed", async () => {
  await journals()
    .of(orders, here)!
    .write([{ asked: 1 }]);
  const before = Date.now() / 1000 - 25 * 3600;
  utimesSync(files()[0]!, before, before);
  expect(journals().of(orders, here)!.read()).toEqual([]);
  expect(files()).toEqual([]);
});

test.each(["", "[", "{}", '[{"asked":"1"}]', `[{"asked":1,"service":5}]`, `[{"asked":1,"service":"${here}","id":5}]`])(
  "a file that is damaged counts as none: %s",
  async (text) => {
    await journals()
      .of(orders, here)!
      .write([{ asked: 1 }]);
    writeFileSync(files()[0]!, text);
    expect(journals().of(orders, here)!.read()).toEqual([]);
  },
);

test("what cannot be written fails nothing", async () => {
  const occupied = join(home, "occupied");
  mkdirSync(occupied, { recursive: true });
  writeFileSync(join(occupied, "ciphertrust"), "a file");
  const all = journals(occupied);
  await all.of(orders, here)!.write([{ asked: 1 }]);
  expect(all.of(orders, here)!.read()).toEqual([]);
});
