import { Key } from "./awsKey";
import { accountId, awsContainer, idOf, listOf, withEmulator, type Loose } from "./client";

const shared = withEmulator();
const reports = "/cckm/aws/reports";
const group = { log_group_region: "eu-west-1", log_group_name: "/aws/lambda/orders" };

beforeEach(() => awsContainer(shared.client));

const make = (body: object): Promise<Loose> =>
  shared.client.ok("POST", reports, { name: "weekly", cloud_watch_params: [{ kms: "prod", ...group }], ...body });

async function rows(id: string, query = ""): Promise<Loose[]> {
  return listOf((await shared.client.ok("GET", `${reports}/${id}/contents?limit=-1${query}`)).resources);
}

test("a report is a slow job; then it has rows, also as CSV, until it is deleted", async () => {
  const { client } = shared;
  const key = await Key.create(client);
  await key.act("disable");
  const report = await make({});
  expect(report).toMatchObject({ name: "weekly", report_type: "key-report", overall_status: "in_progress" });
  const path = `${reports}/${idOf(report)}`;
  expect((await client.get(`${path}/contents`)).status).toBe(409);
  await client.advance(1);
  expect(await client.ok("GET", path)).toMatchObject({ overall_status: "completed" });
  const [made, disabled] = await rows(idOf(report));
  expect(made).toMatchObject({ operation: "create", key_id: key.id, region: "eu-west-1", aws_account_id: accountId });
  expect(disabled).toMatchObject({ operation: "disable", user: "admin", status: "success", key_name: "alias/orders" });
  expect(await rows(idOf(report), "&region=us-east-1")).toEqual([]);
  const csv = await client.get(`${path}/download`);
  expect(csv.headers["content-type"]).toContain("text/csv");
  expect(csv.body.split("\r\n")[0]).toContain("key_name,key_id,key_arn");
  expect((await client.ok("GET", `${reports}?name=weekly`)).total).toBe(1);
  expect((await client.delete(path)).status).toBe(204);
  expect((await client.get(path)).status).toBe(404);
});

test("the types of reports have different contents", async () => {
  const { client } = shared;
  const key = await Key.create(client);
  await key.act("disable");
  await key.act("enable");
  await key.act("disable");
  const counted = await make({ name: "service", report_type: "service-report" });
  const aging = await make({ name: "aging", report_type: "key-aging", cloud_watch_params: [{ kms: "prod" }] });
  await client.advance(1);
  expect(await rows(idOf(counted))).toEqual(
    expect.arrayContaining([
      { operation: "disable", count: 2 },
      { operation: "enable", count: 1 },
    ]),
  );
  expect(await rows(idOf(aging))).toEqual([expect.objectContaining({ key_id: key.id, age_in_days: 0 })]);
});

test.each([
  ["a name", { name: "" }, 400],
  ["a known type", { report_type: "gossip" }, 400],
  ["a container", { cloud_watch_params: [] }, 400],
  ["an existing container", { cloud_watch_params: [{ kms: "nowhere", ...group }] }, 400],
  ["a log group", { cloud_watch_params: [{ kms: "prod" }] }, 400],
  ["an existing log group", { cloud_watch_params: [{ kms: "prod", ...group, log_group_name: "/none" }] }, 400],
  ["a start before its end", { start_time: "2026-02-02T00:00:00Z", end_time: "2026-02-01T00:00:00Z" }, 400],
])("a report needs %s", async (_what, body, status) => {
  const defaults = { name: "weekly", cloud_watch_params: [{ kms: "prod", ...group }] };
  expect((await shared.client.post(reports, { ...defaults, ...body })).status).toBe(status);
});

test("a report's name is unique, and a container that cannot be reached ends it as an error", async () => {
  const { client } = shared;
  const report = await make({});
  const again = { name: "weekly", report_type: "key-aging", cloud_watch_params: [{ kms: "prod" }] };
  expect((await client.post(reports, again)).status).toBe(409);
  await client.raw("POST", "/emulator/world/aws/accounts", { accountId, removeCredentials: ["AKIAIOSFODNN7EXAMPLE"] });
  await client.advance(1);
  expect(await client.ok("GET", `${reports}/${idOf(report)}`)).toMatchObject({
    overall_status: "error",
    error: expect.stringContaining("InvalidClientTokenId"),
  });
});
