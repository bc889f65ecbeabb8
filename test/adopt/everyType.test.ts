import { nameInputOf, type Bag } from "../../provider/engine/definition";
import { registry } from "../../provider/resources";
import { isReference, isSetting, mapParts, type Declaration } from "../../sdk/adopt/declaration";
import { plan, type Plan } from "../../sdk/adopt/plan";
import { fixtures, type Fixture } from "../lifecycle/fixtures";
import { startRig, type Rig } from "../lifecycle/rig";

/** An object of every type is made, forgotten, found again, and taken over with what was found: without one write. */

const secret = "known to nobody";
/** What is asked for in another form than text. */
const forms: Bag = {
  admins: ["local|nobody"],
  keyFile: JSON.stringify({
    type: "service_account",
    project_id: "acme-prod",
    private_key_id: "1",
    private_key: secret,
    client_email: "a@example.com",
  }),
};

/** The arguments as they reach the provider once everything is known. */
function resolved({ args }: Declaration): Bag {
  return mapParts(args, (part) => {
    if (isSetting(part)) return forms[part.path.at(-1)!] ?? (part.type === "string" ? secret : {});
    if (!isReference(part)) return undefined;
    const { id, definition } = part.to.found;
    return part.whole ? { type: definition.type, id } : id;
  }) as Bag;
}

const rows = registry.filter(({ action }) => !action).map(({ type }) => type);

describe.each(rows)("%s", (type) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  });
  afterAll(() => rig.close());

  const look = (): Promise<Plan> => plan(rig.api, { system: [], include: [], exclude: [], log: () => {} });
  const routes = async () => Object.keys((await rig.control("GET", "/requests")).routes as Bag);

  test("is found as it is, and adopting it changes nothing", async () => {
    const args = await (fixtures[type] as Fixture).args(rig);
    const lifecycle = rig.lifecycle(type);
    const { inputs } = lifecycle.check({}, args);
    const made = await lifecycle.create(inputs);
    await rig.control("DELETE", "/requests");
    const { modules, leftOut } = await look();
    const own = modules.flatMap(({ declarations }) => declarations);
    const declared = own.find(({ found }) => found.definition.type === type && found.id === made.id);
    if (!declared) {
      expect(leftOut.find((one) => one.type === type && (one.id === made.id || one.id === ""))?.reason).toMatch(/./);
      if (registry.find((one) => one.type === type)!.existing?.list === undefined)
        throw new Error(JSON.stringify(leftOut.filter((one) => one.type === type)));
    }
    for (const one of own) {
      const life = rig.lifecycle(one.found.definition.type);

      const given = nameInputOf(one.found.definition);
      const named = { ...(given && { [given]: one.name }), ...resolved(one) };
      const checked = life.check({}, named);
      expect({ name: one.name, failures: checked.failures }).toEqual({ name: one.name, failures: [] });
      const adopted = await life.create(checked.inputs);
      expect(adopted.id).toBe(one.found.id);
      const seen = await life.read(adopted.id, adopted.state);
      const difference = life.diff(seen!.state, checked.inputs);
      expect({ name: one.name, ...difference }).toMatchObject({ changes: false, changed: [] });
    }
    expect((await routes()).filter((route) => !route.startsWith("GET ") && !route.includes("/auth/tokens"))).toEqual(
      [],
    );
  });
});
