import { createApi, type Api } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import { Lifecycle } from "../boundLifecycle";
import { definitionOf } from "../../provider/resources/load";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { awsAccount, makeAccount } from "./fixtures/aws";
import { makeVault } from "./fixtures/azure";
import { makeDsmDomain } from "./fixtures/dsm";
import { makeCmDomain } from "./fixtures/externalCm";
import { makeRing } from "./fixtures/google";
import { makeLunaPartition } from "./fixtures/luna";
import { makeOciVault } from "./fixtures/oci";
import { makeOrganization } from "./fixtures/salesforce";
import { makeGroup } from "./fixtures/sap";
import { worldClock } from "./worldClock";
import { make, startRig, type Rig } from "./rig";

/** What a refresh found, how long it may take, and how it is canceled. */

const licensed = { licensing: { licenses: [{ feature: "CCKM" }] } };

describe("what it found", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig({ world: licensed });
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.control("POST", "/reset"));
  const refresh = async (args: Bag) => (await make(rig, "Refresh", args)).state;

  const containers: [string, (rig: Rig) => Promise<string>][] = [
    ["aws", makeAccount],
    ["azure", makeVault],
    ["google", makeRing],
    ["oci", makeOciVault],
    ["salesforce", makeOrganization],
    ["sap", makeGroup],
    ["luna", makeLunaPartition],
    ["dsm", makeDsmDomain],
    ["externalCm", makeCmDomain],
  ];
  test.each(containers)("%s: everything at first, and then nothing", async (cloud, container) => {
    const args = { cloud, containers: [await container(rig)] };
    const first = await refresh(args);
    expect(first).toMatchObject({ status: "completed", newKeys: first.keys, changedKeys: 0, goneKeys: 0 });
    expect(first.keys).toBeGreaterThan(0);
    const second = await refresh({ ...args, containers: undefined });
    expect(second).toMatchObject({ keys: first.keys, newKeys: 0, changedKeys: 0, goneKeys: 0 });
  });

  test("new, changed and deleted keys of a cloud are counted separately", async () => {
    const args = { cloud: "aws", containers: [await makeAccount(rig)] };
    const before = await refresh(args);
    const world = (body: Bag) => rig.control("POST", "/world/aws/keys", { account: awsAccount.accountId, ...body });
    await world({ region: "eu-west-1", aliases: ["brand-new"] });
    await world({ region: "eu-west-1", aliases: ["brand-new-too"] });
    await world({ key: "payments", description: "changed elsewhere" });
    const counts = { newKeys: 2, changedKeys: 1, goneKeys: 0 };
    expect(await refresh(args)).toMatchObject({ ...counts, keys: (before.keys as number) + 2 });
    await world({ key: "brand-new", delete: true });
    expect(await refresh(args)).toMatchObject({ newKeys: 0, changedKeys: 0, goneKeys: 1 });
    expect(rig.log).toContainEqual(expect.stringMatching(/: \d+ keys; 0 new, 0 changed, 1 gone$/));
    expect(await refresh(args)).toMatchObject({ newKeys: 0, changedKeys: 0, goneKeys: 0 });
  });

  test("SAP marks deleted keys in its own way", async () => {
    const group = await makeGroup(rig);
    const args = { name: "doomed", group, type: "AES", size: 256, operations: ["ENCRYPT"] };
    const { id } = await make(rig, "SapKey", args);
    await refresh({ cloud: "sap" });
    const { sap_param } = (await rig.api.get(`/cckm/sap/keys/${id}`)) as { sap_param: Bag };
    await rig.control("POST", "/world/sap/keys", { group: sap_param.groupId, key: sap_param.sap_key_id, delete: true });
    expect(await refresh({ cloud: "sap" })).toMatchObject({ goneKeys: 1 });
  });

  test("key stores of AWS, and Azure keys after a backup", async () => {
    const kms = await makeAccount(rig);
    expect(await refresh({ cloud: "aws", containers: [kms], items: ["keys", "keyStores"] })).toMatchObject({
      status: "completed",
    });
    await makeVault(rig);
    await refresh({ cloud: "azure", takeCloudKeyBackup: true });
    const [job] = await rig.api.list("/cckm/azure/synchronization-jobs");
    expect(job).toMatchObject({ take_cloud_key_backup: true, synchronize_all: true });
    const { failures } = rig.lifecycle("Refresh").check({}, { cloud: "aws", takeCloudKeyBackup: true });
    expect(failures).toEqual([{ property: "takeCloudKeyBackup", reason: "is only valid for azure, not for aws" }]);
  });

  test("a schedule downloads secrets too, and its items are drift when another user removes them", async () => {
    const vault = await makeVault(rig);
    const args = {
      name: "nightly",
      cloud: "azure",
      runAt: "0 2 * * *",
      containers: [vault],
      items: ["secrets", "keys"],
    };
    const made = await make(rig, "RefreshSchedule", { ...args, takeCloudKeyBackup: true });
    await rig.advance(86_400 + 60);
    expect(await rig.api.count("/cckm/azure/secrets")).toBeGreaterThan(0);
    const path = `/scheduler/job-configs/${made.id}`;
    expect((await rig.api.get(path)).job_config_params).toMatchObject({ sync_item: ["secret", "key"] });
    await rig.api.patch(path, { cckm_synchronization_params: { sync_item: "key", take_cloud_key_backup: false } });
    const lifecycle = rig.lifecycle("RefreshSchedule");
    const seen = await lifecycle.read(made.id, made.state);
    expect(lifecycle.diff(seen!.state, made.inputs)).toMatchObject({ changed: ["items", "takeCloudKeyBackup"] });
    const repaired = await lifecycle.update(made.id, seen!.state, made.inputs);
    expect(lifecycle.diff(repaired.state, made.inputs)).toMatchObject({ changes: false });
    const reasons = lifecycle.check({}, { ...args, cloud: "aws" }).failures.map(({ reason }) => reason);
    expect(reasons).toEqual(['"secrets" is not valid for schedules of aws, only keys']);
  });
});

describe("a refresh of 10,000 keys that takes seven minutes", () => {
  const accounts = 5;
  const numbers = Array.from({ length: accounts }, (_, index) => `10000000000${index}`);
  const credentialsOf = (number: string) => ({ accessKeyId: `AKIA${number}`, secretAccessKey: `secret-${number}` });
  const world = {
    ...licensed,
    aws: {
      accounts: numbers.map((accountId) => ({
        accountId,
        credentials: [credentialsOf(accountId)],
        regions: ["eu-west-1"],
        syncSeconds: 84,
        keys: Array.from({ length: 2000 }, () => ({ region: "eu-west-1" })),
      })),
    },
  };
  let rig: Rig;
  const log: string[] = [];
  const clients: Api[] = [];
  const stop = new AbortController();

  /**
   * The provider's own client and engine; waiting moves the emulator's clock, and so does nothing
   * else.
   */
  function lifecycle(type: string): Lifecycle {
    const { address, username, password, caCertificate } = rig.emulator;
    const settings = readSettings((name) => ({ address, username, password, caCertificate })[name as string], {});
    const api = createApi(settings);
    clients.push(api);
    const clock = worldClock(rig);
    const waiting = {
      ...clock,
      sleep: async (milliseconds: number, signal?: AbortSignal) => {
        await clock.sleep(milliseconds);
        signal?.throwIfAborted();
      },
    };
    return new Lifecycle(definitionOf(type), () => ({
      api,
      clock: waiting,
      stop: stop.signal,
      log: (text) => log.push(text),
    }));
  }

  beforeAll(async () => {
    rig = await startRig({ world });
    for (const accountId of numbers) {
      const connection = (await make(rig, "AwsConnection", { name: accountId, ...credentialsOf(accountId) })).id;
      await make(rig, "AwsKms", { name: accountId, connection, accountId, regions: ["eu-west-1"] });
    }
  });
  afterAll(async () => {
    await Promise.all(clients.map((api) => api.close()));
    await rig.close();
  });

  test("shows progress, outlives its tokens, and reports what it found", async () => {
    await rig.control("DELETE", "/requests");
    const refresh = lifecycle("Refresh");
    const { state } = await refresh.create(refresh.check({}, { cloud: "aws" }).inputs);
    expect(state).toMatchObject({ status: "completed", keys: 10_000, newKeys: 10_000, changedKeys: 0, goneKeys: 0 });
    const known = log.flatMap((line) => /it knows (\d+) keys so far/.exec(line)?.[1] ?? []);
    expect(known.length).toBeGreaterThan(15);
    expect([...new Set(known)]).toEqual(["0", "2000", "4000", "6000", "8000"]);
    // Tokens live 300 seconds.
    const { routes } = (await rig.control("GET", "/requests")) as { routes: Record<string, number> };
    expect(routes["POST /api/v1/auth/tokens/"]).toBe(2);
    expect(routes["POST /api/v1/cckm/aws/synchronization-jobs"]).toBe(1);
  });

  test("is not canceled if another user started it", async () => {
    const [kms] = await rig.api.list("/cckm/aws/kms");
    const theirs = await rig.api.post("/cckm/aws/synchronization-jobs", { kms: [kms!.id] });
    const refresh = lifecycle("Refresh");
    const joined = refresh.create(refresh.check({}, { cloud: "aws" }).inputs);
    expect((await joined).state).toMatchObject({ status: "completed" });
    expect(log).toContainEqual(expect.stringContaining("another refresh is in progress; waiting for it"));
    expect(await rig.api.get(`/cckm/aws/synchronization-jobs/${String(theirs.id)}`)).toMatchObject({ overall_status: "completed" }); // prettier-ignore
  });

  test("is canceled in the service when the deployment is", async () => {
    const refresh = lifecycle("Refresh");
    log.length = 0;
    const work = refresh.create(refresh.check({}, { cloud: "aws" }).inputs);
    work.catch(() => undefined);
    while (log.length < 2) await new Promise(setImmediate);
    stop.abort();
    await expect(work).rejects.toThrow(/was interrupted; the job was canceled in the service/);
    const jobs = await rig.api.list("/cckm/aws/synchronization-jobs");
    expect(jobs.at(-1)).toMatchObject({ overall_status: "cancelled" });
  });
});
