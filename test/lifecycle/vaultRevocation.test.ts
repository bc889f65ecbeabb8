import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { heard, revocation, revocationRig } from "./revocationRig";
import { change, make } from "./rig";

/** What a version of a vault key becomes by its revocation, and what is refused. */

const rig = revocationRig();
const keys = "/vault/keys2";
const compromises = ["KeyCompromise", "CACompromise"];
const others = ["AffiliationChanged", "Superseded", "CessationOfOperation", "PrivilegeWithdrawn", "Unspecified"];
const problems = (args: Bag): string[] =>
  rig
    .revocations()
    .check({}, { key: "k", version: 0, reason: "Superseded", ...args })
    .failures.map(({ property, reason }) => `${property}: ${reason}`);

describe.each([
  ...compromises.map((reason) => ({ reason, state: "Compromised" })),
  ...others.map((reason) => ({ reason, state: "Deactivated" })),
])("a revocation for $reason", ({ reason, state }) => {
  test(`makes that version ${state}, and no other one`, async () => {
    const key = await rig.keyWith(2);
    const made = await make(rig, revocation, { key: key.id, version: 1, reason, message: "incident 7" });
    const version = await rig.versionOf(1);
    expect(version).toMatchObject({ state, revocationReason: reason, revocationMessage: "incident 7" });
    expect(made).toMatchObject({ id: version.id, state: { key: key.id, versionId: version.id, state, keyName: "k" } });
    expect([(await rig.versionOf(0)).state, (await rig.versionOf(2)).state]).toEqual(["Active", "Active"]);
    const seen = (await rig.revocations().read(made.id, made.state))!;
    expect(seen.state).toEqual(made.state);
    expect(rig.revocations().diff(seen.state, made.inputs)).toMatchObject({ changes: false });
  });

  test.each([0, 1])("of version %d is no drift of the key, and replaces nothing", async (version) => {
    const key = await rig.keyWith(1);
    await make(rig, revocation, { key: key.id, version, reason });
    const seen = (await rig.lifecycle("VaultKey").read(key.id, key.state))!;
    expect(seen.state.state).toBe(version === 1 ? state : "Active");
    expect(rig.lifecycle("VaultKey").diff(seen.state, key.inputs)).toMatchObject({ changed: [], replaces: [] });
    expect(seen.inputs).toEqual((await rig.lifecycle("VaultKey").read(key.id, seen.state))!.inputs);
  });

  test("is done where the version is so already", async () => {
    const key = await rig.keyWith(1);
    await rig.act(0, "revoke", { reason });
    const { ear, changes } = heard();
    const { state: found } = await rig.revocations(ear).create(rig.checked({ key: key.id, version: 0, reason }));
    expect([found.state, found.reason, changes]).toEqual([state, reason, []]);
  });

  test("is done, too, where the service does not show reasons", async () => {
    const key = await rig.keyWith(1);
    await rig.act(0, "revoke", { reason });
    rig.onResponse = ({ revocationReason: _reason, ...record }) => record;
    const { ear, changes } = heard();
    const { id, state: found } = await rig.revocations(ear).create(rig.checked({ key: key.id, version: 0, reason }));
    expect([found.reason, changes]).toEqual([reason, []]);
    expect((await rig.revocations().read(id, found))!.state).toEqual(found);
  });
});

test("the date of a compromise is sent", async () => {
  const { id: key } = await rig.keyWith(1);
  const compromisedAt = "2026-01-01T00:00:00Z";
  await make(rig, revocation, { key, version: 0, reason: "KeyCompromise", compromisedAt });
  expect(await rig.versionOf(0)).toMatchObject({ compromiseOccurrenceDate: compromisedAt });
});

describe("a declared end of the key", () => {
  const deactivationDate = "2099-01-01T00:00:00Z";

  test("is no drift while the newest version is revoked, and other changes leave it as it is", async () => {
    const key = await rig.keyWith(0, { deactivationDate });
    await make(rig, revocation, { key: key.id, version: 0, reason: "Superseded" });
    const { deactivationDate: revokedAt } = await rig.versionOf(0);
    const keysOf = rig.lifecycle("VaultKey");
    const seen = (await keysOf.read(key.id, key.state))!;
    expect(keysOf.diff(seen.state, key.inputs)).toMatchObject({ changed: [] });
    const changed = await change(rig, "VaultKey", { ...key, state: seen.state }, { description: "two" });
    expect(changed.state.deactivationDate).toBe(deactivationDate);
    expect(await rig.versionOf(0)).toMatchObject({
      description: "two",
      state: "Deactivated",
      deactivationDate: revokedAt,
    });
    expect(rig.log.filter((text) => text.includes("deactivationDate"))).toEqual([]);
  });

  test("that somebody removed is drift", async () => {
    const key = await rig.keyWith(0, { deactivationDate });
    await rig.api.patch(`${keys}/${key.id}`, { deactivationDate: null });
    const seen = (await rig.lifecycle("VaultKey").read(key.id, key.state))!;
    expect(rig.lifecycle("VaultKey").diff(seen.state, key.inputs)).toMatchObject({ changed: ["deactivationDate"] });
  });
});

describe("is refused", () => {
  const create = async (args: Bag) => make(rig, revocation, { key: (await rig.versionOf(0)).id, ...args });

  test("for a version that the key does not have, which names those that it has", async () => {
    await rig.keyWith(2);
    await expect(create({ version: 7, reason: "Superseded" })).rejects.toThrow(
      /the key has no version 7; it has 0, 1, 2\. Nothing was revoked\./,
    );
  });

  test.each([
    [
      "KeyCompromise",
      "Superseded",
      /version 0 is Compromised already with the reason KeyCompromise.* {2}reason: "KeyCompromise" \.$/,
    ],
    ["KeyCompromise", "CACompromise", /version 0 is Compromised already with the reason KeyCompromise/],
    ["Superseded", "Unspecified", /version 0 is Deactivated already with the reason Superseded.* {2}adopt: "/],
  ])("where the version was revoked for %s, and is to be for %s", async (reason, wanted, words) => {
    await rig.keyWith(1);
    await rig.act(0, "revoke", { reason });
    await expect(create({ version: 0, reason: wanted })).rejects.toThrow(words);
    expect(await rig.versionOf(0)).toMatchObject({ revocationReason: reason });
  });

  test("for a version whose material is gone", async () => {
    await rig.keyWith(1);
    await rig.act(0, "destroy");
    await expect(create({ version: 0, reason: "Superseded" })).rejects.toThrow(
      /version 0 is Destroyed already.*remove the resource/,
    );
  });

  test.each<[Bag, string]>([
    [{ compromisedAt: "2026-01-01T00:00:00Z" }, "compromisedAt: is not allowed unless reason is"],
    [{ reason: "KeyCompromise", onDestroy: "reactivate" }, "onDestroy: is not allowed when reason is"],
    [{ reason: "CACompromise", onDestroy: "reactivate" }, "onDestroy: is not allowed when reason is"],
    [{ reason: "Stolen" }, "reason: "],
    [{ reason: undefined }, "reason: is required"],
    [{ version: undefined }, "version: is required"],
    [{ version: -1 }, "version: "],
    [{ version: 0.5 }, "version: "],
  ])("by the check with %j", (args, words) => {
    expect(problems(args)).toEqual([expect.stringContaining(words)]);
  });

  test.each([{ reason: unknownValue, onDestroy: "reactivate" }, { version: unknownValue }, { key: unknownValue }])(
    "not while %j is unknown",
    (args) => expect(problems(args)).toEqual([]),
  );
});

describe("a version that somebody reactivated", () => {
  test("is missing, and revoked again", async () => {
    const key = await rig.keyWith(1);
    const made = await make(rig, revocation, { key: key.id, version: 0, reason: "Superseded" });
    await rig.act(0, "reactivate", { reason: "DeactivatedToActive" });
    expect(await rig.revocations().read(made.id, made.state)).toBeUndefined();
    await rig.revocations().create(made.inputs);
    expect(await rig.versionOf(0)).toMatchObject({ state: "Deactivated", revocationReason: "Superseded" });
  });
});

describe("another reason", () => {
  const made = async (reason: string) => make(rig, revocation, { key: (await rig.keyWith(1)).id, version: 0, reason });

  test("makes a deactivated version a compromised one", async () => {
    const first = await made("Superseded");
    const changed = await change(rig, revocation, first, { reason: "KeyCompromise" });
    expect(changed).toMatchObject({ id: first.id, state: { state: "Compromised", reason: "KeyCompromise" } });
    expect(await rig.versionOf(0)).toMatchObject({ state: "Compromised", revocationReason: "KeyCompromise" });
  });

  test.each(["Superseded", "CACompromise"])("%s of a compromised version is refused by the preview", async (reason) => {
    const { id, state, inputs } = await made("KeyCompromise");
    await expect(rig.revocations().plan(id, state, { ...inputs, reason })).rejects.toThrow(
      /version 0 is Compromised with the reason KeyCompromise, which nothing changes\. Give it {2}reason: "KeyCompromise"/,
    );
    await rig.revocations().plan(id, state, { ...inputs, reason: unknownValue });
  });

  test("that somebody raised to a compromise meanwhile is refused by the next preview", async () => {
    const { id, state, inputs } = await made("Superseded");
    await rig.act(0, "revoke", { reason: "KeyCompromise" });
    const seen = (await rig.revocations().read(id, state))!;
    await expect(rig.revocations().plan(id, seen.state, inputs)).rejects.toThrow(/Give it {2}reason: "KeyCompromise"/);
    await expect(rig.revocations().update(id, state, { ...inputs, reason: "Unspecified" })).rejects.toThrow(
      /version 0 is Compromised already/,
    );
  });
});
