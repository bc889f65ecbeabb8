import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rotatorName, type RotationReport } from "../../cli/rotationReport/report";
import { startBrowser, type Running } from "./browser";
import { engineTimeout, items, root, Stack, startWorld, type World } from "./harness";

/**
 * The command, as users run it, on keys that the real engine created, and its page in a real
 * browser.
 */

jest.setTimeout(engineTimeout);

const folder = mkdtempSync(join(tmpdir(), "ciphertrust-report-"));
const page = join(folder, "report.html");
const day = 86_400;

let world: World;
let stack: Stack;
let running: Running;
/** The emulator's current time. */
let now: string;

const program = `
const account = new ciphertrust.AwsKms("account", {
  connection: new ciphertrust.AwsConnection("prod", {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  }).id,
  accountId: "123456789012",
  regions: ["eu-west-1"],
});
const key = (name) => new ciphertrust.AwsKey(name, { kms: account.id, region: "eu-west-1", alias: ["report/" + name] });
const monthly = new ciphertrust.RotationSchedule("monthly", { cloud: "aws", runAt: "0 3 1 * *", rotateMaterial: true });
const paused = new ciphertrust.RotationSchedule("paused", { cloud: "aws", runAt: "0 3 1 * *", disabled: true });
const orders = new ciphertrust.KeyRotation("orders", { key: key("orders"), schedule: monthly.id });
new ciphertrust.KeyRotation("bills", { key: key("bills"), schedule: paused.id });
const forgotten = key("forgotten");
const staff = new ciphertrust.DkeTenant("staff", {
  tenantId: "3b1d8f0a-6f57-4b52-9a8c-2f1f6d1f9f10",
  authorizationType: "email",
  authorizedEmailAddresses: ["*@example.com"],
});
new ciphertrust.DkeEndpoint("board", {
  name: "<script>document.title = 'taken'</script> & \\"board\\"",
  keyUriHostname: "keys.example.com",
  authTenants: [staff.id],
});
exports.status = ciphertrust.getRotationStatus({ keys: [{ type: "AwsKey", id: orders.id }], maximumAgeDays: 90 });
const whole = pulumi.all([account.id, orders.id, forgotten.id]).apply(([id]) => id);
exports.inAccount = ciphertrust.getRotationStatus({ containers: [{ type: "AwsKms", id: whole }] }).summary;
`;

/** Runs the command; its two outputs apart. */
async function report(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [join(root, "dist/cli/index.js"), "rotation-report", ...args], {
    env: { ...process.env, ...world.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = [child.stdout, child.stderr].map(async (stream) => {
    let text = "";
    for await (const part of stream.setEncoding("utf8")) text += String(part);
    return text;
  });
  const code = await new Promise<number | null>((done) => child.on("close", done));
  return { code, out: (await out)!, err: (await err)! };
}

const asJson = async (...args: string[]): Promise<RotationReport> => {
  const { code, out, err } = await report("--json", "--as-of", now, ...args);
  expect({ code, err: err.replace(/^The page is in .*\n/, "") }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as RotationReport;
};

beforeAll(async () => {
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  stack = await Stack.create(world.environment);
  const made = await stack.program(program).up();
  if (made.code !== 0) throw new Error(made.text);
  await world.control("POST", "/clock", { advanceSeconds: 62 * day });
  now = String((await world.control("GET", "/clock")).now);
});
afterAll(async () => {
  await running?.close();
  stack?.remove();
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a program reads the status of its keys as soon as they are bound", async () => {
  const { status, inAccount } = stack.outputs() as { status: RotationReport; inAccount: object };
  expect(status.summary).toEqual({
    keys: 1,
    onTime: 1,
    atRisk: 0,
    overdue: 0,
    unscheduled: 0,
    unrotated: 0,
    oldestDays: 0,
  });
  expect(status.keys).toMatchObject([
    { system: "aws", type: "AwsKey", name: "report/orders", state: "onTime", schedule: { name: "monthly" } },
  ]);
  expect(inAccount).toMatchObject({ keys: 3, onTime: 1, unscheduled: 2 });
});

test("the JSON shows for every key what rotates it and what is required of it", async () => {
  const { keys, summary, service, user, domain } = await asJson("--max-age", "60d");
  expect({ service, user, domain }).toEqual({
    service: world.environment.CIPHERTRUST_ADDRESS,
    user: world.environment.CIPHERTRUST_USERNAME,
    domain: "root",
  });
  const states = keys.map(({ name, state }) => [name.replace(/^<.*/, "board"), state]);
  expect(states).toEqual([
    ["report/bills", "overdue"],
    ["report/forgotten", "overdue"],
    ["report/orders", "onTime"],
    ["board", "overdue"],
  ]);
  expect(summary).toEqual({ keys: 4, onTime: 1, atRisk: 0, overdue: 3, unscheduled: 0, unrotated: 3, oldestDays: 62 });
  const record = await world.api("GET", `/cckm/aws/keys/${keys[2]!.id}`);
  expect(keys[2]).toMatchObject({ cloudId: (record.aws_param as Record<string, unknown>).Arn, region: "eu-west-1" });
  const history = await world.api("GET", `/cckm/aws/keys/${keys[2]!.id}/rotations?sort=-RotationDate`);
  expect(keys[2]!.lastRotation).toBe((items(history)[0]!.aws_param as Record<string, unknown>).RotationDate);
});

test("the page in a browser shows the same numbers as the JSON, and loads nothing", async () => {
  const report = await asJson("--max-age", "60d", "--html", page);
  running = await startBrowser();
  const tab = await running.browser.newPage();
  const requested: string[] = [];
  const complaints: string[] = [];
  tab.on("request", (request) => requested.push(request.url()));
  tab.on("console", (message) => complaints.push(message.text()));
  tab.on("pageerror", (error) => complaints.push(error.message));
  const address = pathToFileURL(page).href;
  await tab.goto(address);

  const number = async (id: string) => Number(await tab.innerText(`#${id}`));
  const shown = Object.fromEntries(
    await Promise.all(Object.keys(report.summary).map(async (id) => [id, await number(id)])),
  );
  expect(shown).toEqual(report.summary);

  const cells = async (selector: string) =>
    Promise.all((await tab.locator(selector).all()).map((row) => row.locator("td").allInnerTexts()));
  const moment = (text: string | undefined, none: string) =>
    text ? `${text.slice(0, 10)} ${text.slice(11, 16)}` : none;
  const rows = (await cells(".keys tbody tr")).map(([name, state, last, age, plan, next, due]) => ({
    name: name!.trim().split("\n")[0],
    overdue: state!.startsWith("OVERDUE"),
    last,
    age: Number(age),
    plan: plan!.trim().split("\n")[0],
    next,
    due: due!.trim().split("\n")[0],
  }));
  expect(rows).toEqual(
    report.keys.map((key) => ({
      name: key.name,
      overdue: key.state === "overdue",
      last: moment(key.lastRotation, "never"),
      age: key.ageDays,
      plan: rotatorName(key),
      next: moment(key.nextRotation, "never"),
      due: moment(key.dueBy, "–"),
    })),
  );

  const perContainer = (await cells(".contents tbody tr")).map(([, ...counts]) => counts.map(Number));
  const of = (system: string) => report.keys.filter((key) => key.system === system);
  const counts = ["aws", "dke"].map((system) => [
    of(system).length,
    ...(["onTime", "atRisk", "overdue", "unscheduled"] as const).map(
      (state) => of(system).filter((key) => key.state === state).length,
    ),
  ]);
  expect(perContainer).toEqual(counts);

  const text = await tab.innerText("body");
  expect(text).toContain(report.service);
  expect(text).toContain(report.sentence);
  expect(report.sentence).toMatch(
    /^3 of 4 keys are overdue: the longest, \w+ ".+", by 2 days; 3 keys have no rotation\.$/,
  );
  for (const { cloudId } of report.keys) expect(text).toContain(cloudId);
  expect(text).toContain("admin, domain root");
  // A name that looks like a script is only a name.
  expect(await tab.title()).toMatch(/^Key rotation report, \d{4}-\d\d-\d\d$/);
  expect({ requested, complaints }).toEqual({ requested: [address], complaints: [] });
  // It prints on one or two pages.
  expect((await tab.pdf()).subarray(0, 5).toString()).toBe("%PDF-");
});

test("the table for people, filters, and exit codes for pipelines", async () => {
  const plain = await report("--as-of", now, "--system", "aws");
  expect(plain).toMatchObject({ code: 0, err: "" });
  expect(plain.out).toMatch(
    /AWS: account\n {2}key .*\n {2}report\/bills +AES-256 +256 bits, post-quantum +not scheduled .* nobody: paused, disabled/,
  );
  expect(plain.out).toMatch(/report\/orders +AES-256 +256 bits, post-quantum +on time +\d{4}-\d\d-01 03:00/);
  expect(plain.out).toMatch(/report\/orders .* eu-west-1 +arn:aws:kms:eu-west-1:123456789012:key\//);
  expect(plain.out).toMatch(/3 keys: 1 on time, 0 overdue, 2 not scheduled, 2 without rotation/);
  expect(plain.out).toMatch(
    /\nNo key is overdue; 2 of 3 keys are not scheduled: the oldest, AwsKey "report\/.*", \d+ days? old; 2 keys have no rotation\.\n$/,
  );

  expect((await asJson("--older-than", "60d")).summary).toMatchObject({ keys: 3 });
  expect((await asJson("--container", "account")).summary).toMatchObject({ keys: 3 });
  expect(await report("--as-of", now, "--fail-on-overdue")).toMatchObject({ code: 0 });
  expect(await report("--as-of", now, "--fail-on-unscheduled")).toMatchObject({ code: 4 });
  expect(await report("--as-of", now, "--fail-on-overdue", "--max-age", "60d")).toMatchObject({ code: 4 });
  expect(await report("--as-of", now, "--fail-on-overdue", "--max-age", "RSA 60d")).toMatchObject({ code: 4 });
  expect(await report("--as-of", now, "--fail-on-overdue", "--max-age", "EC 1d")).toMatchObject({ code: 0 });
  const misspelt = await report("--max-age", "AESS 60d");
  expect(misspelt).toMatchObject({ code: 2, out: "" });
  expect(misspelt.err).toContain('"AESS 60d" has "AESS", which is not known; did you mean "AES"?');
  const { err } = await report("--html", page);
  expect(err).toContain(`SHA-256 ${createHash("sha256").update(readFileSync(page)).digest("hex")}`);

  const unknown = await report("--container", "nowhere");
  expect(unknown).toMatchObject({ code: 1, out: "" });
  expect(unknown.err).toContain('no container of keys has the name or id "nowhere"; there are "account"');
  world.environment.CIPHERTRUST_PASSWORD = "wrong";
  const refused = await report();
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).not.toContain("wrong");
});
