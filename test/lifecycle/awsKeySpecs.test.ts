import { isKind } from "../../provider/api/errors";
import { wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import { keySpec, keyUsage } from "../../provider/resources/aws/keySchemas";
import { makeAccount } from "./fixtures/aws";
import { startRig, type Rig } from "./rig";

/** The preview refuses exactly the usages of a key spec that AWS refuses. */

let rig: Rig;
let kms: string;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  kms = await makeAccount(rig);
});
afterAll(() => rig.close());

const usages = wordsOf(keyUsage).map(String);

test.each(wordsOf(keySpec).map(String))("%s", async (customerMasterKeySpec) => {
  const region = "eu-west-1";
  const isMade = async (keyUsage: string) => {
    const aws_param = { CustomerMasterKeySpec: customerMasterKeySpec, KeyUsage: keyUsage };
    const made = rig.api.post("/cckm/aws/keys", { kms, region, aws_param });
    return made.then(
      () => true,
      (error: unknown) => {
        expect(isKind(error, "badRequest")).toBe(true);
        return false;
      },
    );
  };
  for (const type of ["AwsKey", "AwsUploadedKey"]) {
    const source = type === "AwsUploadedKey" ? { sourceKeyIdentifier: "k" } : {};
    for (const keyUsage of usages) {
      const { failures } = rig.lifecycle(type).check({}, { kms, region, ...source, customerMasterKeySpec, keyUsage });
      expect([keyUsage, failures.map(({ property }) => property)]).toEqual([
        keyUsage,
        (await isMade(keyUsage)) ? [] : ["keyUsage"],
      ]);
    }
    expect(rig.lifecycle(type).check({}, { kms, region, ...source, customerMasterKeySpec }).failures).toEqual([]);
  }
});
