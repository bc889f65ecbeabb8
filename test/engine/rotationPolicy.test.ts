import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configure } from "./example";
import { exampleWorld } from "../../tools/examples";
import { engineTimeout, items, Stack, startWorld, type World } from "./harness";
import { ownPack } from "./pack";
import { materialsIn, newestIn } from "./rotatedKeys";
import { stateFile } from "./stored";

/**
 * The guarantee of a policy, with the real engine: kept in eight systems and the service's own
 * vault, defended against changes outside Pulumi.
 */

jest.setTimeout(engineTimeout);

const clouds = ["aws", "azure", "google", "oci", "salesforce", "sap", "ekm", "dke"];
/** Their keys, and those of the vault. */
const all = [...clouds, "vault AES", "vault RSA"];
const days = 86_400;

let world: World;
let stack: Stack;
let pack: ReturnType<typeof ownPack>;

beforeAll(async () => {
  world = await startWorld({ world: exampleWorld });
  stack = await Stack.ofExample(world.environment, "rotation-policy");
  await configure(stack, "rotation-policy");
  pack = ownPack({});
});
afterAll(async () => {
  stack?.remove();
  pack?.remove();
  await world?.close();
});

const list = async (path: string) => items(await world.api("GET", path));
const only = async (path: string) => (await list(path))[0]!;
const clean = async () =>
  expect(await stack.preview("--refresh", "--expect-no-changes", ...pack.args)).toMatchObject({ code: 0 });
const schedule = (cloud: string) => only(`/scheduler/job-configs?name=production-${cloud}`);

const versions = () => materialsIn(world);
const newest = (name: string) => newestIn(world, name);
const rotations = () => list("/scheduler/jobs?limit=1000&operation=cckm_key_rotation");

test("a preview shows when the service will check, and one up keeps the guarantee in nine systems", async () => {
  const preview = await stack.preview(...pack.args);
  expect(preview).toMatchObject({ code: 0 });
  expect(preview.text).toMatch(/nextChecks\s*:\s*\[\s*\[?0\]?\s*:?\s*"\d{4}-\d\d-\d\dT03:00:00\.000Z"/);
  expect(await stack.up(...pack.args)).toMatchObject({
    code: 0,
    text: expect.not.stringContaining("error:") as string,
  });
  expect(stack.outputs()).toMatchObject({
    systems: [...clouds, "vault"],
    nextChecks: Array(3).fill(expect.any(String)),
  });
  for (const cloud of clouds) {
    const { run_at, job_config_params } = await schedule(cloud);
    expect({ cloud, run_at, job_config_params }).toMatchObject({
      cloud,
      run_at: "0 3 * * *",
      job_config_params: { rotation_after: "89d" },
    });
  }
  expect(await schedule("vault")).toMatchObject({
    run_at: "0 3 * * *",
    disabled: false,
    job_config_params: { key_query: { names: ["policy-contracts", "policy-records"], rotationDateReached: true } },
  });
  expect(await newest("policy-records")).toMatchObject({ rotationFrequencyDays: "89" });
  await clean();
});

test("within 90 days the service's scheduler has created a new version of every key, and that is not drift", async () => {
  const before = await versions();
  expect(Object.keys(before).sort()).toEqual([...all].sort());
  await world.control("POST", "/clock", { advanceSeconds: 88 * days });
  expect(await versions()).toEqual(before);
  await world.control("POST", "/clock", { advanceSeconds: 2 * days });
  const after = await versions();
  for (const cloud of all) expect({ cloud, is: after[cloud] }).not.toEqual({ cloud, is: before[cloud] });
  const rotated = (await rotations()).filter(({ result }) => result === "1 of 1 key rotated");
  expect(rotated.map(({ name, status }) => `${String(name)} ${String(status)}`).sort()).toEqual(
    clouds.map((cloud) => `production-${cloud} completed`).sort(),
  );
  await clean();
});

test("elapsed time is not a change, although the next runs are others", async () => {
  const before = stack.outputs().nextChecks as string[];
  const longBefore = before.map((run) => new Date(Date.parse(run) - 200 * days * 1000).toISOString());
  const file = join(stack.folder, "state", stateFile("ciphertrust-rotation-policy"));
  const stored = readFileSync(file, "utf8");
  // As an update 200 days ago would have stored it.
  writeFileSync(
    file,
    before.reduce((text, run, at) => text.replaceAll(run, longBefore[at]!), stored),
  );
  try {
    const drift = await stack.drift();
    expect(drift).toMatchObject({ code: 0 });
    // The preview mentions them.
    expect(drift.text).toContain(`"${longBefore[0]}" => "`);
  } finally {
    writeFileSync(file, stored);
  }
});

test("a disabled schedule, another cron expression and an unbound key are shown with their properties, and corrected", async () => {
  const [aws, sap] = [String((await schedule("aws")).id), String((await schedule("sap")).id)];
  await world.api("PATCH", `/scheduler/job-configs/${aws}`, { disabled: true });
  await world.api("PATCH", `/scheduler/job-configs/${sap}`, { run_at: "0 3 1 1 *" });
  const google = await only("/cckm/google/keys?key_id=shop");
  await world.api("POST", `/cckm/google/keys/${String(google.id)}/disable-auto-rotation`);
  await world.api("PATCH", `/scheduler/job-configs/${String((await schedule("vault")).id)}`, { disabled: true });
  await world.api("PATCH", `/vault/keys2/${String((await newest("policy-records")).id)}`, {
    rotationFrequencyDays: "0",
  });

  const drift = await stack.drift();
  expect(drift.code).toBe(7);
  expect(drift.text).toMatch(/disabled\s*: true => false/);
  expect(drift.text).toMatch(/runAt\s*: "0 3 1 1 \*" => "0 3 \* \* \*"/);
  expect(drift.text).toMatch(/GoogleKey-shop[^]*schedule\s*: "/);
  expect(drift.text).toMatch(/VaultKey-policy-records[^]*frequencyDays\s*: 0 => 89/);
  expect(drift.text).not.toMatch(/\(create\)|\(replace\)|\(delete\)/);

  expect(await stack.up("--refresh")).toMatchObject({ code: 0 });
  await clean();
  expect(await schedule("vault")).toMatchObject({ disabled: false });
  expect(await newest("policy-records")).toMatchObject({ rotationFrequencyDays: "89" });
  expect(await schedule("aws")).toMatchObject({ disabled: false });
  expect(await schedule("sap")).toMatchObject({ run_at: "0 3 * * *" });
  const { id } = await schedule("google");
  expect(await only("/cckm/google/keys?key_id=shop")).toMatchObject({
    auto_rotate: true,
    labels: { job_config_id: id },
  });
});

test("a key that grows too old is reported by previews and updates, until it is rotated", async () => {
  expect((await stack.preview()).text).not.toContain("older than 90 days");
  const { id } = await schedule("sap");
  await world.api("PATCH", `/scheduler/job-configs/${String(id)}`, { disabled: true });
  await world.control("POST", "/clock", { advanceSeconds: 95 * days });

  const told = (disabled: boolean) =>
    new RegExp(
      `warning: 1 of 10 keys is older than 90 days:[^]*SapKey "finance": Its material is 9\\d days old; 90 are allowed. ` +
        `The schedule "production-sap" ${disabled ? "is not going to rotate it: the schedule is disabled" : "rotates it"}`,
    );
  const preview = await stack.preview();
  expect(preview).toMatchObject({ code: 0, text: expect.stringMatching(told(true)) as string });
  const repaired = await stack.up("--refresh");
  expect(repaired).toMatchObject({ code: 0, text: expect.stringMatching(told(false)) as string });
  await world.control("POST", "/clock", { advanceSeconds: days });
  const rotated = await stack.up("--refresh");
  expect(rotated).toMatchObject({ code: 0, text: expect.not.stringContaining("older than 90 days") as string });
  await clean();
});

test("another age is updated in place, and applies from then on", async () => {
  await stack.config("every", "30d");
  const preview = await stack.preview();
  expect(preview.text).toMatch(/rotationAfter\s*: "89d" => "29d"/);
  expect(preview.text).not.toMatch(/\(create\)|\(replace\)|\(delete\)/);
  expect(await stack.up()).toMatchObject({ code: 0 });
  const before = await versions();
  await world.control("POST", "/clock", { advanceSeconds: 30 * days });
  const after = await versions();
  for (const cloud of all) expect({ cloud, is: after[cloud] }).not.toEqual({ cloud, is: before[cloud] });
  // The vault's keys had days behind them: their new versions inherit the fewer days.
  const drift = await stack.drift();
  expect(drift.text).toMatch(/VaultKey-policy-records[^]*frequencyDays\s*: 2\d => 29/);
  expect(drift.text).not.toMatch(/\(create\)|\(replace\)|\(delete\)/);
  expect(await stack.up("--refresh")).toMatchObject({ code: 0 });
  await clean();
});

test("a key that cannot rotate stops the preview, by name, with the reason and advice", async () => {
  const other = await Stack.create(world.environment);
  try {
    const keys = '[{ type: "LunaKey", id: "k-1", name: "vault" }, { type: "SapKey", id: "k-2", name: "ledger" }]';
    other.program(`new ciphertrust.KeyRotationPolicy("pci", { every: "90d", keys: ${keys} });`);
    const preview = await other.preview();
    expect(preview.code).not.toBe(0);
    expect(preview.text).toMatch(/LunaKey-vault[^]*key\.type: the service cannot rotate LunaKey on a schedule/);
    expect(preview.text).toContain("use it as the source of other keys, with keySource hsm-luna");
    expect(preview.text).not.toMatch(/SapKey-ledger[^\n]*(problem|error)/);
  } finally {
    other.remove();
  }
});

test("as an error the notice fails the update, but nothing that it declares; the service's own notices are set too", async () => {
  const expiry = "/cckm/settings/aws_key_expiry_notification";
  const before = await world.api("GET", expiry);
  const { id } = await only("/cckm/ekm/endpoints?name=analytics");
  const other = await Stack.create(world.environment);
  try {
    const notify = '{ as: "error", expiry: { aws: { days: 30 } } }';
    const keys = `[{ type: "EkmEndpoint", id: "${String(id)}" }]`;
    const args = `{ every: "10d", adopt: true, keys: ${keys}, notify: ${notify} }`;
    const policy = `const policy = new ciphertrust.KeyRotationPolicy("eager", ${args});\n`;
    await world.control("POST", "/clock", { advanceSeconds: 15 * days });
    other.program(`${policy}new ciphertrust.Group("last", {}, { dependsOn: policy.bindings });`);
    const up = await other.up();
    expect(up.code).not.toBe(0);
    expect(up.text).toMatch(
      /error: KeyRotationPolicy "eager": 1 of 1 key is older than 10 days:[^]*EkmEndpoint "analytics": Its material is \d\d days old; 10 are/,
    );
    expect(await world.api("GET", expiry)).toMatchObject({ ...before, days: 30 });
    expect(await world.api("GET", "/usermgmt/groups/last")).toMatchObject({ name: "last" });
    await world.control("POST", "/clock", { advanceSeconds: days });
    expect(await other.up()).toMatchObject({ code: 0 });
    expect(await other.destroy()).toMatchObject({ code: 0 });
    expect(await world.api("GET", expiry)).toMatchObject(before);
  } finally {
    other.remove();
  }
});

test("destroy unbinds and leaves nothing of it in the service", async () => {
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  const left = ["/connectionmgmt/connections", "/scheduler/job-configs", "/cckm/ekm/endpoints", "/cckm/sfdc/keys"];
  for (const path of left) {
    expect({ path, total: (await world.api("GET", path)).total }).toEqual({ path, total: 0 });
  }
});
