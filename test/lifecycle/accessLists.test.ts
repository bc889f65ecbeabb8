import { awsActions, azureActions, googleRingActions, ociVaultActions } from "../../emulator/shared/permissions";
import { isKind } from "../../provider/api/errors";
import { containerActions, accessLists, type AclContainer } from "../../provider/resources/systems";
import { fixtures } from "./fixtures";
import { make, startRig, type Rig } from "./rig";

/** The actions that programs can permit are those that the service takes, in every container. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

/** Actions that the service takes and programs are not offered, with the reason. */
const unoffered: Readonly<Record<string, string>> = { "AwsKms.view": "an old name for two others" };

const served = [...awsActions, ...azureActions, ...googleRingActions, ...ociVaultActions(true)];
const words = [...new Set([...containerActions, ...served, "somethingnew"])];

test.each(Object.keys(accessLists) as AclContainer[])("%s", async (type) => {
  const { id } = await make(rig, type, await fixtures[type]!.args(rig));
  const acl = rig.lifecycle("ContainerAcl");
  const argsFor = (actions: string[]) => ({ container: { type, id }, group: "CCKM Users", actions });
  const isOffered = (action: string) => acl.check({}, argsFor([action])).failures.length === 0;
  const isTaken = (action: string) =>
    acl.create(argsFor([action])).then(
      () => true,
      (error: Error) => {
        if (isKind(error.cause, "badRequest")) return false;
        throw error;
      },
    );
  const taken: string[] = [];
  for (const word of words) if (await isTaken(word)) taken.push(word);
  expect(words.filter(isOffered)).toEqual(taken.filter((word) => !(`${type}.${word}` in unoffered)));

  // Each that was permitted shows in the list under its own name.
  const entry = `${type}/${id}/CCKM Users`;
  expect((await acl.read(entry, argsFor(taken)))!.state.actions).toEqual(taken);
  // What the service does not know, or knows no longer, can still be withdrawn.
  await acl.delete(entry, argsFor(words));
  expect(await acl.read(entry, argsFor(taken))).toBeUndefined();
});
