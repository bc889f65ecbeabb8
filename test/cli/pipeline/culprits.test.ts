import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { readSettings, type SettingName } from "../../../provider/api/settings";
import type { AuditRecord } from "../../../provider/lookups/audit";
import { culpritsIn, culpritsOf, deploymentsSince } from "../../../cli/pipeline/culprits";
import { reportOf } from "../../../cli/pipeline/report";
import { withEmulator } from "../../emulator/client";
import { plan, providerUrn, refresh, step, urn } from "./steps";

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString();
const last = { from: Date.parse(at(10)), to: Date.parse(at(20)) };
const between = { deployments: [last], run: Date.parse(at(50)), ahead: 0 };

const given: Record<string, string> = { address: "https://cm.example.com", username: "ci", password: "secret" };
const settings = readSettings((name: SettingName) => given[name], {});

const was = { name: "backups", description: "nightly" };
const now = { name: "backups", description: "by hand" };
const events = [...refresh("backups", was, now), ...plan("update", "backups", now, was)];
const { drifted } = reportOf(events);

const record = (more: Partial<AuditRecord>): AuditRecord => ({
  id: "",
  createdAt: at(30),
  severity: "info",
  message: "PATCH /vault/keys2/{id}",
  username: "mallory",
  clientId: "made-up",
  success: true,
  details: { method: "PATCH", path: "/api/v1/vault/keys2/id-of-key" },
  ...more,
});

const named = (records: AuditRecord[], own = settings) =>
  culpritsIn(records, drifted, own, between)
    .get(urn("backups"))
    ?.map(({ who }) => who);

const client = { clientId: "client-1", username: undefined };

test.each<[string, Partial<AuditRecord>, string[]]>([
  ["a change by the id", {}, ["mallory"]],
  [
    "a change by the name, below the resource's own collection",
    { details: { path: "/api/v1/vault/keys2/backups" } },
    ["mallory"],
  ],
  ["the same name elsewhere", { details: { path: "/api/v1/usermgmt/users/backups" } }, []],
  ["another object", { details: { path: "/api/v1/vault/keys2/backups-2" } }, []],
  ["an id in the message", { details: {}, message: "key id-of-key was changed" }, ["mallory"]],
  ["an escaped id in a longer path", { details: { path: "/vault/keys2/id%2Dof%2Dkey/versions" } }, ["mallory"]],
  ["an invalid escape sequence in the path", { details: { path: "/vault/keys2/%E0%A4%A/id-of-key" } }, ["mallory"]],
  ["a call that only reads", { message: "GET /vault/keys2/{id}", details: { path: "/vault/keys2/id-of-key" } }, []],
  ["a login", { details: { method: "POST", path: "/api/v1/auth/tokens/", user: "id-of-key" } }, []],
  ["a change that was refused", { success: false }, []],
  ["a registered client", client, ["client client-1"]],
  ["no user name", { username: undefined, clientId: undefined }, ["unknown"]],
  ["our own, during the last up", { username: "ci", createdAt: at(15) }, []],
  ["our own, during this run", { username: "ci", createdAt: at(55) }, []],
  ["our own identity, used manually", { username: "ci" }, ["ci"]],
  ["another user's during the last up", { createdAt: at(15) }, ["mallory"]],
])("%s", (_title, more, expected) => {
  expect(named([record(more)])).toEqual(expected);
});

test.each(["ciphertrust:address", "address"])(
  "drift on another service, by %s of its provider, is nobody's here",
  (key) => {
    const one = (address: string) => {
      const { drifted } = reportOf([
        ...refresh("orders", { description: "a" }, { description: "b" }),
        ...plan("update", "orders", { description: "b" }, { description: "a" }),
      ]);
      return drifted.map((found) => ({ ...found, provider: { [key]: address } }));
    };
    const blamed = (address: string) => culpritsIn([record({})], one(address), settings, between).size;
    expect(blamed(settings.address)).toBe(1);
    expect(blamed("cm.example.com/api/v1/")).toBe(1);
    expect(blamed("https://elsewhere.example.com")).toBe(0);
    expect(blamed("https://cm.example.com/another")).toBe(0);
  },
);

test("an object whose id is its name is only recognized below its own collection", () => {
  const type = "pulumi-nodejs:dynamic/ciphertrust:Group";
  const group = { name: "ops", description: "ours" };
  const changed = { ...group, description: "theirs" };
  const sides = [group, changed].map((inputs) => ({ id: "ops", inputs, outputs: inputs }));
  const found = { ...step("refresh", "ops", sides[0]!, sides[1]!, type) };
  const planned = { ...step("update", "ops", sides[1]!, sides[0]!, type) };
  const report = reportOf([{ resOutputsEvent: { metadata: found } }, { resourcePreEvent: { metadata: planned } }]);
  const blamed = (path: string) =>
    culpritsIn([record({ message: "", details: { method: "PATCH", path } })], report.drifted, settings, between).get(
      urn("ops", type),
    )!.length;
  expect(blamed("/api/v1/usermgmt/groups/ops")).toBe(1);
  expect(blamed("/api/v1/vault/keys2/ops")).toBe(0);
});

describe("the last up", () => {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-fake-history-"));
  const { PATH } = process.env;
  afterEach(() => (process.env.PATH = PATH));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is found however many refreshes followed", async () => {
    const page = (kind: string, second: number) =>
      JSON.stringify([{ kind, startTime: at(second), endTime: at(second) }]);
    const script = `case "$*" in *"--page 1 "*|*"--page 2 "*) echo '${page("refresh", 40)}' ;;
      *"--page 3 "*) echo '${page("update", 10)}' ;; *) echo '[]' ;; esac`;
    writeFileSync(join(folder, "pulumi"), `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 });
    process.env.PATH = [folder, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
    const place = { cwd: folder, args: ["--stack", "prod"] };
    const found = [{ from: Date.parse(at(10)), to: Date.parse(at(11)) }];
    expect(await deploymentsSince(Infinity, between.run, place)).toEqual(found);
    expect(await deploymentsSince(Infinity, Date.parse(at(5)), place)).toEqual([]);
    expect(await deploymentsSince(0, between.run, place)).toEqual(found);
  });
});

test("a registered client is recognized by its identity", () => {
  const own = { ...settings, username: undefined, clientId: "client-1" };
  expect(named([record({ ...client, createdAt: at(15) })], own)).toEqual([]);
  expect(named([record({ ...client, clientId: "client-2", createdAt: at(15) })], own)).toEqual(["client client-2"]);
});

describe("a service whose clock is ahead", () => {
  const hour = 3_600_000;
  const later = (second: number) => new Date(Date.parse(at(second)) + hour).toISOString();
  const blamed = (...records: Partial<AuditRecord>[]) =>
    culpritsIn(records.map(record), drifted, settings, { ...between, ahead: hour })
      .get(urn("backups"))!
      .map(({ who }) => who);

  test.each<[string, string, string[]]>([
    ["a change before this run", later(40), ["ci"]],
    ["this run", later(55), []],
    ["the last up", later(15), []],
    ["the last up, before the clock was ahead", at(15), []],
    ["a change before the clock was ahead", at(40), ["ci"]],
  ])("our own identity: %s", (_title, createdAt, expected) => {
    expect(blamed({ username: "ci", createdAt })).toEqual(expected);
  });

  test("the newest change is named, not only an older one", () => {
    expect(blamed({ username: "ci", createdAt: later(40) }, { createdAt: at(30) })).toEqual(["ci", "mallory"]);
  });
});

test("what the last up has overwritten is nobody's change", () => {
  const own = { username: "ci", createdAt: at(15) };
  const before = { username: "eve", createdAt: at(12) };
  expect(named([record(own), record(before)])).toEqual([]);
  expect(named([record({}), record(own), record(before)])).toEqual(["mallory"]);
});

describe("an up that left a change where it was", () => {
  const second = (value: number) => Date.parse(at(value));
  const earlier = { deployments: [last, { from: second(1), to: second(3) }], run: between.run, ahead: 0 };
  const [one] = drifted;
  const blamed = (changed: number | undefined, ...records: Partial<AuditRecord>[]) =>
    culpritsIn(
      records.map(record),
      [{ ...one!, deployed: { ...one!.deployed, outputs: { ...one!.deployed.outputs, __changed: changed } } }],
      settings,
      earlier,
    )
      .get(urn("backups"))!
      .map(({ who }) => who);
  const eve = { username: "eve", createdAt: at(6) };

  test.each<[string, number | undefined, Partial<AuditRecord>[], string[]]>([
    ["a change since the object was deployed counts", second(2), [eve], ["eve"]],
    ["not what that deployment itself has written", second(2), [{ username: "ci", createdAt: at(3) }], []],
    [
      "nor what it has overwritten",
      second(2),
      [
        { username: "ci", createdAt: at(3) },
        { ...eve, createdAt: at(2) },
      ],
      [],
    ],
    ["nor a change before it, whoever deployed", second(7), [eve], []],
    ["where the state does not tell, a change before the last up is not known to be the one", undefined, [eve], []],
  ])("%s", (_title, changed, records, expected) => {
    expect(blamed(changed, ...records)).toEqual(expected);
  });
});

test("the newest comes first, as in the records", () => {
  expect(named([record({ username: "eve", createdAt: at(31) }), record({})])).toEqual(["eve", "mallory"]);
});

test("objects of another service or domain are not looked up with our credentials", () => {
  const providerOf = (inputs: Record<string, unknown>) => {
    const side = { inputs };
    return [
      {
        resOutputsEvent: {
          metadata: { ...step("refresh", "default", side, side), urn: providerUrn, type: "pulumi:providers:x" },
        },
      },
    ];
  };
  const found = (inputs: Record<string, unknown>) =>
    culpritsIn([record({})], reportOf([...providerOf(inputs), ...events]).drifted, settings, between).has(
      urn("backups"),
    );
  expect(found({ "ciphertrust:address": "https://cm.example.com" })).toBe(true);
  expect(found({ "ciphertrust:address": "CM.example.com:443/", "ciphertrust:domain": "" })).toBe(true);
  expect(found({ "ciphertrust:address": "https://other.example.com" })).toBe(false);
  expect(found({ "ciphertrust:domain": "tenant" })).toBe(false);
});

describe("a service whose clock was advanced", () => {
  const service = withEmulator();
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-fake-config-"));
  const { PATH } = process.env;
  afterAll(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true, force: true });
  });

  const day = 86_400_000;
  /** A key that is changed by hand a day after it was made, and a stack with this history. */
  const changedByHand = async (...updates: number[]) => {
    const { address, username, password, caCertificate } = service.emulator;
    const config = Object.entries({ address, username, password, caCertificate });
    const shown = JSON.stringify(
      Object.fromEntries(config.map(([name, value]) => [`ciphertrust:${name}`, { value, secret: false }])),
    );
    const times = updates.map((time) => new Date(time).toISOString());
    const history = JSON.stringify(times.map((time) => ({ kind: "update", startTime: time, endTime: time })));
    const script = `case "$*" in config*) echo '${shown}' ;; *"--page 1 "*) echo '${history}' ;; *) echo '[]' ;; esac`;
    writeFileSync(join(folder, "pulumi"), `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 });
    process.env.PATH = [folder, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
    await service.client.ok("POST", "/vault/keys2", { name: "backups" });
    await service.client.advance(day / 1000);
    await service.client.ok("PATCH", "/vault/keys2/backups?type=name", { description: "by hand" });
  };
  const searched = async (wanted: typeof drifted, run: number) => {
    const found = await culpritsOf(wanted, { cwd: folder, args: ["--stack", "prod"] }, run);
    if (typeof found === "string") throw new Error(found);
    return { since: found.since, by: found.by.get(urn("backups")) };
  };
  const byHand = () => [{ who: service.emulator.username, what: "PATCH /vault/keys2/{id}" }];

  test("names our own identity, used manually before this run", async () => {
    await changedByHand();
    expect(await searched(drifted, Date.now())).toMatchObject({ since: undefined, by: byHand() });
  });

  test("names a change that a later up has left where it was, and says from when on the records were read", async () => {
    const now = Date.now();
    await changedByHand(now + 1.5 * day, now - 3 * day);
    const [one] = drifted;
    const outputs = { ...one!.deployed.outputs, __changed: now };
    const deployed = [{ ...one!, deployed: { ...one!.deployed, outputs } }];
    const since = (time: number) => new Date(time).toISOString();
    expect(await searched(deployed, now + 2 * day)).toMatchObject({ since: since(now - 3 * day), by: byHand() });
    expect(await searched(drifted, now + 2 * day)).toEqual({ since: since(now + 1.5 * day), by: [] });
  });
});

test("a reason instead of names when the service cannot be reached", async () => {
  const { PATH, CIPHERTRUST_ADDRESS } = process.env;
  process.env.PATH = "";
  delete process.env.CIPHERTRUST_ADDRESS;
  try {
    expect(await culpritsOf(drifted, { cwd: ".", args: [] }, between.run)).toMatch(/ciphertrust:address .* is missing/);
  } finally {
    process.env.PATH = PATH;
    if (CIPHERTRUST_ADDRESS !== undefined) process.env.CIPHERTRUST_ADDRESS = CIPHERTRUST_ADDRESS;
  }
});
