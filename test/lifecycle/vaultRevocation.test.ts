import { around } from "../../provider/api/around";
import type { Api } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { change, make, startRig, type Rig } from "./rig";

/** One version of a vault key is revoked: once, as the program says, and only that. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const keys = "/vault/keys2";
const compromises = ["KeyCompromise", "CACompromise"];
const others = ["AffiliationChanged", "Superseded", "CessationOfOperation", "PrivilegeWithdrawn", "Unspecified"];
const type = "VaultKeyRevocation";
const revocations = (ear?: (api: Api) => Api) => rig.lifecycle(type, undefined, ear);

/** A key with this many further versions. */
async function keyWith(further: number, more: Bag = {}) {
  const key = await make(rig, "VaultKey", { name: "k", onDestroy: "destroy", ...more });
  for (let made = 0; made < further; made++) await rig.api.post(`${keys}/${key.id}/versions/`, {});
  return key;
}
const versionOf = async (version: number): Promise<Bag> => {
  const all = await rig.api.list(`${keys}/k/versions/`, { type: "name" });
  return all.find((one) => one.version === version)!;
};
const act = async (version: number, verb: string, body: Bag = {}): Promise<void> => {
  await rig.api.post(`${keys}/${String((await versionOf(version)).id)}/${verb}`, body);
};
const problems = (args: Bag): string[] =>
  revocations()
    .check({}, { key: "k", version: 0, reason: "Superseded", ...args })
    .failures.map(({ property, reason }) => `${property}: ${reason}`);
const checked = (args: Bag): Bag => {
  const { inputs, failures } = revocations().check({}, args);
  expect(failures).toEqual([]);
  return inputs;
};

/** Hears the changes; `answer` may stand for the response to one. */
function heard(answer: (made: () => Promise<unknown>) => Promise<unknown> = (made) => made()) {
  const changes: string[] = [];
  const ear = (api: Api): Api =>
    around(api, ({ method, path }, work) => {
      if (method === "GET") return work();
      changes.push(`${method} ${path.split("/").at(-1)!}`);
      return answer(work) as ReturnType<typeof work>;
    });
  return { ear, changes };
}

describe.each([
  ...compromises.map((reason) => ({ reason, state: "Compromised" })),
  ...others.map((reason) => ({ reason, state: "Deactivated" })),
])("a revocation for $reason", ({ reason, state }) => {
  test(`makes that version ${state}, and no other one`, async () => {
    const key = await keyWith(2);
    const made = await make(rig, type, { key: key.id, version: 1, reason, message: "incident 7" });
    const version = await versionOf(1);
    expect(version).toMatchObject({ state, revocationReason: reason, revocationMessage: "incident 7" });
    expect(made).toMatchObject({ id: version.id, state: { key: key.id, versionId: version.id, state, keyName: "k" } });
    expect([(await versionOf(0)).state, (await versionOf(2)).state]).toEqual(["Active", "Active"]);
    const seen = (await revocations().read(made.id, made.state))!;
    expect(seen.state).toEqual(made.state);
    expect(revocations().diff(seen.state, made.inputs)).toMatchObject({ changes: false });
  });

  test.each([0, 1])("of version %d is no drift of the key, and replaces nothing", async (version) => {
    const key = await keyWith(1);
    await make(rig, type, { key: key.id, version, reason });
    const seen = (await rig.lifecycle("VaultKey").read(key.id, key.state))!;
    expect(seen.state.state).toBe(version === 1 ? state : "Active");
    expect(rig.lifecycle("VaultKey").diff(seen.state, key.inputs)).toMatchObject({ changed: [], replaces: [] });
    expect(seen.inputs).toEqual((await rig.lifecycle("VaultKey").read(key.id, seen.state))!.inputs);
  });

  test("is done where the version is so already", async () => {
    const key = await keyWith(1);
    await act(0, "revoke", { reason });
    const { ear, changes } = heard();
    const { state: found } = await revocations(ear).create(checked({ key: key.id, version: 0, reason }));
    expect([found.state, found.reason, changes]).toEqual([state, reason, []]);
  });

  test("is done, too, where the service does not show reasons", async () => {
    const key = await keyWith(1);
    await act(0, "revoke", { reason });
    rig.onResponse = ({ revocationReason: _reason, ...record }) => record;
    const { ear, changes } = heard();
    const { id, state: found } = await revocations(ear).create(checked({ key: key.id, version: 0, reason }));
    expect([found.reason, changes]).toEqual([reason, []]);
    expect((await revocations().read(id, found))!.state).toEqual(found);
  });
});

test("the date of a compromise is sent", async () => {
  const { id: key } = await keyWith(1);
  const compromisedAt = "2026-01-01T00:00:00Z";
  await make(rig, type, { key, version: 0, reason: "KeyCompromise", compromisedAt });
  expect(await versionOf(0)).toMatchObject({ compromiseOccurrenceDate: compromisedAt });
});

describe("a declared end of the key", () => {
  const deactivationDate = "2099-01-01T00:00:00Z";

  test("is no drift while the newest version is revoked, and other changes leave it as it is", async () => {
    const key = await keyWith(0, { deactivationDate });
    await make(rig, type, { key: key.id, version: 0, reason: "Superseded" });
    const { deactivationDate: revokedAt } = await versionOf(0);
    const keysOf = rig.lifecycle("VaultKey");
    const seen = (await keysOf.read(key.id, key.state))!;
    expect(keysOf.diff(seen.state, key.inputs)).toMatchObject({ changed: [] });
    const changed = await change(rig, "VaultKey", { ...key, state: seen.state }, { description: "two" });
    expect(changed.state.deactivationDate).toBe(deactivationDate);
    expect(await versionOf(0)).toMatchObject({ description: "two", state: "Deactivated", deactivationDate: revokedAt });
    expect(rig.log.filter((text) => text.includes("deactivationDate"))).toEqual([]);
  });

  test("that somebody removed is drift", async () => {
    const key = await keyWith(0, { deactivationDate });
    await rig.api.patch(`${keys}/${key.id}`, { deactivationDate: null });
    const seen = (await rig.lifecycle("VaultKey").read(key.id, key.state))!;
    expect(rig.lifecycle("VaultKey").diff(seen.state, key.inputs)).toMatchObject({ changed: ["deactivationDate"] });
  });
});

describe("is refused", () => {
  const create = async (args: Bag) => make(rig, type, { key: (await versionOf(0)).id, ...args });

  test("for a version that the key does not have, which names those that it has", async () => {
    await keyWith(2);
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
    await keyWith(1);
    await act(0, "revoke", { reason });
    await expect(create({ version: 0, reason: wanted })).rejects.toThrow(words);
    expect(await versionOf(0)).toMatchObject({ revocationReason: reason });
  });

  test("for a version whose material is gone", async () => {
    await keyWith(1);
    await act(0, "destroy");
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
    const key = await keyWith(1);
    const made = await make(rig, type, { key: key.id, version: 0, reason: "Superseded" });
    await act(0, "reactivate", { reason: "DeactivatedToActive" });
    expect(await revocations().read(made.id, made.state)).toBeUndefined();
    await revocations().create(made.inputs);
    expect(await versionOf(0)).toMatchObject({ state: "Deactivated", revocationReason: "Superseded" });
  });
});

describe("another reason", () => {
  const made = async (reason: string) => make(rig, type, { key: (await keyWith(1)).id, version: 0, reason });

  test("makes a deactivated version a compromised one", async () => {
    const revocation = await made("Superseded");
    const changed = await change(rig, type, revocation, { reason: "KeyCompromise" });
    expect(changed).toMatchObject({ id: revocation.id, state: { state: "Compromised", reason: "KeyCompromise" } });
    expect(await versionOf(0)).toMatchObject({ state: "Compromised", revocationReason: "KeyCompromise" });
  });

  test.each(["Superseded", "CACompromise"])("%s of a compromised version is refused by the preview", async (reason) => {
    const { id, state, inputs } = await made("KeyCompromise");
    await expect(revocations().plan(id, state, { ...inputs, reason })).rejects.toThrow(
      /version 0 is Compromised with the reason KeyCompromise, which nothing changes\. Give it {2}reason: "KeyCompromise"/,
    );
    await revocations().plan(id, state, { ...inputs, reason: unknownValue });
  });

  test("that somebody raised to a compromise meanwhile is refused by the next preview", async () => {
    const { id, state, inputs } = await made("Superseded");
    await act(0, "revoke", { reason: "KeyCompromise" });
    const seen = (await revocations().read(id, state))!;
    await expect(revocations().plan(id, seen.state, inputs)).rejects.toThrow(/Give it {2}reason: "KeyCompromise"/);
    await expect(revocations().update(id, state, { ...inputs, reason: "Unspecified" })).rejects.toThrow(
      /version 0 is Compromised already/,
    );
  });
});

describe("a run that was interrupted", () => {
  const args = async (reason: string): Promise<Bag> => checked({ key: (await keyWith(1)).id, version: 0, reason });
  const unanswered = () => new ApiError("no response", { kind: "unanswered", call: "POST /" });

  test.each(["Superseded", "KeyCompromise"])(
    "after it had revoked for %s is repeated without a call",
    async (reason) => {
      const inputs = await args(reason);
      const first = heard(async (made) => {
        await made();
        throw new Error("killed");
      });
      await expect(revocations(first.ear).create(inputs)).rejects.toThrow("killed");
      const second = heard();
      await revocations(second.ear).create(inputs);
      expect([first.changes, second.changes]).toEqual([["POST revoke"], []]);
    },
  );

  test("whose call had no response sees in the record that it was carried out", async () => {
    const inputs = await args("KeyCompromise");
    const { ear, changes } = heard(async (made) => {
      await made();
      throw unanswered();
    });
    expect((await revocations(ear).create(inputs)).state.state).toBe("Compromised");
    expect(changes).toEqual(["POST revoke"]);
  });

  test("whose call did not arrive sends it again when it is repeated", async () => {
    const inputs = await args("KeyCompromise");
    const first = heard(() => Promise.reject(unanswered()));
    await expect(revocations(first.ear).create(inputs)).rejects.toThrow(
      /^revoking .* failed: no response.*Run `pulumi up`/,
    );
    expect((await versionOf(0)).state).toBe("Active");
    const second = heard();
    expect((await revocations(second.ear).create(inputs)).state.state).toBe("Compromised");
    expect([first.changes, second.changes]).toEqual([["POST revoke"], ["POST revoke"]]);
  });

  test("whose call is refused because it was carried out goes on", async () => {
    const inputs = await args("KeyCompromise");
    const { ear } = heard(async (made) => {
      await made();
      return made();
    });
    expect((await revocations(ear).create(inputs)).state.state).toBe("Compromised");
  });
});

describe("a call that others have to approve", () => {
  const decide = async (): Promise<void> => {
    const [quorum] = await rig.api.list("/quorum-mgmt/quorums", {});
    await rig.control("POST", "/world/quorums/decisions", { quorum: quorum!.id, decision: "approve" });
  };
  const hold = (operation: string, response: number) =>
    rig.control("POST", "/world/quorums/policy", { operations: [operation], response });

  test.each([202, 403])("with %d is no revocation until then", async (response) => {
    const inputs = checked({ key: (await keyWith(1)).id, version: 0, reason: "KeyCompromise" });
    await hold("RevokeKey", response);
    await expect(revocations().create(inputs)).rejects.toThrow(/the service holds the call until others approve it/);
    expect((await versionOf(0)).state).toBe("Active");
    await decide();
    expect((await revocations().create(inputs)).state.state).toBe("Compromised");
  });

  test("does not end the resource before the version is active again", async () => {
    const args = { key: (await keyWith(1)).id, version: 0, reason: "Superseded", onDestroy: "reactivate" };
    const { id, state } = await make(rig, type, args);
    await hold("ReActivateKey", 202);
    await expect(revocations().delete(id, state)).rejects.toThrow(/quorum/);
    await decide();
    await revocations().delete(id, state);
    expect((await versionOf(0)).state).toBe("Active");
  });
});

describe("when it is destroyed", () => {
  const made = async (more: Bag) => make(rig, type, { key: (await keyWith(1)).id, version: 0, ...more });

  test.each(["Superseded", "KeyCompromise"])("a version that was revoked for %s stays so", async (reason) => {
    const { id, state } = await made({ reason });
    const { ear, changes } = heard();
    await revocations(ear).delete(id, state);
    expect(changes).toEqual([]);
    expect((await versionOf(0)).state).toBe(state.state);
  });

  test("a version is reactivated if the program says so", async () => {
    const { id, state } = await made({ reason: "Superseded", onDestroy: "reactivate" });
    await revocations().delete(id, state);
    expect((await versionOf(0)).state).toBe("Active");
    const { ear, changes } = heard();
    await revocations(ear).delete(id, state);
    expect(changes).toEqual([]);
  });

  test("a version that is compromised meanwhile is not reactivated", async () => {
    const { id, state } = await made({ reason: "Superseded", onDestroy: "reactivate" });
    await act(0, "revoke", { reason: "KeyCompromise" });
    await expect(revocations().delete(id, state)).rejects.toThrow(/is Compromised now.*Set onDestroy to "retain"/);
    await act(0, "destroy");
    await revocations().delete(id, state);
  });
});

describe("the preview", () => {
  const warnings = () => rig.log.filter((text) => text.startsWith("warning: VaultKeyRevocation"));
  const declare = (args: Bag, olds: Bag = {}) =>
    revocations().declare(olds, { key: unknownValue, version: 0, ...args });

  test.each<[unknown, RegExp]>([
    ["KeyCompromise", /becomes Compromised, for good: data stays readable .*, and nothing new is protected/],
    ["CACompromise", /becomes Compromised, for good: data stays readable/],
    [
      "Superseded",
      /becomes Deactivated: .* cannot be read until it is reactivated\. If it is the newest version, rotate/,
    ],
    [unknownValue, /reason, which is not known yet, decides whether data stays readable/],
  ])("of a new one for %s says what it means, once", async (reason, words) => {
    await declare({ reason });
    expect(warnings()).toEqual([expect.stringMatching(words)]);
  });

  test("of one that is refused says nothing else", async () => {
    await declare({ reason: "KeyCompromise", onDestroy: "reactivate" });
    expect(warnings()).toEqual([]);
  });

  test("of another reason says it, and of an unchanged one, or of another onDestroy, nothing", async () => {
    const { id, state, inputs } = await make(rig, type, {
      key: (await keyWith(1)).id,
      version: 0,
      reason: "Superseded",
    });
    rig.log.length = 0;
    for (const more of [{}, { onDestroy: "reactivate" }]) {
      await revocations().declare(inputs, { ...inputs, ...more });
      await revocations().plan(id, state, { ...inputs, ...more });
    }
    expect(warnings()).toEqual([]);
    await revocations().plan(id, state, { ...inputs, reason: "KeyCompromise" });
    expect(warnings()).toEqual([expect.stringContaining("becomes Compromised")]);
  });

  test.each([{ version: 1 }, { key: unknownValue }])("refuses to revoke another one instead: %j", async (more) => {
    const { id, state, inputs } = await make(rig, type, {
      key: (await keyWith(1)).id,
      version: 0,
      reason: "Superseded",
    });
    rig.log.length = 0;
    await expect(revocations().plan(id, state, { ...inputs, ...more })).rejects.toThrow(
      /it is about version 0 of the key "\w+".*declare another VaultKeyRevocation\.$/,
    );
    expect(warnings()).toEqual([]);
  });

  test("is followed by a warning of the update if the version is the newest one", async () => {
    const { id: key } = await keyWith(1);
    await make(rig, type, { key, version: 0, reason: "Superseded" });
    expect(warnings()).toEqual([]);
    await make(rig, type, { key, version: 1, reason: "Superseded" });
    expect(warnings()).toEqual([expect.stringMatching(/version 1 is the newest one of the key/)]);
  });
});

describe("a key whose newest version ended", () => {
  test.each([
    ["revoke", { reason: "KeyCompromise" }, /is Compromised, and a key is not rotated .* declare another VaultKey/],
    ["destroy", {}, /is Destroyed, and a key is not rotated .* declare another VaultKey/],
    ["archive", {}, /is archived: recover it in the service first/],
  ])("by %s is not rotated, and the error says what to do", async (verb, body, words) => {
    const { id } = await keyWith(0);
    await act(0, verb, body);
    const rotation = make(rig, "RotateNow", { key: { type: "VaultKey", id }, triggers: { leak: 42 } });
    await expect(rotation).rejects.toThrow(words);
  });

  test("for another reason is rotated", async () => {
    const { id: key } = await keyWith(0);
    await make(rig, type, { key, version: 0, reason: "Superseded" });
    await make(rig, "RotateNow", { key: { type: "VaultKey", id: key }, triggers: { leak: 42 } });
    expect([(await versionOf(0)).state, (await versionOf(1)).state]).toEqual(["Deactivated", "Active"]);
  });
});
