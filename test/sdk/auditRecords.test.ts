import type { Api, Wire } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import { auditRecords, type AuditRecordsArgs } from "../../provider/resources/identity/auditRecords";

const record = (second: number, more: Wire = {}): Wire => ({
  id: `r${second}`,
  createdAt: `2026-03-01T10:00:0${second}.5Z`,
  severity: "info",
  message: "PATCH /vault/keys2/{id}",
  ...more,
});

/** A service whose database holds these records, and whose log store does as it is told. */
function service(records: Wire[], logStore?: (query: Wire) => Wire): Api {
  return {
    list: async () => records,
    get: async (_path: string, query: Wire) => {
      if (logStore) return logStore(query);
      throw new ApiError("no such operation", { kind: "notFound", call: "GET /audit/loki" });
    },
  } as unknown as Api;
}

const read = async (records: Wire[], args?: AuditRecordsArgs) =>
  (await auditRecords(service(records), args)).map(({ id }) => id);

test("oldest first, whatever order the service has; filters that it passes over are applied all the same", async () => {
  const records = [
    record(3),
    record(1, { service: "vault", success: false }),
    record(2, { service: "vault", success: true }),
  ];
  expect(await read(records)).toEqual(["r1", "r2", "r3"]);
  expect(await read(records, { service: "vault", success: true })).toEqual(["r2"]);
  expect(await read(records, { createdAfter: "2026-03-01T10:00:02Z", createdBefore: "2026-03-01T10:00:03Z" })).toEqual([
    "r2",
  ]);
});

test("several spellings of who it was are understood", async () => {
  const found = await auditRecords(
    service([
      record(1, { username: "alice", client_id: "c1", clientIP: "10.0.0.1", details: { path: "/x" } }),
      record(2, { principal: { username: "bob", client_id: "c2" } }),
    ]),
  );
  expect(found).toMatchObject([
    { username: "alice", clientId: "c1", clientIp: "10.0.0.1", details: { path: "/x" } },
    { username: "bob", clientId: "c2", details: {} },
  ]);
});

test("an empty database means: ask the log store, if there is one", async () => {
  expect(await read([])).toEqual([]);
  const line = JSON.stringify(record(1, { principal: { username: "bob" } }));
  let asked: Wire = {};
  const api = service([], (query) => {
    asked = query;
    return { data: { result: [{ values: [["1772359201500000000", line]] }] } };
  });
  expect(await auditRecords(api, { createdAfter: "2026-03-01T10:00:00Z" })).toMatchObject([
    { id: "r1", username: "bob" },
  ]);
  expect(asked).toMatchObject({ query: '{job="server_audit_records"}', start: "1772359200000000000" });
});

test("a log store that refuses is an error, and no empty answer", async () => {
  const api = service([], () => {
    throw new ApiError("not allowed", { kind: "forbidden", call: "GET /audit/loki" });
  });
  await expect(auditRecords(api)).rejects.toThrow("not allowed");
});
