import { makeAuthority } from "../api/certificates";
import { registry } from "../../provider/resources";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import type { Options } from "../../provider/lifecycle/values/options";
import { fixtures } from "./fixtures";
import { makeToken } from "./fixtures/clients";
import { make, startRig, type Rig } from "./rig";
import { optionsKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/**
 * What is kept when a resource is destroyed: everything in the clouds, unless its own argument says
 * otherwise.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

/** What destroying does unless the program says otherwise; `undefined` if there is no choice. */
const usual = (definition: Definition): unknown => {
  const choice = definition.inputs.onDestroy;
  return choice && choice.safeParse(undefined).data;
};

/** Clouds and key sources as the emulator stores them; the licence belongs to the service itself. */
async function clouds(): Promise<Bag> {
  const { licensing: _licensing, ...others } = await rig.control("GET", "/world");
  return others;
}

/** Other values of `onDestroy` are tested with their system. */
describe("resources without onDestroy, such as connections and containers, or with one that retains", () => {
  const harmless = registry.filter((one) => [undefined, "retain"].includes(usual(one) as string | undefined));

  test.each(harmless.map(({ type }) => type))("%s", async (type) => {
    await rig.control("POST", "/reset");
    const lifecycle = rig.lifecycle(type);
    const { onDestroy: _onDestroy, ...args } = await fixtures[type]!.args(rig);
    const { inputs } = lifecycle.check({}, args);
    const { id, state } = await lifecycle.create(inputs);
    const before = await clouds();
    await lifecycle.delete(id, state);
    expect(await clouds()).toEqual(before);
  });
});

test("deleting a CA that an interrupted trust left in the list says how to end it", async () => {
  const { id, state } = await make(rig, "LocalCa", { name: "left", cn: "left" });
  const web = "/configs/interfaces/web";
  const trusted = (await rig.api.get(web)).trusted_cas as { local: string[] };
  await rig.api.patch(web, { trusted_cas: { local: [...trusted.local, state.uri] } });
  await expect(rig.lifecycle("LocalCa").delete(id, state)).rejects.toThrow(
    /the web interface, which trusts it \(if a WebInterfaceTrust was interrupted, run `pulumi up` before `pulumi destroy`\)/,
  );
});

test("a CA that a profile uses is not replaced if it would have to be deleted first", async () => {
  await rig.control("POST", "/reset");
  const { ca, profile } = await makeToken(rig);
  const lifecycle = rig.lifecycle("LocalCa");
  const { state } = (await lifecycle.read(ca, {}))!;
  const { inputs } = lifecycle.check({}, { name: "machines", cn: "Machines" });
  const plan = (args: Bag, options: Options = {}) =>
    lifecycle.plan(ca, { ...state, ...inputs }, { ...inputs, cn: "Engines", ...args, [optionsKey]: options });
  const refusal =
    /replacing LocalCa ".*" cannot succeed: a change of cn.* ClientProfile "machines" uses .*replaceOnChanges: \["cn/;
  await expect(plan({})).rejects.toThrow(refusal);
  expect(await plan({ name: "engines" })).toMatchObject({ deleteBeforeReplace: false });
  await expect(plan({ name: "engines" }, { deletesFirst: true })).rejects.toThrow(/a change of name, cn/);
  // The program says that it replaces the profile, too.
  expect(await plan({}, { replaces: ["cn"] })).toMatchObject({ deleteBeforeReplace: true });
  const other = await make(rig, "LocalCa", { name: "other", cn: "Other" });
  await rig.api.patch(`/client-management/profiles/${profile}`, { ca_id: other.id });
  await expect(plan({})).rejects.toThrow(/destroys the old key before the new one is made, and nothing brings it back/);
});

test("nor is an external CA", async () => {
  await rig.control("POST", "/reset");
  const [one, other] = [await makeAuthority(), await makeAuthority()];
  const ca = await make(rig, "ExternalCa", { name: "partner", certificate: one.certificate });
  await make(rig, "ClientProfile", { name: "theirs", ca: ca.id });
  const plan = rig.lifecycle("ExternalCa").plan(ca.id, ca.state, { ...ca.inputs, certificate: other.certificate });
  await expect(plan).rejects.toThrow(/a change of certificate forces replacement, and ClientProfile "theirs" uses/);
});
