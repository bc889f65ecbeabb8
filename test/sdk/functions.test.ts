import { registry } from "../../provider/resources";
import * as sdk from "../../sdk";
import { checkFilters } from "../../sdk/list";

/** What functions refuse before they ask the service for anything. */

test("a misspelt filter of audit records is named: without it, all of them would pass", () => {
  expect(() => sdk.getAuditRecords({ clientid: "a" } as never)).toThrow(
    'getAuditRecords: clientid: unknown argument; did you mean "clientId"?',
  );
});

test("a misspelt limit of ages is named: without it, no key would be overdue", () => {
  expect(() => sdk.getRotationStatus({ maxAgeDays: 90 } as never)).toThrow(
    "getRotationStatus: maxAgeDays: unknown argument; the arguments are keys, containers, systems, maximumAgeDays, asOf",
  );
});

type Lists = { list?(filters?: object): unknown };
const listed = registry.filter(({ type }) => (sdk as unknown as Record<string, Lists>)[type]!.list);

test("what the reference says is listed has a list", () => {
  const said = registry.filter(({ filters, listedWithin }) => filters ?? listedWithin);
  expect(listed.map(({ type }) => type)).toEqual(said.map(({ type }) => type));
});

test.each(listed.filter(({ filters }) => filters).map(({ type, filters }) => [type, filters!] as const))(
  "a list of %s takes its own filters, and names one that the service does not have",
  (type, filters) => {
    expect(() => checkFilters(type, Object.fromEntries(filters.map((name) => [name, undefined])))).not.toThrow();
    expect(() => checkFilters(type, { nonsense: "x" })).toThrow(`${type} cannot be filtered by nonsense`);
  },
);

test("a list refuses a value that would let nothing pass", () => {
  expect(() => checkFilters("AwsKey", { enabled: "yes" })).toThrow('the filter enabled must be a boolean, not "yes"');
  expect(() => checkFilters("VaultKey", { size: ["256"] })).toThrow("the filter size must be a number");
  for (const fitting of [{ enabled: true }, { enabled: undefined }, { region: ["eu-west-1"] }])
    expect(() => checkFilters("AwsKey", fitting)).not.toThrow();
});
