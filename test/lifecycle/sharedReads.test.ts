import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { registry } from "../../provider/resources";
import { fixtures } from "./fixtures";
import { make, startRig, type Rig } from "./rig";

/**
 * What reads of one refresh ask for each object by itself, once the lists are known; of any other
 * type nothing.
 */
const still: Record<string, string> = {
  GoogleKeyVersion: "the versions of one key",
  OciKeyVersion: "the versions of one key",
  EkmEndpoint: "its policy, which the record does not show",
  Group: "its members",
  RegisteredClient: "the groups that it is in, if it has any",
  AzureKeyBackupSchedule: "the keys that it is to back up",
  LdapIdentityProvider: "has a list with providers of every kind",
  OidcIdentityProvider: "has a list with providers of every kind",
  RegistrationToken: "is listed without filters",
  RotateNow: "its key, of which it only knows the id",
  ApiObject: "any object",
  ApiSetting: "one setting",
  WebInterfaceTrust: "one interface",
};

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const routesOf = async () => (await rig.control("GET", "/requests")).routes as Bag;

const types = registry.filter(({ action, path }) => !action && path !== "").map(({ type }) => type);

test.each(types)("%s is read from lists as from its own path", async (type) => {
  const { id, state } = await make(rig, type, await fixtures[type]!.args(rig));
  const plain = (await rig.lifecycle(type).read(id, state))!;
  rig.shareReads();
  const lifecycle = rig.lifecycle(type);
  expect(await lifecycle.read(id, plain.state)).toEqual(plain);
  await rig.control("DELETE", "/requests");
  expect(await lifecycle.read(id, plain.state)).toEqual(plain);
  expect(Object.keys(await routesOf()).length > 0).toBe(type in still);
});

test("every exception is a type", () => {
  expect(types).toEqual(expect.arrayContaining(Object.keys(still)));
});
