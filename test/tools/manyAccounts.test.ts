import { partOf, readAccounts, type Account } from "../../examples/many-accounts/accounts";
import { readOptions, selected, UsageError } from "../../examples/many-accounts/options";
import { forEach, Pace } from "../../examples/many-accounts/pace";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The parts of the example many-accounts that need no engine. */

const account = (index: number, more: Partial<Account> = {}): Account => ({
  name: `account-${index}`,
  accountId: String(100_000_000_000 + index),
  regions: ["eu-west-1"],
  roleArn: "arn:aws:iam::100000000000:role/ciphertrust",
  keys: [],
  ...more,
});
const many = Array.from({ length: 1000 }, (_, index) => account(index));

describe("pace", () => {
  test("halves when the service refuses, never below one, and grows again by one for each round that succeeds", () => {
    const pace = new Pace(8);
    const limits = (times: number, what: () => void) => {
      for (let index = 0; index < times; index++) what();
      return pace.limit;
    };
    expect(limits(1, () => pace.wasRefused())).toBe(4);
    expect(limits(5, () => pace.wasRefused())).toBe(1);
    expect(limits(1, () => pace.succeeded())).toBe(2);
    expect(limits(2, () => pace.succeeded())).toBe(3);
    expect(limits(2, () => pace.succeeded())).toBe(3);
    pace.wasRefused();
    expect(limits(100, () => pace.succeeded())).toBe(8);
  });

  /** Work that ends when told. */
  function manual() {
    const started: number[] = [];
    const ends = new Map<number, (then?: "again") => void>();
    const work = (item: number) =>
      new Promise<"again" | void>((end) => {
        started.push(item);
        ends.set(item, end);
      });
    const end = async (item: number, then?: "again") => {
      ends.get(item)!(then);
      await new Promise(setImmediate);
    };
    return { started, work, end };
  }

  test("as many at a time as it allows; what is to be done again comes last", async () => {
    const pace = new Pace(2);
    const { started, work, end } = manual();
    const done = forEach([1, 2, 3], pace, work, () => false);
    expect(started).toEqual([1, 2]);
    pace.wasRefused();
    await end(1, "again");
    expect(started).toEqual([1, 2]);
    await end(2);
    expect(started).toEqual([1, 2, 3]);
    await end(3);
    expect(started).toEqual([1, 2, 3, 1]);
    await end(1);
    await done;
  });

  test("once stopped, nothing is started, and what is running is waited for", async () => {
    let isStopped = false;
    const { started, work, end } = manual();
    let isDone = false;
    const done = forEach([1, 2, 3], new Pace(2), work, () => isStopped).then(() => (isDone = true));
    isStopped = true;
    await end(1);
    expect({ started, isDone }).toEqual({ started: [1, 2], isDone: false });
    await end(2, "again");
    await done;
    expect(started).toEqual([1, 2]);
  });
});

test("parts are disjoint, complete, about equally large, and do not change when accounts are added", () => {
  const part = (index: number, of = many) => selected(of, readOptions(["drift", "--part", `${index}/7`]));
  const parts = [1, 2, 3, 4, 5, 6, 7].map((index) => part(index));
  const names = (accounts: Account[]) => accounts.map(({ name }) => name).sort();
  expect(names(parts.flat())).toEqual(names(many));
  for (const { length } of parts) expect(Math.abs(length - many.length / 7)).toBeLessThan(40);
  expect(part(3, [account(2000), ...many])).toEqual(expect.arrayContaining(parts[2]!));
  expect(partOf(many[0]!, 1)).toBe(0);
});

test.each([
  [[], /required/],
  [["up", "preview"], /required/],
  [["up", "--sometimes"], /sometimes/],
  [["up", "--stacks", "0"], /--stacks 0 is not/],
  [["up", "--calls", "many"], /--calls many is not/],
  [["up", "--part", "0/7"], /not a part/],
])("the command line %p is refused", (args, words) => {
  expect(() => readOptions(args)).toThrow(UsageError);
  expect(() => readOptions(args)).toThrow(words);
});

describe("accounts.json", () => {
  const folder = mkdtempSync(join(tmpdir(), "many-accounts-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (...accounts: unknown[]) => {
    writeFileSync(join(folder, "accounts.json"), JSON.stringify(accounts));
    return readAccounts(join(folder, "accounts.json"));
  };

  test("all its problems are reported at once", () => {
    const wrong = [
      account(1, { name: "a/b", accountId: "12" }),
      account(2, { regions: [] }),
      account(3, { name: "account-2" }),
      account(4, { accountId: "100000000002" }),
      { name: "empty" },
    ];
    expect(() => read(...wrong)).toThrow(
      new RegExp(
        [
          '"a/b" is not the name of a stack.*',
          'a/b: "12" is not an account number.*',
          "account-2: `regions` and `keys` must be lists.*",
          "account-2: another account has this name",
          "account-4: 100000000002 is listed twice",
          'empty: "undefined" is not an account number.*',
          "empty: `regions` and `keys` must be lists.*",
        ].join("\\s+"),
      ),
    );
    expect(read(account(1), account(2))).toHaveLength(2);
  });

  test("the example's own list is valid", () => {
    expect(readAccounts(join(__dirname, "../../examples/many-accounts/accounts.json"))).toHaveLength(3);
  });
});
