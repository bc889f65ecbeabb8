import type { Api, Wire } from "../../../provider/api/client";
import { ApiError, type ErrorKind } from "../../../provider/api/errors";
import { loggedRecords } from "../../../provider/lookups/auditLog";

/** A service with a scripted log store. */
const service = (respond: (query: Wire) => Wire) =>
  ({ get: async (_path: string, query: Wire) => respond(query) }) as unknown as Api;
const refusing = (kind: ErrorKind) =>
  service(() => {
    throw new ApiError(kind, { kind, call: "GET /audit/loki" });
  });

test("the lines of every stream, newest first; the user is nested in principal, and other lines are ignored", async () => {
  const line = (second: number, username: string) => [
    `177235920${second}500000000`,
    JSON.stringify({ createdAt: `2026-03-01T10:00:0${second}.5Z`, message: "PATCH", principal: { username } }),
  ];
  let asked: Wire = {};
  const api = service((query) => {
    asked = query;
    return { data: { result: [{ values: [line(1, "alice"), ["1", "no JSON"]] }, { values: [line(2, "bob")] }, {}] } };
  });
  expect(await loggedRecords(api, "2026-03-01T10:00:00Z")).toMatchObject([
    { username: "bob", createdAt: "2026-03-01T10:00:02.5Z" },
    { username: "alice" },
  ]);
  expect(asked).toMatchObject({ query: '{job="server_audit_records"}', start: "1772359200000000000" });
});

test("without a log store there are no records; a refusal is an error, not an empty list", async () => {
  expect(await loggedRecords(refusing("notFound"))).toEqual([]);
  expect(await loggedRecords(refusing("unimplemented"))).toEqual([]);
  await expect(loggedRecords(refusing("forbidden"))).rejects.toThrow("forbidden");
});
