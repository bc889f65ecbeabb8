import { createApi } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { make, startRig, type Rig } from "./rig";

/** What a resource records of calls that the service holds until others approve them. */

const quorums = "/quorum-mgmt/quorums";
const password = "Correct-Horse-1";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const guard = (...operations: string[]) => rig.control("POST", "/world/quorums/policy", { operations });
const waiting = async () => (await rig.api.list(quorums)).filter(({ state }) => state === "pre-active");
async function approve(): Promise<void> {
  for (const { id } of await waiting())
    await rig.control("POST", "/world/quorums/decisions", { quorum: id, decision: "approve" });
}
const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown as Error & { properties?: Bag; id?: string },
  );
  expect(error).toBeInstanceOf(Error);
  return error!;
};
async function makeUsers(...names: string[]): Promise<string[]> {
  const made = names.map((username) => rig.api.post("/usermgmt/users/", { username, password }));
  return (await Promise.all(made)).map(({ user_id }) => String(user_id));
}

describe("members of a group", () => {
  test("that wait are not recorded; all of them are asked for at once, and found once the service has added them", async () => {
    const [a, b, c] = await makeUsers("a", "b", "c");
    const { id, state } = await make(rig, "Group", { name: "ops", users: [a] });
    await guard("AddUserToGroup");
    const wanted = { ...state, users: [b, c] };
    const error = await failure(rig.lifecycle("Group").update(id, state, wanted));
    expect(error.message).toMatch(/the service holds 2 calls until others approve them: quorum .*, quorum /);
    // The one that leaves needs no approval.
    expect(error.properties!.users ?? []).toEqual([]);
    expect(await waiting()).toHaveLength(2);
    await approve();
    const updated = await rig.lifecycle("Group").update(id, error.properties!, wanted);
    expect(new Set(updated.state.users as string[])).toEqual(new Set([b, c]));
    expect(await rig.api.list(quorums)).toHaveLength(2);
  });

  test("of a new group that wait leave the group, without them", async () => {
    const [a] = await makeUsers("a");
    await guard("AddUserToGroup");
    const error = await failure(make(rig, "Group", { name: "ops", users: [a] }));
    expect(error).toMatchObject({ id: "ops", properties: { name: "ops" } });
    expect(error.properties!.users ?? []).toEqual([]);
    await approve();
    const inputs = { ...error.properties!, users: [a] };
    const updated = await rig.lifecycle("Group").update("ops", error.properties!, inputs);
    expect(updated.state.users).toEqual([a]);
  });
});

describe("versions of a key", () => {
  const left = async () => (await rig.api.list("/vault/keys2/", { name: "orders" })).length;
  const decide = async (decision: string, count: number) => {
    for (const { id } of (await waiting()).slice(0, count))
      await rig.control("POST", "/world/quorums/decisions", { quorum: id, decision });
  };

  test.each([0, 1])("are asked for at once, and none is deleted before all may be (%i)", async (denied) => {
    const { id, state } = await make(rig, "VaultKey", { name: "orders", onDestroy: "destroy" });
    for (let version = 0; version < 2; version++) await rig.api.post(`/vault/keys2/${id}/versions/`, {});
    await guard("DeleteKey");
    // Each run has a client of its own.
    const destroy = async () => {
      const api = createApi(readSettings((name) => (rig.emulator as unknown as Record<string, string>)[name], {}));
      await rig
        .lifecycle("VaultKey", undefined, () => api)
        .delete(id, state)
        .finally(() => api.close());
    };

    expect((await failure(destroy())).message).toContain("the service holds 3 calls until others approve them");
    expect([await left(), (await waiting()).length]).toEqual([3, 3]);
    await decide("approve", 1);
    expect((await failure(destroy())).message).toContain("the service holds 2 calls until others approve them");
    expect([await left(), (await waiting()).length]).toEqual([3, 2]);
    await decide("deny", denied);
    await decide("approve", 2);
    if (denied > 0) {
      expect((await failure(destroy())).message).toMatch(/An earlier request, quorum .* was denied/);
      expect([await left(), (await waiting()).length]).toEqual([3, 1]);
      await decide("approve", 1);
    }
    await destroy();
    expect([await left(), (await rig.api.list(quorums)).length]).toEqual([0, 3 + denied]);
  });
});
