import type { Snapshot } from "../../../emulator/core/store";
import type { CleanOptions } from "../../../cli/verify/write/clean";
import { samples } from "../../../cli/verify/write/samples";
import { cleaned, startService, written, type Service } from "./writeSupport";

/** What a run leaves that is killed: whatever it had made, it is found by its marks alone. */

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());
beforeEach(() => service.reset());

/**
 * What the service held after every request that changed something: what a kill right after it
 * would leave.
 */
async function momentsOf(types?: readonly string[]): Promise<Snapshot[]> {
  const moments: Snapshot[] = [];
  await written(service, {
    types,
    through: (send) => async (request) => {
      const response = await send(request);
      if (request.method !== "GET" && !request.path.startsWith("/auth/")) moments.push(service.snapshot());
      return response;
    },
  });
  return moments;
}

/** So many of them, evenly spread, the first and the last among them. */
function some<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / (count - 1))]!);
}

test("whenever a run is killed, the service is as before once it was cleaned", async () => {
  const before = service.contents();
  const moments = await momentsOf();
  expect(moments.length).toBeGreaterThan(2 * samples.length);
  for (const moment of some(moments, 10)) {
    service.restore(moment);
    expect((await cleaned(service)).isClean).toBe(true);
    expect(service.contents()).toEqual(before);
  }
}, 120_000);

test("in a domain that existed, only what carries a mark is removed", async () => {
  await service.client.ok("POST", "/domains", { name: "sandbox", admins: ["admin"], allow_user_management: true });
  const moments = await momentsOf(["RegisteredClient", "Group", "VaultKey"]);
  for (const moment of some(moments, 6)) {
    service.restore(moment);
    const inside = service.client.as({ domain: "sandbox" });
    await inside.ok("POST", "/vault/keys2", { name: "pcverify-like" });
    await inside.ok("POST", "/usermgmt/groups/", { name: "auditors" });
    const { isClean, told } = await cleaned(service);
    expect(isClean).toBe(true);
    expect(told).toContain("Not of a run, so it stays: 1 VaultKey, 1 Group.");
    expect(told.at(-1)).toBe('The domain "sandbox" was not made by a run: it stays.');
    const keys = await inside.ok("GET", "/vault/keys2");
    expect(keys.resources).toMatchObject([{ name: "pcverify-like" }]);
    expect(JSON.stringify(service.contents())).not.toMatch(/pcverify-[0-9a-f]{12}/);
    await inside.close();
  }
});

test("a domain that a run made stays while somebody else has objects there", async () => {
  const moments = await momentsOf(["Group"]);
  service.restore(moments[1]!);
  const inside = service.client.as({ domain: "sandbox" });
  const key = await inside.ok("POST", "/vault/keys2", { name: "payroll" });
  const first = await cleaned(service);
  expect(first.isClean).toBe(false);
  expect(first.told.at(-1)).toBe('The domain "sandbox" was not deleted: it has 1 VaultKey.');
  expect((await inside.get(`/vault/keys2/${key.id}`)).status).toBe(200);
  await inside.ok("DELETE", `/vault/keys2/${key.id}`);
  expect((await cleaned(service)).isClean).toBe(true);
  await inside.close();
});

test("lists what it deletes before it deletes anything", async () => {
  const moments = await momentsOf(["Group"]);
  service.restore(moments[3]!);
  const told: string[] = [];
  let known: string[] | undefined;
  const through: CleanOptions["through"] = (send) => (request) => {
    if (request.method === "DELETE") known ??= [...told];
    return send(request);
  };
  await cleaned(service, { through }, told);
  expect(known?.map((line) => line.replace(/[0-9a-f]{12}/, "<run>"))).toEqual([
    "Left by runs that did not end, and deleted now: 1 Group, 1 User:",
    "  Group pcverify-<run>-group",
    "  User pcverify-<run>-user",
  ]);
});

test("without a domain, and in one without leftovers, nothing is changed", async () => {
  const before = service.contents();
  const requests: string[] = [];
  const clean = () =>
    cleaned(service, {
      through: (send) => (request) => {
        if (request.method !== "GET" && !request.path.startsWith("/auth/")) requests.push(request.method);
        return send(request);
      },
    });
  expect(await clean()).toEqual({ isClean: true, told: ['There is no domain "sandbox": nothing was left.'] });
  expect(service.contents()).toEqual(before);
  await service.client.ok("POST", "/domains", { name: "sandbox", admins: ["admin"] });
  expect((await clean()).isClean).toBe(true);
  expect(requests).toEqual([]);
});
