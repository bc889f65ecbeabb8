import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { fixtures } from "./fixtures";
import { make, startRig, type Rig } from "./rig";

/** A preview tells of an upload from a vault key's older version. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const warnings = () => rig.log.filter((text) => text.startsWith("warning: "));

/** The ids of the two versions of a key, the older one first. */
async function versions(): Promise<[string, string]> {
  const { id } = await make(rig, "VaultKey", { name: "ceremony", algorithm: "aes", size: 256 });
  return [id, String((await rig.api.post(`/vault/keys2/${id}/versions/`, {})).id)];
}

test.each<[string, string, object?]>([
  ["AwsUploadedKey", "sourceKeyIdentifier"],
  ["AwsKeyMaterial", "sourceKeyIdentifier"],
  ["AzureKey", "localKeyIdentifier", { kty: undefined, keySize: undefined, crv: undefined }],
  ["GoogleKey", "sourceKeyId"],
  ["GoogleKeyVersion", "sourceKeyId", { isNative: false }],
  ["OciKey", "sourceKeyIdentifier", { length: undefined, curveId: undefined, algorithm: undefined }],
  ["OciKeyVersion", "sourceKeyIdentifier"],
  ["SalesforceKey", "sourceKeyIdentifier", { certificate: "certificate" }],
  ["SapKey", "sourceKeyIdentifier", { size: undefined, curve: undefined }],
])("%s: %s", async (type, input, more = {}) => {
  const [older, newest] = await versions();
  const args = { ...(await fixtures[type]!.args(rig)), ...more };
  rig.log.length = 0;
  const declare = (source: string) => rig.lifecycle(type).declare({}, { ...args, [input]: source });
  for (const source of [newest, unknownValue, "no-such-key"]) await declare(source);
  expect(warnings()).toEqual([]);
  expect((await declare(older)).failures).toEqual([]);
  expect(warnings()).toEqual([
    expect.stringContaining(
      `: ${input} is version 0 of the vault key "ceremony", of which version 1 is the newest. The older material is uploaded.`,
    ),
  ]);
});

test("an update warns if it changes the source, and only then", async () => {
  const [older, newest] = await versions();
  const args = { ...(await fixtures.SapKey!.args(rig)), size: undefined, curve: undefined };
  const made = await make(rig, "SapKey", { ...args, type: "AES", sourceKeyIdentifier: newest });
  rig.log.length = 0;
  const plan = (more: object) => rig.lifecycle("SapKey").plan(made.id, made.state, { ...made.inputs, ...more });
  await plan({ description: "other" });
  expect(warnings()).toEqual([]);
  await plan({ sourceKeyIdentifier: older });
  expect(warnings()).toEqual([expect.stringContaining("sourceKeyIdentifier is version 0")]);
});
