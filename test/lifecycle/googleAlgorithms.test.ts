import { wordsOf } from "../../provider/lifecycle/vocabulary/schema";
import { algorithmsOf, googleAlgorithm } from "../../provider/resources/google/values";
import { makeRing } from "./fixtures/google";
import { startRig, type Rig } from "./rig";

/** The preview refuses exactly the purposes of an algorithm that Google refuses. */

let rig: Rig;
let keyRing: string;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  keyRing = await makeRing(rig);
});
afterAll(() => rig.close());

const purposes = Object.keys(algorithmsOf);

test.each(wordsOf(googleAlgorithm).map(String))("%s", async (algorithm) => {
  for (const purpose of purposes) {
    const key_name = `${purpose}-${algorithm}`.slice(-63);
    const gcp_key_params = { key_name, purpose, algorithm, protection_level: "HSM" };
    const isMade = await rig.api.post("/cckm/google/keys", { key_ring: keyRing, gcp_key_params }).then(
      () => true,
      () => false,
    );
    const args = { keyRing, keyName: key_name, purpose, algorithm, protectionLevel: "HSM" };
    const { failures } = rig.lifecycle("GoogleKey").check({}, args);
    expect([purpose, failures.map(({ property }) => property)]).toEqual([purpose, isMade ? [] : ["algorithm"]]);
  }
});
