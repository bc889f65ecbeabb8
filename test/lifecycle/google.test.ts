import type { Clock } from "../../provider/api/clock";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { googleKeyRingsSeen, googleKeyVersions, googleLocations, googleProjects } from "../../provider/lookups/google";
import { paymentsRing, prodEmail, prodKeyFile, makeGoogleConnection, makeRing } from "./fixtures/google";
import { make, startRig, type Rig } from "./rig";
import { changedKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** What the lifecycle rows do not cover of Google. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

/** Waits take no time here. */
function impatient(): Clock {
  let now = Date.now();
  const sleep = async (milliseconds: number) => void (now += milliseconds);
  return { now: () => now, sleep, random: () => 0.5 };
}

const account = (change: Bag) => rig.control("POST", "/world/google/serviceAccounts", { email: prodEmail, ...change });
const privateKeyId = "3f7a1c09e5b2d84610af73be92c5d8e04761ab3c";
const connections = "/connectionmgmt/services/gcp/connections";
const checked = (type: string, args: Bag) => rig.lifecycle(type).check({}, args);
const reasons = (type: string, args: Bag) => checked(type, args).failures.map(({ property }) => property);
const clean = async (type: string, id: string, state: Bag, inputs: Bag) => {
  const seen = await rig.lifecycle(type).read(id, state);
  return rig.lifecycle(type).diff(seen!.state, inputs);
};

describe("a connection", () => {
  test("that is no longer ready makes a ring wait until the deadline, and no longer once it is fixed", async () => {
    const connection = await makeGoogleConnection(rig, "lost");
    const key = (JSON.parse(prodKeyFile) as { private_key: string }).private_key;
    await account({ removeKeys: [privateKeyId] });
    await rig.api.post(`${connections}/${connection}/test`, {});
    const { inputs } = checked("GoogleKeyRing", { name: paymentsRing, connection });
    await expect(rig.lifecycle("GoogleKeyRing", impatient()).create(inputs)).rejects.toThrow(
      /creating GoogleKeyRing "payments" failed: GoogleConnection "lost" is failed, not ready; the service says: invalid_grant/,
    );
    await account({ keys: [{ privateKeyId, privateKey: key }] });
    expect((await rig.lifecycle("GoogleKeyRing").create(inputs)).state).toMatchObject({ projectId: "acme-prod" });
  });

  test("with an invalid key file is rejected by the check", () => {
    const bad = ["{}", "no JSON", JSON.stringify({ ...(JSON.parse(prodKeyFile) as Bag), type: "user" })];
    for (const keyFile of bad) {
      const { failures } = checked("GoogleConnection", { name: "x", keyFile });
      expect(failures).toEqual([{ property: "keyFile", reason: expect.stringContaining("service account") }]);
    }
  });
});

test("a refresh of keys asks for their ring once, for their states by lists, and sees one that was disabled outside", async () => {
  const keyRing = await makeRing(rig);
  const names = Array.from({ length: 10 }, (_, at) => `key-${at}`);
  const keys = await Promise.all(names.map((keyName) => make(rig, "GoogleKey", { keyRing, keyName })));
  const disabled = keys[0]!.id;
  const [version] = await rig.api.list(`/cckm/google/keys/${disabled}/versions`);
  await rig.api.post(`/cckm/google/keys/${disabled}/versions/${String(version!.id)}/disable`);
  await rig.control("DELETE", "/requests");
  rig.shareReads();
  const seen = await Promise.all(keys.map(({ id, state }) => rig.lifecycle("GoogleKey").read(id, state)));
  rig.shareReads(false);
  expect(seen.map((one) => one!.state.state)).toEqual(["DISABLED", ...names.slice(1).map(() => "ENABLED")]);
  const routes = Object.entries((await rig.control("GET", "/requests")).routes as Record<string, number>);
  const asked = (pattern: RegExp) => routes.flatMap(([route, count]) => (pattern.test(route) ? count : []));
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  // A page of rings, and the one that is compared with it.
  expect(sum(asked(/key-rings/))).toBeLessThanOrEqual(2);
  // Those of the four keys that are compared with the list, and of the one that differs.
  expect(sum(asked(/versions$/))).toBeLessThanOrEqual(5);

  await rig.control("DELETE", "/requests");
  await Promise.all(keys.map(({ id, state }) => rig.lifecycle("GoogleKey").read(id, state)));
  const alone = (await rig.control("GET", "/requests")).routes as Record<string, number>;
  expect(Object.keys(alone).filter((route) => route.includes("key-rings"))).toEqual([]);
});

test("a ring changes its connection in place", async () => {
  const first = await makeRing(rig);
  const second = await makeGoogleConnection(rig, "second");
  const { inputs } = checked("GoogleKeyRing", { name: paymentsRing, connection: second });
  const state = (await rig.lifecycle("GoogleKeyRing").read(first, {}))!.state;
  expect(rig.lifecycle("GoogleKeyRing").diff(state, inputs)).toMatchObject({ changed: ["connection"], replaces: [] });
  expect((await rig.lifecycle("GoogleKeyRing").update(first, state, inputs)).state).toEqual({
    ...state,
    [changedKey]: expect.any(Number),
    connection: second,
  });
});

test("a ring grants and revokes permissions", async () => {
  const container = { type: "GoogleKeyRing", id: await makeRing(rig) };
  const made = await make(rig, "ContainerAcl", { container, group: "CCKM Users", actions: ["keycreate", "view"] });
  const { acls } = await rig.api.get(`/cckm/google/key-rings/${container.id}`);
  expect(acls).toEqual([{ group: "CCKM Users", actions: ["keycreate", "view"] }]);
  const got = await rig.lifecycle("ContainerAcl").read(made.id, {});
  expect(got?.state).toEqual({ container, group: "CCKM Users", actions: ["keycreate", "view"] });
  await rig.lifecycle("ContainerAcl").delete(made.id, made.state);
});

describe("a key", () => {
  test("that a schedule or Google rotates has not drifted", async () => {
    const keyRing = await makeRing(rig);
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const args = { keyRing, keyName: "rotates", nextRotationTime: soon, rotationPeriod: "864000s" };
    const key = await make(rig, "GoogleKey", args);
    const schedule = await make(rig, "RotationSchedule", { name: "daily", cloud: "google", runAt: "0 3 * * *" });
    const binding = await make(rig, "KeyRotation", { key: { type: "GoogleKey", id: key.id }, schedule: schedule.id });
    expect(binding.state).toMatchObject({ keySource: "native" });
    await rig.advance(4 * 86_400);
    await make(rig, "Refresh", { cloud: "google" });
    const seen = await rig.lifecycle("GoogleKey").read(key.id, key.state);
    expect(Number(seen!.state.primaryVersion)).toBeGreaterThan(4);
    expect(seen!.state.upcomingRotationTime).not.toBe(key.state.upcomingRotationTime);
    expect(rig.lifecycle("GoogleKey").diff(seen!.state, key.inputs)).toMatchObject({ changes: false, changed: [] });
    expect(await clean("KeyRotation", binding.id, binding.state, binding.inputs)).toMatchObject({ changes: false });
  });

  test("is bound to a source of material, and only Google's parameters are accepted", async () => {
    const keyRing = await makeRing(rig);
    const { id } = await make(rig, "GoogleKey", {
      keyRing,
      keyName: "signs",
      purpose: "ASYMMETRIC_SIGN",
      algorithm: "EC_SIGN_P256_SHA256",
    });
    const { id: schedule } = await make(rig, "RotationSchedule", { name: "s", cloud: "google", runAt: "0 3 * * *" });
    const key = { type: "GoogleKey", id };
    const args = { key, schedule, keySource: "ciphertrust", algorithm: "EC_SIGN_P384_SHA384" };
    const made = await make(rig, "KeyRotation", args);
    expect(made.state).toMatchObject(args);
    await rig.advance(86_400);
    expect((await googleKeyVersions(rig.api, { key: id }))[0]).toMatchObject({ version: 2, keyMaterialOrigin: "cckm" });
    expect(reasons("KeyRotation", { key, schedule, disableEncrypt: true, keyType: "RSA" })).toEqual([
      "disableEncrypt",
      "keyType",
    ]);
  });

  test("that Google takes a while to create is waited for, and then disabled if the program says so", async () => {
    await rig.control("POST", "/world/google/projects", { projectId: "acme-prod", generationSeconds: 0.5 });
    const args = { keyRing: await makeRing(rig), keyName: "hsm", protectionLevel: "HSM", enabled: false };
    expect((await make(rig, "GoogleKey", args)).state).toMatchObject({ state: "DISABLED", enabled: false });
  });

  test("is uploaded from the vault, and so is a version of it", async () => {
    const keyRing = await makeRing(rig);
    const vault = await rig.api.post("/vault/keys2/", { name: "source" });
    const key = await make(rig, "GoogleKey", { keyRing, keyName: "byok", sourceKeyId: vault.id, importOnly: true });
    expect(await googleKeyVersions(rig.api, { key: key.id })).toMatchObject([
      { version: 1, keyMaterialOrigin: "cckm" },
    ]);
    expect(await clean("GoogleKey", key.id, key.state, key.inputs)).toMatchObject({ changes: false });
    const next = await rig.api.post("/vault/keys2/", { name: "source-2" });
    const version = await make(rig, "GoogleKeyVersion", { key: key.id, isNative: false, sourceKeyId: next.id });
    expect(version.state).toMatchObject({ version: 2, isNative: false, isPrimary: true, state: "ENABLED" });
    expect(await googleKeyVersions(rig.api, { key: key.id, state: "ENABLED" })).toHaveLength(2);
    const other = checked("GoogleKeyVersion", { key: key.id, isNative: true }).inputs;
    expect(rig.lifecycle("GoogleKeyVersion").diff(version.state, other).replaces).toContain("isNative");
  });

  test("keeps the primary version in the program, and is corrected to it", async () => {
    const args = { keyRing: await makeRing(rig), keyName: "pinned" };
    const key = await make(rig, "GoogleKey", args);
    await make(rig, "GoogleKeyVersion", { key: key.id });
    const { inputs } = checked("GoogleKey", { ...args, primaryVersionId: "1" });
    const seen = await rig.lifecycle("GoogleKey").read(key.id, key.state);
    expect(seen!.state).toMatchObject({ primaryVersion: "2" });
    const pinned = await rig.lifecycle("GoogleKey").update(key.id, seen!.state, inputs);
    expect(pinned.state).toMatchObject({ primaryVersionId: "1", primaryVersion: "1" });
  });

  test("changes the algorithm of future versions in place", async () => {
    const args = {
      keyRing: await makeRing(rig),
      keyName: "alg",
      purpose: "ASYMMETRIC_SIGN",
      algorithm: "EC_SIGN_P256_SHA256",
    };
    const key = await make(rig, "GoogleKey", args);
    const { inputs } = checked("GoogleKey", { ...args, algorithm: "EC_SIGN_P384_SHA384", labels: { a: "b" } });
    const changed = await rig.lifecycle("GoogleKey").update(key.id, key.state, inputs);
    expect(changed.state).toMatchObject({ algorithm: "EC_SIGN_P384_SHA384", labels: { a: "b" } });
  });

  test("is kept on destroy, unless its versions are to be destroyed", async () => {
    const keyRing = await makeRing(rig);
    const states = async (key: string) => (await googleKeyVersions(rig.api, { key })).map(({ state }) => state);
    const kept = await make(rig, "GoogleKey", { keyRing, keyName: "kept" });
    await rig.lifecycle("GoogleKey").delete(kept.id, kept.state);
    expect(await states(kept.id)).toEqual(["ENABLED"]);
    const spent = await make(rig, "GoogleKey", { keyRing, keyName: "spent", onDestroy: "scheduleDestroy" });
    await make(rig, "GoogleKeyVersion", { key: spent.id, enabled: false });
    await rig.lifecycle("GoogleKey").delete(spent.id, spent.state);
    expect(await states(spent.id)).toEqual(["DESTROY_SCHEDULED", "DESTROY_SCHEDULED"]);
    // Declaring it again restores the primary version.
    const again = await rig.lifecycle("GoogleKey").create({ ...spent.inputs, adopt: true });
    expect(again).toMatchObject({ id: spent.id, state: { enabled: true, state: "ENABLED", keyRing } });
  });

  test.each([
    ["an algorithm of another purpose", { algorithm: "HMAC_SHA256" }, ["algorithm"]],
    ["a purpose without its algorithm", { purpose: "MAC" }, ["algorithm"]],
    [
      "a curve that only HSMs have",
      { purpose: "ASYMMETRIC_SIGN", algorithm: "EC_SIGN_SECP256K1_SHA256" },
      ["algorithm"],
    ],
    ["a period without a date", { rotationPeriod: "864000s" }, ["nextRotationTime"]],
    ["a period of an hour", { rotationPeriod: "3600s", nextRotationTime: "2099-01-01T00:00:00Z" }, ["rotationPeriod"]],
    ["a period in days", { rotationPeriod: "30d" }, ["rotationPeriod"]],
    [
      "a rotation of a MAC key",
      { purpose: "MAC", algorithm: "HMAC_SHA256", primaryVersionId: "1" },
      ["primaryVersionId"],
    ],
    ["a tier without a source", { sourceKeyTier: "dsm" }, ["sourceKeyTier"]],
    ["labels in capitals", { labels: { Team: "A" } }, ["labels.Team", "labels.Team"]],
    ["a name with a slash", { keyName: "a/b" }, ["keyName"]],
  ])("with %s is rejected by the check", (_name, args, properties) => {
    const found = reasons("GoogleKey", { keyRing: "r", keyName: "k", ...args });
    expect(new Set(found)).toEqual(new Set(properties));
  });

  test("cannot lose its rotation period", () => {
    const olds = { keyRing: "r", keyName: "k", nextRotationTime: "2099-01-01T00:00:00Z", rotationPeriod: "864000s" };
    const { failures } = rig.lifecycle("GoogleKey").check(olds, { keyRing: "r", keyName: "k" });
    expect(failures.map(({ property }) => property)).toEqual(["rotationPeriod"]);
  });
});

describe("a refresh", () => {
  test("counts the keys of its rings only, also of rings with the same name", async () => {
    await rig.control("POST", "/world/google/projects", {
      projectId: "acme-prod",
      keyRings: [{ name: "payments", location: "us-east1", keys: [{ name: "a" }, { name: "b" }] }],
    });
    const first = await makeRing(rig);
    const connection = await makeGoogleConnection(rig, "two");
    const name = "projects/acme-prod/locations/us-east1/keyRings/payments";
    const second = (await make(rig, "GoogleKeyRing", { name, connection })).id;
    const counted = async (args: Bag) => (await make(rig, "Refresh", { cloud: "google", ...args })).state;
    expect(await counted({ containers: [second] })).toMatchObject({ keys: 2, newKeys: 2, goneKeys: 0 });
    expect(await counted({ containers: [first] })).toMatchObject({ keys: 5, newKeys: 5 });
    await rig.control("POST", "/world/google/keys", { key: `${name}/cryptoKeys/a`, delete: true });
    expect(await counted({})).toMatchObject({ keys: 6, newKeys: 0, goneKeys: 1 });
  });

  test("is scheduled", async () => {
    const containers = [await makeRing(rig)];
    await make(rig, "RefreshSchedule", { name: "nightly", cloud: "google", containers, runAt: "0 2 * * *" });
    await rig.advance(86_400);
    expect(await rig.api.count("/cckm/google/keys", { key_ring_id: "payments" })).toBe(5);
  });
});

test("a report covers rings", async () => {
  const containers = [await makeRing(rig)];
  await make(rig, "Refresh", { cloud: "google" });
  const made = await make(rig, "Report", { name: "ages", cloud: "google", reportType: "key-aging", containers });
  expect(made.state).toMatchObject({ status: "completed", rows: 5 });
});

test("what a connection can see is looked up before anything is added, on all pages", async () => {
  const keyRings = Array.from({ length: 205 }, (_, index) => ({ name: `ring-${index}`, location: "us-east1" }));
  await rig.control("POST", "/world/google/projects", { projectId: "acme-prod", keyRings });
  const connection = await makeGoogleConnection(rig, "sees");
  const projects = await googleProjects(rig.api, { connection });
  expect(projects).toEqual([
    { projectId: "acme-prod", name: "Production", labels: { env: "prod", team: "platform" } },
    { projectId: "acme-analytics", name: "Analytics", labels: { env: "prod", team: "data" } },
  ]);
  const projectId = "acme-prod";
  expect(await googleLocations(rig.api, { connection, projectId })).toEqual([
    "global",
    "europe-west3",
    "europe-west4",
    "us-east1",
  ]);
  expect(await googleKeyRingsSeen(rig.api, { connection, projectId, location: "us-east1" })).toHaveLength(205);
  const all = await googleKeyRingsSeen(rig.api, { connection, projectId });
  expect(all).toHaveLength(208);
  expect(all[0]).toEqual({
    name: "projects/acme-prod/locations/global/keyRings/shared",
    projectId,
    location: "global",
    keyRing: "shared",
  });
  expect(await rig.api.count("/cckm/google/key-rings")).toBe(0);
});
