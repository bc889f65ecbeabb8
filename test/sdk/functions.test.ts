import * as sdk from "../../sdk";

/** What functions refuse before they ask the service for anything. */

test("a misspelt filter of audit records is named: without it, all of them would pass", () => {
  expect(() => sdk.getAuditRecords({ clientid: "a" } as never)).toThrow(
    'getAuditRecords: clientid: is not an argument; did you mean "clientId"?',
  );
});

test("a misspelt limit of ages is named: without it, no key would be overdue", () => {
  expect(() => sdk.getRotationStatus({ maxAgeDays: 90 } as never)).toThrow(
    "getRotationStatus: maxAgeDays: is not an argument; the arguments are keys, containers, systems, maximumAgeDays, asOf",
  );
});
