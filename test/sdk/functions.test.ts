import { registry } from "../../provider/resources";
import * as sdk from "../../sdk";
import { checkFilters } from "../../sdk/list";

/** What functions reject before they call the service. */

test("a misspelt filter of audit records is reported: without it, all of them would match", () => {
  expect(() => sdk.getAuditRecords({ clientid: "a" } as never)).toThrow(
    'getAuditRecords: clientid: unknown argument; did you mean "clientId"?',
  );
});

test("a misspelt age limit is reported: without it, no key would be overdue", () => {
  expect(() => sdk.getRotationStatus({ maxAgeDays: 90 } as never)).toThrow(
    "getRotationStatus: maxAgeDays: unknown argument; the arguments are keys, containers, systems, maximumAgeDays, maximumAge, historyDays, asOf",
  );
});

type Lists = { list?(filters?: object): unknown };
const listed = registry.filter(({ type }) => (sdk as unknown as Record<string, Lists>)[type]!.list);

test("every list in the reference exists", () => {
  const said = registry.filter(({ filters, listing }) => filters ?? listing?.within);
  expect(listed.map(({ type }) => type)).toEqual(said.map(({ type }) => type));
});

test.each(listed.filter(({ filters }) => filters).map(({ type, filters }) => [type, filters!] as const))(
  "a list of %s takes its own filters, and reports one that the service does not have",
  (type, filters) => {
    expect(() => checkFilters(type, Object.fromEntries(filters.map((name) => [name, undefined])))).not.toThrow();
    expect(() => checkFilters(type, { nonsense: "x" })).toThrow(`${type} cannot be filtered by nonsense`);
  },
);

test("a list rejects a value that would match nothing", () => {
  expect(() => checkFilters("AwsKey", { enabled: "yes" })).toThrow('the filter enabled must be a boolean, not "yes"');
  expect(() => checkFilters("VaultKey", { size: ["256"] })).toThrow("the filter size must be a number");
  for (const fitting of [{ enabled: true }, { enabled: undefined }, { region: ["eu-west-1"] }])
    expect(() => checkFilters("AwsKey", fitting)).not.toThrow();
});
