import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { sameValue } from "../../provider/lifecycle/values/diff";
import { box, remarked } from "./shapes";

/** Values that are equal although they are written differently. */

const pem = "-----BEGIN CERTIFICATE-----\nMIIB\nAAAA\n-----END CERTIFICATE-----";
const windows = pem.replaceAll("\n", "\r\n");
const other = pem.replace("MIIB", "MIIC");
const uuid = "6d1b3f0a-0000-4000-8000-00000000abcd";
interface Row {
  name: string;
  key: string;
  one: unknown;
  other: unknown;
  same: boolean;
}

const owner = (certificate: string): Bag => ({ fullName: "x", contacts: [{ eMail: certificate }] });

const rows: Row[] = [
  { name: "PEM text with an extra line break", key: "expiresAt", one: pem, other: `${pem}\n`, same: true },
  { name: "PEM text from Windows", key: "expiresAt", one: pem, other: windows, same: true },
  { name: "a chain with empty lines", key: "expiresAt", one: `${pem}\n${pem}`, other: `${pem}\n\n${pem}`, same: true },
  { name: "PEM text inside an object", key: "owner", one: owner(pem), other: owner(windows), same: true },
  { name: "another certificate", key: "expiresAt", one: pem, other, same: false },
  { name: "another certificate inside an object", key: "owner", one: owner(pem), other: owner(other), same: false },
  { name: "a UUID in capitals", key: "description", one: uuid, other: uuid.toUpperCase(), same: true },
  { name: "a word in capitals", key: "description", one: "abc", other: "ABC", same: false },
  { name: "a string with an extra line break", key: "description", one: "a", other: "a\n", same: false },
  {
    name: "the fields of an item in another order",
    key: "tags",
    one: [{ name: "a", role: "x" }, { name: "b" }],
    other: [{ name: "b" }, { role: "x", name: "a" }],
    same: true,
  },
  { name: "an item with another value", key: "tags", one: [{ name: "a" }], other: [{ name: "b" }], same: false },
];

test.each(rows)("$name: same is $same", ({ key, one, other: two, same }) => {
  expect(sameValue(box, key, one, two)).toBe(same);
});

test("a mark says what of a text counts", () => {
  const short = remarked(box, { description: { as: (text) => text.slice(0, 2) } });
  expect(sameValue(short, "description", "abc", "abd")).toBe(true);
  expect(sameValue(short, "description", "abc", "acc")).toBe(false);
  expect(sameValue(short, "description", undefined, "acc")).toBe(false);
});
