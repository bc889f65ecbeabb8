import { startEmulator } from "../../emulator/index";
import { Client, idOf, listOf, withEmulator, type Loose } from "./client";

const shared = withEmulator({});

async function trial(client: Client): Promise<Loose> {
  const [only] = listOf((await client.ok("GET", "/licensing/trials/")).resources);
  if (only === undefined) throw new Error("there is no trial");
  return only;
}

test("cloud key management requires a licence; connections do not", async () => {
  const { client } = shared;
  const refused = { status: 403, body: { codeDesc: expect.stringMatching(/^NCERRForbidden: .*license/) } };
  expect(await client.get("/cckm/aws/kms")).toMatchObject(refused);
  expect(await client.post("/cckm/aws/keys", {})).toMatchObject(refused);
  expect((await client.get("/connectionmgmt/services/aws/connections")).status).toBe(200);
  const only = await trial(client);
  expect(only).toMatchObject({ status: "available" });
  expect(await client.ok("POST", `/licensing/trials/${idOf(only)}/activate`)).toMatchObject({
    status: "activated",
  });
  expect((await client.get("/cckm/aws/kms")).status).toBe(200);
});

test("the trial lasts 90 days, with breaks", async () => {
  const { client } = shared;
  const path = `/licensing/trials/${idOf(await trial(client))}`;
  const seconds = async (): Promise<unknown> =>
    listOf((await client.ok("GET", "/licensing/features")).resources)[0]?.trial_seconds_remaining;
  await client.ok("POST", `${path}/activate`);
  await client.advance(80 * 86_400);
  expect(await client.ok("POST", `${path}/deactivate`)).toMatchObject({ status: "deactivated" });
  expect((await client.get("/cckm/aws/kms")).status).toBe(403);
  const left = Number(await seconds());
  expect(left).toBeLessThanOrEqual(10 * 86_400);
  await client.advance(30 * 86_400);
  expect(await seconds()).toBe(left);
  await client.ok("POST", `${path}/activate`);
  expect((await client.get("/cckm/aws/kms")).status).toBe(200);
  await client.advance(11 * 86_400);
  expect((await client.get("/cckm/aws/kms")).status).toBe(200);
  expect((await client.post("/cckm/aws/kms", {})).status).toBe(403);
});

test("licences are installed with an empty response, listed, expire on their date, and are removed", async () => {
  const { client } = shared;
  for (const license of ["", "nonsense", "EMULATOR-LICENSE:OTHER"])
    expect((await client.post("/licensing/licenses", { license })).status).toBe(400);
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const license = `EMULATOR-LICENSE:CCKM:25:${soon}`;
  expect(await client.post("/licensing/licenses/", { license, bind_type: "cluster" })).toMatchObject({
    status: 201,
    body: "",
  });
  expect((await client.post("/licensing/licenses/", { license })).status).toBe(409);
  const [installed] = listOf((await client.ok("GET", "/licensing/licenses/?feature=CCKM")).resources);
  expect(installed).toMatchObject({ type: "Normal", state: "active", license_count: 25, bind_type: "cluster" });
  const path = `/licensing/licenses/${idOf(installed as Loose)}`;
  expect((await client.get("/cckm/aws/kms")).status).toBe(200);
  await client.advance(7 * 86_400);
  expect(await client.ok("GET", path)).toMatchObject({ state: "expired" });
  expect((await client.get("/cckm/aws/kms")).status).toBe(200);
  expect((await client.post("/cckm/aws/kms", {})).status).toBe(403);
  expect((await client.delete(path)).status).toBe(204);
  expect((await client.get(path)).status).toBe(404);
  expect(await client.ok("GET", "/licensing/lockdata")).toHaveProperty("key_manager_lock_code");
});

test("without a licence the trial is used up", async () => {
  const emulator = await startEmulator({ unlicensed: true });
  const client = new Client(emulator);
  try {
    const used = await trial(client);
    expect(used).toMatchObject({ status: "deactivated" });
    expect((await client.post(`/licensing/trials/${idOf(used)}/activate`)).status).toBe(403);
    await emulator.reset();
    client.forgetToken();
    expect((await client.post(`/licensing/trials/${idOf(await trial(client))}/activate`)).status).toBe(403);
    expect((await client.post("/licensing/licenses", { license: "EMULATOR-LICENSE:CCKM" })).status).toBe(201);
    expect((await client.get("/cckm/aws/kms")).status).toBe(200);
  } finally {
    await client.close();
    await emulator.close();
  }
});
