import { obeys } from "../../provider/api/filters";
import { fakeNetwork, loggedIn } from "./support";

/** What a response of a filtered list may contain. */

const id = "4f0a1c7e-3f5b-4a0e-9a55-3d8a1f0b8f11";
const other = "9c1d2e3f-0000-4a0e-9a55-3d8a1f0b8f22";

test.each([
  ["the value of the filter", { name: "orders" }, { name: "orders" }],
  ["the same value in other case", { email: "A@example.com" }, { email: "a@example.com" }],
  ["a number or a boolean", { size: "256", gone: false }, { size: 256, gone: false }],
  ["one of several values", { state: ["Active", "Pre-Active"] }, { state: "Active" }],
  ["a match of a wildcard", { name: "ord*" }, { name: "orders" }],
  ["a record that does not show the field", { key_vault_id: id }, { name: "orders" }],
  ["a name where the filter has an id", { connection: id }, { connection: "aws" }],
  ["an id where the filter has a name", { connection: "aws" }, { connection: id }],
  ["the newest version", { version: "-1" }, { version: "7" }],
  ["a vault of the kind", { type: "vault" }, { type: "Microsoft.KeyVault/vaults" }],
  ["lists and maps", { users: id }, { users: [other] }],
  [
    "the same time in another spelling",
    { startDate: "2026-01-01T00:00:00Z" },
    { startDate: "2026-01-01T00:00:00.000Z" },
  ],
  ["anything without a filter", { name: undefined, state: "", alias: [] }, { name: "orders", state: "x", alias: "y" }],
  ["a field that every object inherits", { constructor: "x" }, {}],
] as const)("%s passes", (_what, query, record) => {
  expect(obeys(query as never, record as never)).toBe(true);
});

test.each([
  ["another value", { name: "orders" }, { name: "invoices" }],
  ["another id", { kms_id: id }, { kms_id: other }],
  ["none of several values", { state: ["Active", "Pre-Active"] }, { state: "Destroyed" }],
  ["what is gone", { gone: false }, { gone: true }],
  ["one wrong field of two", { region: "eu-west-1", kms_id: id }, { region: "us-east-1", kms_id: id }],
] as const)("%s shows that the list did not filter", (_what, query, record) => {
  expect(obeys(query as never, record as never)).toBe(false);
});

test("a list of a service that ignores a filter is filtered here", async () => {
  const resources = ["orders", "invoices", "orders"].map((name, index) => ({ id: `${index}`, name }));
  const { api } = fakeNetwork(loggedIn(() => ({ body: { total: 3, resources } })));
  expect(await api.list("/vault/keys2/", { name: "orders" })).toEqual([resources[0], resources[2]]);
});
