import { definitionWith, kindOfRecord, placesIn } from "../../provider/lookups/rotation/kindOfRecord";
import { itemPath } from "../../provider/lifecycle/vocabulary/record";
import { kindOf, type Kind } from "../../provider/limits/kind";
import { systems } from "../../provider/resources/systems";
import { kinds } from "../../sdk/resources/rotatable";
import { fixtures } from "../lifecycle/fixtures";
import { make, startRig, type Rig } from "../lifecycle/rig";

const types = systems.flatMap((system) => Object.keys(system.kinds ?? {}).map((type) => ({ system, type })));

/** What the role of a key is for, beside keys. */
const others = {
  VirtualKey: "stands for a LunaKey",
  AzureSecret: "holds text",
  VaultSecret: "holds text",
  AzureCertificate: "is renewed by Azure",
  LocalCa: "is an authority: with another key it is another one",
};

test("every type of keys tells its kind, by properties that it has", () => {
  const keys = systems.flatMap(({ definitions }) => definitions.filter(({ role }) => role === "key"));
  const expected = keys.map(({ type }) => type).filter((type) => !Object.hasOwn(others, type));
  expect(types.map(({ type }) => type).toSorted()).toEqual(expected.toSorted());
  expect(Object.keys(kinds).toSorted()).toEqual(expected.toSorted());
  const missing = types.flatMap(({ system, type }) =>
    placesIn(system.kinds![type]!)
      .filter((property) => !definitionWith(system, type, property))
      .map((property) => `${type}.${property}`),
  );
  expect(missing).toEqual([]);
});

const world = { licensing: { licenses: [{ feature: "CCKM" }] } };
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world });
});
afterAll(() => rig.close());

const known = (kind: Kind) => Object.entries(kind).filter(([, value]) => value !== undefined);

/** A test for each would take a service for each. */
test("what a program writes and what the service records are the same kind", async () => {
  const unclear: string[] = [];
  for (const { system, type } of types) {
    await rig.renew();
    const args = await fixtures[type]!.args(rig);
    const { id } = await make(rig, type, args);
    const definition = system.definitions.find((one) => one.type === type)!;
    const record = await rig.api.get(itemPath(definition, id));
    const [declared, recorded] = [kindOf(system.kinds![type]!, args), kindOfRecord(system, type, record)];
    const common = known(declared).filter(([name]) => recorded[name as keyof Kind] !== undefined);
    const same = Object.fromEntries(common);
    expect({ type, ...recorded }).toMatchObject({ type, ...same });
    if (recorded.algorithm === undefined || recorded.size === undefined) unclear.push(type);
  }
  expect(unclear).toEqual([]);
});

const word = { algorithm: ["word"] };
test.each<[string, Kind]>([
  ["SYMMETRIC_DEFAULT", { algorithm: "AES", size: 256, purposes: ["encrypt"] }],
  ["GOOGLE_SYMMETRIC_ENCRYPTION", { algorithm: "AES", size: 256, purposes: ["encrypt"] }],
  ["RSA_2048", { algorithm: "RSA", size: 2048, purposes: undefined }],
  ["RSA_SIGN_PSS_3072_SHA256", { algorithm: "RSA", size: 3072, purposes: ["sign"] }],
  ["RSA_DECRYPT_OAEP_4096_SHA512", { algorithm: "RSA", size: 4096, purposes: ["encrypt"] }],
  ["RSA-HSM", { algorithm: "RSA", size: undefined, purposes: undefined }],
  ["CKM_RSA_FIPS_186_3_PRIME_KEY_PAIR_GEN", { algorithm: "RSA", size: undefined }],
  ["CKM_AES_KEY_GEN", { algorithm: "AES", size: undefined }],
  ["ECC_NIST_P521", { algorithm: "EC", size: 521, purposes: ["sign"] }],
  ["ECC_SECG_P256K1", { algorithm: "EC", size: 256 }],
  ["EC_SIGN_P384_SHA384", { algorithm: "EC", size: 384, purposes: ["sign"] }],
  ["ECDSA", { algorithm: "EC", size: undefined }],
  ["HMAC_224", { algorithm: "HMAC", size: 224, purposes: ["mac"] }],
  ["HMAC_SHA256", { algorithm: "HMAC", size: 256, purposes: ["mac"] }],
  ["hmac-sha1", { algorithm: "HMAC", size: 160 }],
  ["AES128", { algorithm: "AES", size: 128 }],
  ["ARIA256", { algorithm: "ARIA", size: 256 }],
  ["tdes", { algorithm: "TDES", size: undefined }],
  ["seed", { algorithm: "SEED", size: 128 }],
  ["SM2", { algorithm: undefined, size: undefined, purposes: undefined }],
  ["EXTERNAL_SYMMETRIC_ENCRYPTION", { algorithm: undefined }],
  ["ASYMMETRIC", { algorithm: undefined }],
  ["", { algorithm: undefined }],
])("the word %j tells %j", (text, kind) => {
  expect(kindOf(word, { word: text })).toMatchObject(kind);
});

test.each<[type: string, properties: object, kind: Kind]>([
  ["VaultKey", {}, { algorithm: "AES", size: 256, purposes: ["encrypt"] }],
  ["VaultKey", { algorithm: "rsa", size: 2048, usageMask: 3 }, { algorithm: "RSA", size: 2048, purposes: ["sign"] }],
  ["VaultKey", { algorithm: "ec", curveId: "secp521r1" }, { algorithm: "EC", size: 521 }],
  ["VaultKey", { algorithm: "ec", curveId: "curve25519" }, { algorithm: "EC", size: 256 }],
  ["VaultKey", { usageMask: 384 }, { algorithm: "AES", purposes: ["mac"] }],
  ["AzureKey", {}, { algorithm: "RSA", size: 2048 }],
  ["AzureKey", { kty: "EC-HSM", crv: "P-521", keyOps: ["sign"] }, { algorithm: "EC", size: 521, purposes: ["sign"] }],
  ["AzureKey", { localKeyIdentifier: "source" }, { algorithm: undefined, size: undefined, purposes: undefined }],
  ["OciKey", {}, { algorithm: "AES", size: 256 }],
  ["OciKey", { algorithm: "RSA" }, { algorithm: "RSA", size: 2048 }],
  ["OciKey", { algorithm: "RSA", length: 512 }, { algorithm: "RSA", size: 4096 }],
  ["OciKey", { algorithm: "ECDSA", length: 66 }, { algorithm: "EC", size: 521 }],
  ["OciKey", { sourceKeyIdentifier: "source" }, { algorithm: undefined }],
  ["AwsUploadedKey", {}, { algorithm: undefined, size: undefined, tags: {} }],
  ["AwsKey", { customerMasterKeySpec: undefined, tags: undefined }, { algorithm: undefined, tags: undefined }],
  ["VaultKey", { size: undefined }, { algorithm: "AES", size: undefined }],
  ["VaultKey", { usageMask: undefined }, { algorithm: "AES", purposes: undefined }],
  ["AzureKey", { sourceKeyTier: undefined }, { algorithm: undefined, size: undefined }],
  ["AwsKey", { tags: { pci: "yes" } }, { algorithm: "AES", tags: { pci: "yes" } }],
  [
    "SapKey",
    { type: "EC", curve: "NistP521", operations: ["SIGN", "WRAP"] },
    { size: 521, purposes: ["sign", "encrypt"] },
  ],
  ["LunaKey", { mechanism: "CKM_AES_KEY_GEN", size: 192, attributes: ["CKA_SIGN"] }, { size: 192, purposes: ["mac"] }],
  ["SalesforceKey", {}, { algorithm: "AES", size: 256, tags: {} }],
])("%s %j is of the kind %j", (type, properties, kind) => {
  expect(kindOf(kinds[type as keyof typeof kinds], properties as Record<string, unknown>)).toMatchObject(kind);
});
