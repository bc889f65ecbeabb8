import { select } from "../../provider/resources/vault/keyQuery";

const key = {
  name: "orders-1",
  algorithm: "AES",
  size: 256,
  state: "Active",
  objectType: "Symmetric Key",
  labels: { pci: "yes" },
  rotationFrequencyDays: "30",
};
const sure = { selects: true, perhaps: undefined, after: undefined };

test.each<[parameters: unknown, selection: object]>([
  // Without a query, the service rotates every key.
  [undefined, { selects: true, perhaps: "its query is not shown" }],
  [{}, { selects: true }],
  [{ offset: 0, replaced_key_state: "Deactivated" }, { selects: true }],
  [{ keyQuery: { names: ["bills", "orders-*"] } }, sure],
  [{ key_query: { names: ["orders-?"], algorithm: "aes", sizes: [128, 256] } }, sure],
  [{ key_query: { names: ["orders"] } }, { selects: false }],
  [{ key_query: { name: "ORDERS-1" } }, { selects: false }],
  [{ key_query: { name: "orders.1" } }, { selects: false }],
  [{ key_query: { labels: { pci: "yes" }, states: ["Active"], objectTypes: ["Symmetric Key"] } }, sure],
  [{ key_query: { labels: { pci: "no" } } }, { selects: false }],
  [{ key_query: { rotationDateReached: true } }, { ...sure, after: "30d" }],
  [{ keyQuery: { rotation_date_reached: true } }, { ...sure, after: "30d" }],
  [
    { key_query: { rotationDateReached: false } },
    { selects: true, perhaps: expect.stringMatching("rotationDateReached") },
  ],
  [
    { key_query: { createdBefore: "2026-01-01", limit: 5 } },
    { selects: true, perhaps: expect.stringMatching("createdBefore, limit") },
  ],
  [{ key_query: { createdBefore: "2026-01-01", name: "bills" } }, { selects: false }],
  // A query under a name that is not known.
  [{ selection: { names: ["bills"] } }, { selects: true, perhaps: "its query is not understood" }],
  [{ key_query: {} }, { selects: true, perhaps: "its query is not understood" }],
  [{ key_query: "orders-*" }, { selects: true, perhaps: "its query is not understood" }],
])("with the parameters %j", (parameters, selection) => {
  expect(select(parameters, key)).toEqual(selection);
});

test("a key without a frequency is never due", () => {
  const parameters = { key_query: { rotationDateReached: true } };
  expect(select(parameters, { ...key, rotationFrequencyDays: "" })).toEqual({ selects: false });
  expect(select(parameters, { ...key, rotationFrequencyDays: undefined })).toEqual({ selects: false });
});
