import * as fc from "fast-check";
import { limitFor, strictestOf, type KeyLimit, type Limit } from "../../provider/limits/limits";
import { readLimits } from "../../provider/limits/readLimits";
import { algorithms, purposes, type Kind } from "../../provider/limits/kind";

const systems = ["aws", "externalCm", "vault"];
const read = (given: Parameters<typeof readLimits>[0]): readonly KeyLimit[] => {
  const { limits, problems } = readLimits(given, systems);
  expect(problems).toEqual([]);
  return limits;
};

test("a text has a clause for each limit, in any case", () => {
  const text = 'AES 365d, rsa 730d, tag pci=yes 90d, AWS RSA-2048 365d, purpose sign 730d, "key" "data, old" 30d, 400d';
  expect(read(text)).toEqual([
    { algorithm: "AES", days: 365, clause: "AES 365d" },
    { algorithm: "RSA", days: 730, clause: "RSA 730d" },
    { tag: { pci: "yes" }, days: 90, clause: "tag pci=yes 90d" },
    { system: "aws", algorithm: "RSA", size: 2048, days: 365, clause: "aws RSA-2048 365d" },
    { purpose: "sign", days: 730, clause: "purpose sign 730d" },
    { key: "data, old", days: 30, clause: 'key "data, old" 30d' },
    { days: 400, clause: "400d" },
  ]);
});

const limitsOnKeys: fc.Arbitrary<Limit> = fc.record(
  {
    algorithm: fc.constantFrom(...algorithms),
    size: fc.constantFrom(128, 256, 2048),
    purpose: fc.constantFrom(...purposes),
    system: fc.constantFrom(...systems),
    tag: fc.dictionary(fc.constantFrom("pci", "cost center"), fc.constantFrom("yes", "a b, c", ""), { minKeys: 1 }),
    key: fc.constantFrom("orders", "shop orders"),
    every: fc.integer({ min: 1, max: 4000 }).map((days) => `${days}d`),
  },
  { requiredKeys: ["every"] },
);

const kinds: fc.Arbitrary<Kind> = fc.record(
  {
    algorithm: fc.constantFrom(...algorithms),
    size: fc.constantFrom(128, 256, 2048),
    purposes: fc.subarray([...purposes]),
    system: fc.constantFrom(...systems),
    tags: fc.dictionary(fc.constantFrom("pci", "cost center"), fc.constantFrom("yes", "a b, c", "")),
    names: fc.subarray(["orders", "shop orders"]),
  },
  { requiredKeys: ["names", "system"] },
);

test("the text of a limit is the limit", () => {
  fc.assert(
    fc.property(limitsOnKeys, (limit) => {
      const [one] = read([limit]);
      expect(read(one!.clause)).toEqual([one]);
    }),
  );
});

test("the strictest limit of a key counts, and nothing unknown loosens one", () => {
  fc.assert(
    fc.property(fc.array(limitsOnKeys, { minLength: 1 }), kinds, (given, kind) => {
      const limits = read(given);
      const found = limitFor(limits, kind);
      const less = found.limit?.days ?? Infinity;
      expect(found.perhaps === undefined || found.perhaps.days < less).toBe(true);
      expect(found.unknown.length > 0).toBe(found.perhaps !== undefined);
      // Whatever the unknown attributes are, the key has no stricter limit, unless one names it.
      if (found.limit?.key !== undefined) return;
      const full: Kind = { algorithm: "AES", size: 256, purposes: ["encrypt"], tags: { pci: "yes" }, ...kind };
      const explicit = limits.some(({ key }) => key !== undefined && kind.names!.includes(key));
      const known = limitFor(limits, full);
      expect(known.perhaps).toBeUndefined();
      if (!explicit) expect(known.limit?.days ?? Infinity).toBeGreaterThanOrEqual(strictestOf(found)?.days ?? Infinity);
    }),
  );
});

test("a limit on what is not known may apply, and a limit by name answers that", () => {
  const limits = read("AES 90d, tag pci=yes 30d, 365d");
  expect(limitFor(limits, { algorithm: "AES", tags: {} })).toMatchObject({ limit: { days: 90 }, unknown: [] });
  expect(limitFor(limits, { algorithm: "RSA" })).toMatchObject({
    limit: { days: 365 },
    perhaps: { days: 30 },
    unknown: ["tags"],
  });
  expect(limitFor(limits, {}).unknown).toEqual(["algorithm", "tags"]);
  const named = read("AES 90d, tag pci=yes 30d, 365d, key orders 200d");
  expect(limitFor(named, { names: ["orders"] })).toMatchObject({ limit: { days: 200 }, unknown: [] });
  expect(limitFor(named, { names: ["orders"], algorithm: "AES" })).toMatchObject({ limit: { days: 90 } });
});

test("a preset states its section, and gives way to a limit with the same conditions", () => {
  const says = "NIST SP 800-57 Part 1 Rev. 5, section 5.3.6, table 1";
  expect(read("nist-sp-800-57")).toEqual([
    { purpose: "encrypt", days: 730, clause: "purpose encrypt 730d", says },
    { purpose: "mac", days: 730, clause: "purpose mac 730d", says },
    { purpose: "sign", days: 1095, clause: "purpose sign 1095d", says },
  ]);
  const clauses = read("NIST-SP-800-57, purpose encrypt 800d").map(({ clause }) => clause);
  expect(clauses).toEqual(["purpose mac 730d", "purpose sign 1095d", "purpose encrypt 800d"]);
});

test.each([
  ["AES 365d, AESS 90d", '"AESS 90d" has "AESS", which is not known; did you mean "AES"?'],
  ["azur 90d, Vualt 90d", 'has "azur", which is none of AES,.*\n.*did you mean "vault"'],
  ["AES 12h", "the limit AES 12h must say its age as whole days"],
  ["AES", "must say its age"],
  ["AES 0d", "must say its age"],
  ["AES RSA 90d", '"AES RSA 90d" has two conditions on the algorithm: write a clause for each'],
  ["tag pci 90d", "must name a tag and its value"],
  ["purpose signing 90d", 'has the purpose "signing"'],
  ["key 90d", "must name a key|must say its age"],
  ["", "there are no limits"],
  [[{ algorithm: "DES", every: "90d" }], 'has the algorithm "DES"'],
  [[{ algoritm: "AES", every: "90d" }], 'has "algoritm", which is not known; did you mean "algorithm"?'],
  [[{ tag: { pci: 1 }, every: "90d" }], "must have its tags as a map of strings"],
  [[{ algorithm: "AES", size: "big", every: "90d" }], "must have a size in bits"],
  [[{ algorithm: "AES" }], "must say its age"],
  [[7], "must be an object or a text"],
  [90, "there are no limits: write a text such as"],
  ["constructor", "must say its age"],
])("%j is refused", (given, message) => {
  const { limits, problems } = readLimits(given as string, systems);
  expect(problems.join("\n")).toMatch(new RegExp(message.replaceAll("?", "\\?")));
  expect(limits.every(({ days }) => days > 0)).toBe(true);
});
