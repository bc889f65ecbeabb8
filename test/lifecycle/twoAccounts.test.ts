import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import type { Lifecycle } from "../boundLifecycle";
import { Ledger, type RunLedger } from "../../provider/lifecycle/claims/ledger";
import { awsAccount, makeAwsConnection } from "./fixtures/aws";
import { make, startRig, type Rig } from "./rig";
import { worldClock } from "./worldClock";

/**
 * Two containers of one account in a program: neither is advised to adopt what the other one
 * manages.
 */

let rig: Rig;
let connection: string;
beforeAll(async () => (rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } })));
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  connection = await makeAwsConnection(rig);
});

/** A process of the provider in a run of the stack. */
function run(others?: RunLedger) {
  const ledger = new Ledger(others);
  return (name: string): Lifecycle =>
    rig.lifecycle("AwsKms", worldClock(rig), undefined, {
      ledger,
      self: () => ({ urn: `urn:pulumi:dev::shop::ciphertrust:aws:AwsKms::${name}`, name }),
      isManaged: () => true,
    });
}

const argsOf = (name: string, regions: string[]): Bag => ({
  name,
  connection,
  accountId: awsAccount.accountId,
  regions,
});
const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "",
    (error: Error) => error.message,
  );

test("the preview names the region that both have", () => {
  const at = run();
  expect(at("a").check({}, argsOf("a", ["eu-west-1", "us-east-1"])).failures).toEqual([]);
  expect(at("b").check({}, argsOf("b", ["us-west-2", "eu-west-1"])).failures).toEqual([
    {
      property: "regions",
      reason: 'AwsKms "a" of this program has the same accountId "123456789012", regions "eu-west-1": declare it once',
    },
  ]);
});

test("what another resource of the program describes, or another of its providers has, is not offered for adoption", async () => {
  const { id } = await make(rig, "AwsKms", argsOf("a", ["eu-west-1"]));
  const second = argsOf("b", ["eu-west-1"]);
  const unknown = await refusal(run()("b").create(second));
  expect(unknown).toContain(`adopt: "${id}"`);
  const at = run();
  at("a").check({}, argsOf("a", ["eu-west-1"]));
  const known = await refusal(at("b").create(second));
  expect(known).toContain('AwsKms "a" of this stack already manages it, and two resources must not manage one object.');
  expect(known).not.toContain("adopt:");
  const elsewhere = { add: () => {}, has: () => true, hasAny: () => true };
  const others = await refusal(run(elsewhere)("b").create(second));
  expect(others).toContain("a resource of another provider of this program");
  expect(others).not.toContain("adopt:");
});
