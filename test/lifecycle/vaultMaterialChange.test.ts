import { randomBytes } from "node:crypto";
import { around, type Call } from "../../provider/api/around";
import type { Api, Wire } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { InitializationError } from "../../provider/lifecycle/vocabulary/failure";
import { fingerprintOf, pemOf, rsaKey } from "../keyMaterial";
import { change, declared, make, startRig, type Rig } from "./rig";
import { opens, pairOpens } from "./vaultCrypto";

/**
 * Changed material of vault keys, which makes new versions, and removed material, which changes
 * nothing.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const keys = "/vault/keys2/";
const bytes = randomBytes(32);
const other = randomBytes(32);
const rsa = rsaKey();
const lifecycle = (ear?: (api: Api) => Api) => rig.lifecycle("VaultKey", undefined, ear);
const importing = (args: Bag) => make(rig, "VaultKey", { name: "orders", onDestroy: "destroy", ...args });
const versions = async (name = "orders") =>
  (await rig.api.list(keys, { name })).map(({ version }) => Number(version)).sort();
const aes = { size: 256, material: bytes.toString("hex") };

describe("changed material", () => {
  test("makes a new version; the older one stays, and opens what it encrypted", async () => {
    const made = await importing(aes);
    const { state } = await change(rig, "VaultKey", made, { material: other.toString("hex") });
    expect(await versions()).toEqual([0, 1]);
    expect(state).toMatchObject({ version: 1, materialProof: "checkValue" });
    expect(state.currentId).not.toBe(made.id);
    expect(await opens(rig.api, made.id, bytes)).toBe(true);
    expect(await opens(rig.api, String(state.currentId), other)).toBe(true);
  });

  test("never replaces the key", async () => {
    const made = await importing(aes);
    const wanted = { ...made.inputs, material: other.toString("hex") };
    expect(lifecycle().diff(made.state, wanted)).toMatchObject({ changes: true, replaces: [], changed: ["material"] });
  });

  test("in another form is no other material", async () => {
    const made = await importing(aes);
    const args = { material: bytes.toString("base64"), materialFormat: "base64" };
    const { state } = await change(rig, "VaultKey", made, args);
    expect(await versions()).toEqual([0]);
    expect(state).toMatchObject(args);
  });

  test("that is removed changes nothing in the vault, and leaves the state", async () => {
    const made = await importing(aes);
    const { state } = await change(rig, "VaultKey", made, { material: undefined });
    expect(state).not.toHaveProperty("material");
    expect(state.checkValue).toBe(made.state.checkValue);
    expect(await versions()).toEqual([0]);
    expect(await opens(rig.api, made.id, bytes)).toBe(true);
  });

  test("of another size is refused before any request", async () => {
    const made = await importing({ material: aes.material });
    const args = { material: randomBytes(16).toString("hex") };
    await expect(change(rig, "VaultKey", made, args)).rejects.toThrow(
      /refused: the size of the key is 256, that of the material 128\. Nothing was changed/,
    );
    expect(await versions()).toEqual([0]);
  });

  test("that the service does not take is refused, and nothing is changed", async () => {
    const made = await importing(aes);
    await rig.control("POST", "/faults", {
      method: "POST",
      path: `/api/v1${keys}${made.id}/versions/`,
      effect: { status: 400 },
    });
    await expect(change(rig, "VaultKey", made, { material: other.toString("hex") })).rejects.toThrow(
      /The key has no new version/,
    );
    await rig.control("DELETE", "/faults");
    expect(await versions()).toEqual([0]);
  });

  test("whose import was interrupted is not imported twice", async () => {
    const made = await importing(aes);
    const args = { material: other.toString("hex") };
    await change(rig, "VaultKey", made, args);
    const { state } = await change(rig, "VaultKey", made, args);
    expect(await versions()).toEqual([0, 1]);
    expect(state).toMatchObject({ version: 1, materialProof: "checkValue" });
    expect(rig.log.join("\n")).toMatch(/version 1 already has this material; nothing is imported/);
  });

  test("of which the service shows nothing may be imported twice, and says so", async () => {
    const made = await importing({ algorithm: "hmac-sha256", ...aes });
    const args = { material: other.toString("hex") };
    await change(rig, "VaultKey", made, args);
    expect(rig.log.join("\n")).toMatch(/a repeated import makes another version with it/);
  });

  test("whose response is lost makes one version", async () => {
    const made = await importing(aes);
    let lost = 0;
    const losing = (api: Api): Api =>
      around(api, async <T>(call: Call, work: () => Promise<T>) => {
        const result = await work();
        if (call.path.endsWith("/versions/") && call.method === "POST" && lost++ === 0)
          throw new ApiError("the connection was lost", { kind: "unanswered", call: "POST" });
        return result;
      });
    const { inputs } = lifecycle().check(made.inputs, { ...made.inputs, material: other.toString("hex") });
    const { state } = await lifecycle(losing).update(made.id, made.state, inputs);
    expect(lost).toBe(1);
    expect(await versions()).toEqual([0, 1]);
    expect(state).toMatchObject({ version: 1, materialProof: "checkValue" });
  });

  test("is not taken for imported where the response is about another key", async () => {
    const stranger = await rig.api.post("/vault/keys2/", { name: "stranger", algorithm: "aes" });
    const made = await importing(aes);
    const mixedUp = (api: Api): Api =>
      around(api, async <T>(call: Call, work: () => Promise<T>) => {
        const result = await work();
        return call.path.endsWith("/versions/") && call.method === "POST" ? (stranger as T) : result;
      });
    const { inputs } = lifecycle().check(made.inputs, { ...made.inputs, material: other.toString("hex") });
    const { state } = await lifecycle(mixedUp).update(made.id, made.state, inputs);
    expect(state).toMatchObject({ name: "orders", version: 1, materialProof: "checkValue" });
    expect(await versions()).toEqual([0, 1]);
  });

  test("for a pair is compared by its public key", async () => {
    const made = await importing({ algorithm: "rsa", size: 2048, material: pemOf(rsa) });
    const next = rsaKey();
    const { state } = await change(rig, "VaultKey", made, { material: pemOf(next) });
    expect(state).toMatchObject({ version: 1, publicKeyFingerprint: fingerprintOf(next), materialProof: "publicKey" });
    expect(await pairOpens(rig.api, String(state.currentId), next)).toBe(true);
  });

  test("is found out where the service makes a version of its own, and makes no further one", async () => {
    const made = await importing(aes);
    const deaf = (api: Api): Api =>
      Object.assign(
        around(api, (_call, work) => work()),
        {
          post: (path: string, { material: _lost, ...body }: Wire) => api.post(path, body),
        },
      );
    const { inputs } = lifecycle().check(made.inputs, { ...made.inputs, material: other.toString("hex") });
    const failed: unknown = await lifecycle(deaf)
      .update(made.id, made.state, inputs)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(InitializationError);
    const { message, properties } = failed as InitializationError;
    expect(message).toMatch(/is not the key that the program gives: .* Version 1 was made with it/);
    expect(lifecycle().diff(properties, inputs)).toMatchObject({ changes: true, changed: [] });
    await expect(lifecycle(deaf).update(made.id, properties, inputs)).rejects.toThrow(/is not the key/);
    expect((await versions()).length).toBe(2);
    expect(await opens(rig.api, made.id, bytes)).toBe(true);
  });

  test("of a key that a schedule has rotated since is not asked for again", async () => {
    const made = await importing(aes);
    await rig.api.post(`${keys}${made.id}/versions/`, {});
    const seen = (await lifecycle().read(made.id, made.state))!;
    expect(seen.state).toMatchObject({ version: 1, checkValue: made.state.checkValue });
    expect(lifecycle().diff(seen.state, made.inputs)).toMatchObject({ changes: false });
  });
});

describe("a create that was killed", () => {
  /** A process that dies when the key is made. */
  async function killed(args: Bag): Promise<void> {
    let die: () => void = () => undefined;
    const death = new Promise<void>((resolve) => (die = resolve));
    const dying = (api: Api): Api =>
      around(api, async (call, work) => {
        const result = await work();
        if (call.method !== "POST" || call.path !== keys) return result;
        die();
        return new Promise(() => undefined);
      });
    const company = declared("VaultKey", "one");
    const { inputs } = lifecycle().check({}, args);
    void rig.lifecycle("VaultKey", undefined, dying, company).create(inputs);
    await death;
  }
  const again = (args: Bag) => {
    const { inputs } = lifecycle().check({}, args);
    return rig.lifecycle("VaultKey", undefined, undefined, declared("VaultKey", "one")).create(inputs);
  };

  test("goes on with the key that it made, and compares it", async () => {
    await killed({ name: "orders", ...aes });
    const { state } = await again({ name: "orders", ...aes });
    expect(state).toMatchObject({ version: 0, materialProof: "checkValue" });
    expect(await versions()).toEqual([0]);
  });

  test("finds out that the program has other material now, and makes nothing", async () => {
    await killed({ name: "orders", ...aes });
    const args = { name: "orders", size: 256, material: other.toString("hex") };
    await expect(again(args)).rejects.toThrow(/is not the key that the program gives: its check value is/);
    expect(await versions()).toEqual([0]);
  });
});
