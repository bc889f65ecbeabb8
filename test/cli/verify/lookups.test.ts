import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listedKeys } from "../../../emulator/core/operations";
import { readingPosts } from "../../../cli/verify/readOnly";
import type { Wire } from "../../../provider/api/client";
import type { Send } from "../../../provider/api/transport";
import { awsContainer, withEmulator } from "../../emulator/client";
import { verified } from "./support";

/** Functions whose responses are altered. */

const service = withEmulator();

/** The service with another response to requests of this path. */
const altered =
  (path: string, change: (body: Wire) => unknown) =>
  (send: Send): Send =>
  async (call) => {
    const response = await send(call);
    return call.path === path ? { ...response, body: change(response.body as Wire) } : response;
  };

test.each<[string, string, (body: Wire) => unknown, object]>([
  [
    "a field that is missing",
    "/cckm/aws/accounts",
    ({ account_id: _, ...body }) => body,
    { where: "result.accountId", what: "missing" },
  ],
  [
    "a list that is none",
    "/cckm/aws/accounts",
    () => "a page",
    { where: "call", what: "responds with 200: the response is not JSON" },
  ],
])("%s is named", async (_what, path, change, difference) => {
  await awsContainer(service.client);
  const { report } = await verified(service.emulator, { types: ["getAwsAccount"], through: altered(path, change) });
  expect(report.entries).toEqual([{ name: "getAwsAccount", outcome: "differs", differences: [difference] }]);
});

test("keys of maps are not in the report, nor fields that a result does not declare", async () => {
  const records = ({ resources, ...page }: Wire) => ({
    ...page,
    resources: (resources as Wire[]).map(({ message: _, ...record }) => ({
      ...record,
      severity: { SecretProject: "undefined" },
      message: "undefined",
      details: { SecretProject: "undefined", labels: { "customer-acme": "undefined" } },
    })),
  });
  const { report } = await verified(service.emulator, {
    types: ["getAuditRecords"],
    through: altered("/audit/records", records),
  });
  const differences = [{ where: "result[].message", what: "missing" }];
  expect(report.entries).toEqual([{ name: "getAuditRecords", outcome: "differs", differences }]);
});

test("an item without its id is named", async () => {
  await awsContainer(service.client);
  const group = { value: [{ name: "no id" }] };
  await service.client.ok("POST", "/connectionmgmt/services/sap-dc/connections", {
    name: "custodian",
    api_endpoint: "https://kms-eu10.datacustodian.example.com/kms/v2",
    user_credentials: { user: "cckm-operator", secret: "Sap-Demo-Secret-1", tenant: "acme-prod" },
  });
  await service.client.raw("POST", "/emulator/world/sap/tenants", { tenant: "acme-prod", testSeconds: 0 });
  await service.client.ok("POST", "/connectionmgmt/services/sap-dc/connections/custodian/test");
  const { report } = await verified(service.emulator, {
    types: ["getSapGroups"],
    through: altered("/cckm/sap/get-groups", () => group),
  });
  expect(report.entries).toMatchObject([{ differences: [{ where: "call", what: "the response has no id" }] }]);
});

test("every POST that is sent is one that the page describes as reading, and an operation of the service", () => {
  const operations = listedKeys().map((key) => key.replace(/\/$/, ""));
  const page = readFileSync(join(__dirname, "../../../docs/verify.md"), "utf8");
  expect(page).toContain("cli/verify/readOnly.ts");
  const unknown = readingPosts.filter((path) => !operations.includes(`POST ${path.replace(/\/$/, "")}`));
  expect(unknown).toEqual([]);
});
