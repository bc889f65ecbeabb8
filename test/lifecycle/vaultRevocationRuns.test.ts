import { ApiError } from "../../provider/api/errors";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { heard, revocation, revocationRig } from "./revocationRig";
import { make } from "./rig";

/** What becomes of a revocation that is interrupted, held, planned or destroyed. */

const rig = revocationRig();

describe("a run that was interrupted", () => {
  const args = async (reason: string): Promise<Bag> =>
    rig.checked({ key: (await rig.keyWith(1)).id, version: 0, reason });
  const unanswered = () => new ApiError("no response", { kind: "unanswered", call: "POST /" });

  test.each(["Superseded", "KeyCompromise"])(
    "after it had revoked for %s is repeated without a call",
    async (reason) => {
      const inputs = await args(reason);
      const first = heard(async (made) => {
        await made();
        throw new Error("killed");
      });
      await expect(rig.revocations(first.ear).create(inputs)).rejects.toThrow("killed");
      const second = heard();
      await rig.revocations(second.ear).create(inputs);
      expect([first.changes, second.changes]).toEqual([["POST revoke"], []]);
    },
  );

  test("whose call had no response sees in the record that it was carried out", async () => {
    const inputs = await args("KeyCompromise");
    const { ear, changes } = heard(async (made) => {
      await made();
      throw unanswered();
    });
    expect((await rig.revocations(ear).create(inputs)).state.state).toBe("Compromised");
    expect(changes).toEqual(["POST revoke"]);
  });

  test("whose call did not arrive sends it again when it is repeated", async () => {
    const inputs = await args("KeyCompromise");
    const first = heard(() => Promise.reject(unanswered()));
    await expect(rig.revocations(first.ear).create(inputs)).rejects.toThrow(
      /^revoking .* failed: no response.*Run `pulumi up`/,
    );
    expect((await rig.versionOf(0)).state).toBe("Active");
    const second = heard();
    expect((await rig.revocations(second.ear).create(inputs)).state.state).toBe("Compromised");
    expect([first.changes, second.changes]).toEqual([["POST revoke"], ["POST revoke"]]);
  });

  test("whose call is refused because it was carried out goes on", async () => {
    const inputs = await args("KeyCompromise");
    const { ear } = heard(async (made) => {
      await made();
      return made();
    });
    expect((await rig.revocations(ear).create(inputs)).state.state).toBe("Compromised");
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
    const inputs = rig.checked({ key: (await rig.keyWith(1)).id, version: 0, reason: "KeyCompromise" });
    await hold("RevokeKey", response);
    await expect(rig.revocations().create(inputs)).rejects.toThrow(
      /the service holds the call until others approve it/,
    );
    expect((await rig.versionOf(0)).state).toBe("Active");
    await decide();
    expect((await rig.revocations().create(inputs)).state.state).toBe("Compromised");
  });

  test("does not end the resource before the version is active again", async () => {
    const args = { key: (await rig.keyWith(1)).id, version: 0, reason: "Superseded", onDestroy: "reactivate" };
    const { id, state } = await make(rig, revocation, args);
    await hold("ReActivateKey", 202);
    await expect(rig.revocations().delete(id, state)).rejects.toThrow(/quorum/);
    await decide();
    await rig.revocations().delete(id, state);
    expect((await rig.versionOf(0)).state).toBe("Active");
  });
});

describe("when it is destroyed", () => {
  const made = async (more: Bag) => make(rig, revocation, { key: (await rig.keyWith(1)).id, version: 0, ...more });

  test.each(["Superseded", "KeyCompromise"])("a version that was revoked for %s stays so", async (reason) => {
    const { id, state } = await made({ reason });
    const { ear, changes } = heard();
    await rig.revocations(ear).delete(id, state);
    expect(changes).toEqual([]);
    expect((await rig.versionOf(0)).state).toBe(state.state);
  });

  test("a version is reactivated if the program says so", async () => {
    const { id, state } = await made({ reason: "Superseded", onDestroy: "reactivate" });
    await rig.revocations().delete(id, state);
    expect((await rig.versionOf(0)).state).toBe("Active");
    const { ear, changes } = heard();
    await rig.revocations(ear).delete(id, state);
    expect(changes).toEqual([]);
  });

  test("a version that is compromised meanwhile is not reactivated", async () => {
    const { id, state } = await made({ reason: "Superseded", onDestroy: "reactivate" });
    await rig.act(0, "revoke", { reason: "KeyCompromise" });
    await expect(rig.revocations().delete(id, state)).rejects.toThrow(/is Compromised now.*Set onDestroy to "retain"/);
    await rig.act(0, "destroy");
    await rig.revocations().delete(id, state);
  });
});

describe("the preview", () => {
  const warnings = () => rig.log.filter((text) => text.startsWith("warning: VaultKeyRevocation"));
  const declare = (args: Bag, olds: Bag = {}) =>
    rig.revocations().declare(olds, { key: unknownValue, version: 0, ...args });

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
    const { id, state, inputs } = await make(rig, revocation, {
      key: (await rig.keyWith(1)).id,
      version: 0,
      reason: "Superseded",
    });
    rig.log.length = 0;
    for (const more of [{}, { onDestroy: "reactivate" }]) {
      await rig.revocations().declare(inputs, { ...inputs, ...more });
      await rig.revocations().plan(id, state, { ...inputs, ...more });
    }
    expect(warnings()).toEqual([]);
    await rig.revocations().plan(id, state, { ...inputs, reason: "KeyCompromise" });
    expect(warnings()).toEqual([expect.stringContaining("becomes Compromised")]);
  });

  test.each([{ version: 1 }, { key: unknownValue }])("refuses to revoke another one instead: %j", async (more) => {
    const { id, state, inputs } = await make(rig, revocation, {
      key: (await rig.keyWith(1)).id,
      version: 0,
      reason: "Superseded",
    });
    rig.log.length = 0;
    await expect(rig.revocations().plan(id, state, { ...inputs, ...more })).rejects.toThrow(
      /it is about version 0 of the key "\w+".*declare another VaultKeyRevocation\.$/,
    );
    expect(warnings()).toEqual([]);
  });

  test("is followed by a warning of the update if the version is the newest one", async () => {
    const { id: key } = await rig.keyWith(1);
    await make(rig, revocation, { key, version: 0, reason: "Superseded" });
    expect(warnings()).toEqual([]);
    await make(rig, revocation, { key, version: 1, reason: "Superseded" });
    expect(warnings()).toEqual([expect.stringMatching(/version 1 is the newest one of the key/)]);
  });
});

describe("a key whose newest version ended", () => {
  test.each([
    ["revoke", { reason: "KeyCompromise" }, /is Compromised, and a key is not rotated .* declare another VaultKey/],
    ["destroy", {}, /is Destroyed, and a key is not rotated .* declare another VaultKey/],
    ["archive", {}, /is archived: recover it in the service first/],
  ])("by %s is not rotated, and the error says what to do", async (verb, body, words) => {
    const { id } = await rig.keyWith(0);
    await rig.act(0, verb, body);
    const rotation = make(rig, "RotateNow", { key: { type: "VaultKey", id }, triggers: { leak: 42 } });
    await expect(rotation).rejects.toThrow(words);
  });

  test("for another reason is rotated", async () => {
    const { id: key } = await rig.keyWith(0);
    await make(rig, revocation, { key, version: 0, reason: "Superseded" });
    await make(rig, "RotateNow", { key: { type: "VaultKey", id: key }, triggers: { leak: 42 } });
    expect([(await rig.versionOf(0)).state, (await rig.versionOf(1)).state]).toEqual(["Deactivated", "Active"]);
  });
});
