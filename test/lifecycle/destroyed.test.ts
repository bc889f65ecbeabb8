import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { fixtures } from "./fixtures";
import { startRig, type Rig } from "./rig";

/**
 * An update after a destroy that was interrupted: the error says what to run instead, where
 * something of a destroyed object stays.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig?.close());

/** What creates an object again, after it was destroyed if `isDestroyed`. */
async function again(type: string, isDestroyed: boolean, more: Bag = {}): Promise<string> {
  await rig.renew();
  const life = rig.lifecycle(type);
  const { inputs } = life.check({}, { ...(await fixtures[type]!.args(rig)), ...more });
  const { id, state } = await life.create(inputs);
  if (isDestroyed) await life.delete(id, state);
  return life.create(inputs).then(
    () => "made",
    ({ message }: Error) => message,
  );
}

const says = "as destroying leaves it. To continue a `pulumi destroy`, run that again, without `pulumi up`";

describe.each(["AwsReplicaKey", "AwsXksKey", "AzureKey", "AzureSecret", "AzureCertificate"])("%s", (type) => {
  test("that was destroyed", async () => {
    const message = await again(type, true);
    expect(message).toContain(says);
    expect(message).toContain('adopt: "');
  });

  test("that was not", async () => {
    const message = await again(type, false);
    expect(message).not.toContain("as destroying leaves it");
    expect(message).toContain('adopt: "');
  });
});

test("a GoogleKey whose versions are to be destroyed", async () => {
  expect(await again("GoogleKey", true, { onDestroy: "scheduleDestroy" })).toContain(says);
});

test("what destroying leaves as it is shows no sign of it", async () => {
  expect(await again("GoogleKey", true)).not.toContain("as destroying leaves it");
});
