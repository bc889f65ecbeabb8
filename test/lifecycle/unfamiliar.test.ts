import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { make, startRig, type Rig } from "./rig";

/** A service that knows more than this version does. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { vault: { moreAlgorithms: ["camellia"] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const lifecycle = () => rig.lifecycle("VaultKey");
const declared = async (olds: Bag, news: Bag) => {
  const { failures } = await lifecycle().declare(olds, news);
  return { failures, log: [...rig.log] };
};

test("a new key with an algorithm that is not known gets a warning, and is made", async () => {
  const args = { name: "orders", algorithm: "camellia" };
  expect(await declared({}, args)).toEqual({
    failures: [],
    log: [
      'warning: VaultKey "orders": this version of the provider does not know the value of algorithm; it knows aes, tdes, rsa, ec, hmac-sha1, ' +
        "hmac-sha256, hmac-sha384, hmac-sha512, seed, aria, ml-dsa. The value goes to the service as it is, which may refuse it.",
    ],
  });
  const { id, state, inputs } = await make(rig, "VaultKey", args);
  expect(state).toMatchObject({ algorithm: "camellia", size: 256 });
  expect(state.strength).toBeUndefined();
  const { state: seen } = (await lifecycle().read(id, state))!;
  expect(await lifecycle().plan(id, seen, inputs)).toMatchObject({ changes: false });
  const changed = { ...inputs, description: "of the shop" };
  expect(await lifecycle().plan(id, seen, changed)).toMatchObject({ changed: ["description"], replaces: [] });
  await lifecycle().update(id, seen, changed);
  expect(await rig.api.get(`/vault/keys2/${id}`)).toMatchObject({ algorithm: "CAMELLIA", description: "of the shop" });
});

test.each([
  ["aess", 'the value "aess" of algorithm; did you mean "aes"?'],
  ["ml_dsa", 'the value "ml_dsa" of algorithm; did you mean "ml-dsa"?'],
])("the warning of %s contains it, and names the nearest known value", async (algorithm, hint) => {
  const { failures, log } = await declared({}, { name: "orders", algorithm });
  expect(failures).toEqual([]);
  expect(log).toEqual([expect.stringContaining(hint)]);
});

test("a known value in another case is refused: the rules for it would not apply", async () => {
  const { failures, log } = await declared({}, { name: "orders", algorithm: "RSA" });
  expect(failures).toEqual([{ property: "algorithm", reason: 'must be spelled "rsa", not "RSA"' }]);
  expect(log).toEqual([]);
});

test("no warning for a value that comes later, for a known one, for a wrong program, or for an existing key", async () => {
  expect((await declared({}, { name: "orders", algorithm: unknownValue })).log).toEqual([]);
  expect((await declared({}, { name: "orders", algorithm: "aria" })).log).toEqual([]);
  expect((await declared({}, { name: "a<b", algorithm: "camellia" })).log).toEqual([]);
  const olds = { name: "orders", algorithm: "camellia" };
  expect((await declared(olds, { ...olds, description: "x" })).log).toEqual([]);
});

test("the plan of an existing key is refused, and nothing is sent", async () => {
  const { id, state, inputs } = await make(rig, "VaultKey", { name: "orders", onDestroy: "destroy" });
  const planned = lifecycle().plan(id, state, { ...inputs, algorithm: "camellia" });
  await expect(planned).rejects.toThrow(
    /^replacing VaultKey "orders" was refused: this version of the provider does not know the value of algorithm; it knows aes,/,
  );
  expect(await rig.api.get(`/vault/keys2/${id}`)).toMatchObject({ algorithm: "AES" });
});

test("adopting changes nothing to a value that is not known", async () => {
  const user = await make(rig, "User", { username: "ann", password: "Aa1!aaaaaaaa" });
  const args = {
    username: "ann",
    password: "Aa1!aaaaaaaa",
    adopt: user.id,
    allowedAuthMethods: ["password", "passkey"],
  };
  const { inputs, failures } = lifecycleOf("User").check({}, args);
  expect(failures).toEqual([]);
  await expect(lifecycleOf("User").create(inputs)).rejects.toThrow(
    /cannot become what the program describes: allowedAuthMethods is none of the values that this version of the provider knows\./,
  );
});

const lifecycleOf = (type: string) => rig.lifecycle(type);

describe("keys of ml-dsa", () => {
  test.each([
    ["ML-DSA-44", 128],
    ["ML-DSA-65", 192],
    ["ML-DSA-87", 256],
  ])("%s has %i bits of security, also against a quantum computer", async (parameterSet, strength) => {
    const args = { name: "sign", algorithm: "ml-dsa", parameterSet };
    const { id, state } = await make(rig, "VaultKey", args);
    const expected = { algorithm: "ml-dsa", parameterSet, strength, postQuantum: true, objectType: "Private Key" };
    expect(state).toMatchObject(expected);
    expect(state.size).toBeUndefined();
    const rotated = await rig.api.post(`/vault/keys2/${id}/versions/`, {});
    expect(rotated).toMatchObject({ mlDSAParameterSet: parameterSet });
    const seen = (await lifecycle().read(id, state))!;
    expect(seen.state).toMatchObject({ ...expected, version: 1 });
    expect(await lifecycle().plan(id, seen.state, seen.inputs)).toMatchObject({ changes: false });
  });

  test("the parameter set is read under either name, in any case, and one that is not shown is no change", async () => {
    const args = { name: "sign", algorithm: "ml-dsa", parameterSet: "ML-DSA-65" };
    const { id, state, inputs } = await make(rig, "VaultKey", args);
    for (const shown of [{ parameterSet: "ML-DSA-65" }, { mlDSAParameterSet: "ml-dsa-65" }, {}]) {
      rig.onResponse = ({ mlDSAParameterSet: _sent, ...key }) => ({ ...key, ...shown });
      const seen = (await lifecycle().read(id, state))!;
      expect(await lifecycle().plan(id, seen.state, inputs)).toMatchObject({ changes: false });
      expect(seen.state).toMatchObject({ parameterSet: "ML-DSA-65" });
    }
  });

  test.each<[Bag, string]>([
    [{ algorithm: "ml-dsa" }, "parameterSet"],
    [{ algorithm: "ml-dsa", parameterSet: "ML-DSA-65", size: 256 }, "size"],
    [{ algorithm: "ml-dsa", parameterSet: "ML-DSA-65", curveId: "secp384r1" }, "curveId"],
    [{ algorithm: "aes", parameterSet: "ML-DSA-65" }, "parameterSet"],
  ])("%j is refused because of %s", (args, property) => {
    const { failures } = lifecycle().check({}, { name: "sign", ...args });
    expect(failures.map((one) => one.property)).toEqual([property]);
  });
});

test.each(["secp256r1", "P-256"])("the curve %s is not taken for another of a similar name", (curveId) => {
  const { failures } = rig.lifecycle("VaultKey").check({}, { name: "sign", algorithm: "ec", curveId });
  expect(failures).toEqual([{ property: "curveId", reason: `must be spelled "prime256v1", not "${curveId}"` }]);
});

describe("a program without a size has that of the service, and sees it", () => {
  test.each([
    ["aes", 256, 256],
    ["aria", 256, 256],
    ["tdes", 192, 112],
    ["seed", 128, 128],
    ["hmac-sha1", 160, 128],
    ["hmac-sha256", 256, 256],
    ["hmac-sha384", 384, 256],
    ["hmac-sha512", 512, 256],
  ])("%s %i", async (algorithm, size, strength) => {
    const { id, state, inputs } = await make(rig, "VaultKey", { name: "k", algorithm });
    expect(state).toMatchObject({ size, strength, postQuantum: strength >= 128 });
    expect(await lifecycle().plan(id, state, inputs)).toMatchObject({ changes: false });
  });

  test("rsa needs one: the service would choose 1024", () => {
    const { failures } = lifecycle().check({}, { name: "k", algorithm: "rsa" });
    expect(failures).toMatchObject([{ property: "size", reason: expect.stringContaining("1024") as string }]);
  });
});
