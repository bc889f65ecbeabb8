import { engineTimeout, items, startWorld, succeeds, type Run, type Stack, type World } from "./harness";
import { declare, hosts } from "./hosts";
import { pluginStack } from "./plugin/support";

/** Deletes, creates, updates and memberships that the service holds until others approve them. */

jest.setTimeout(2 * engineTimeout);

const guarded = ["DeleteKey", "AddUserToGroup", "UpdateQuorumProfile", "CreateAttachedPolicy"];
const quorums = "/quorum-mgmt/quorums";
const attachments = "/admin/policy-attachments";

let world: World;
let stack: Stack;
let user: string;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  await world.control("POST", "/reset");
  user = String(
    (await world.api("POST", "/usermgmt/users/", { username: "new", password: "Correct-Horse-1" })).user_id,
  );
  await world.api("POST", "/admin/policies/", { name: "app", actions: ["ReadKey"], resources: ["*"], effect: "allow" });
  stack = await pluginStack(world);
});
afterEach(() => stack?.remove());
afterAll(() => world?.close());

const all = async () => items(await world.api("GET", quorums));
const states = async () => Object.fromEntries((await all()).map(({ operation, state }) => [String(operation), state]));
const decide = async (decision: "approve" | "deny" | "expire") => {
  for (const { id, state } of await all())
    if (state === "pre-active") await world.control("POST", "/world/quorums/decisions", { quorum: id, decision });
};

/** What the service has of all that the program declares. */
async function shown(): Promise<Record<string, unknown>> {
  const members = items(await world.api("GET", "/usermgmt/users/?groups=ops"));
  const { required_approvals: approvals } = await world.api("GET", "/quorum-mgmt/profiles/RevokeKey");
  return { members: members.length, attached: items(await world.api("GET", attachments)).length, approvals };
}
const keys = async () => items(await world.api("GET", "/vault/keys2/?name=orders")).length;
const before = { members: 0, attached: 0, approvals: 1 };
const after = { members: 1, attached: 1, approvals: 2 };

type Form = 202 | 403;
const forms = Object.entries(hosts).flatMap(([host, make]) =>
  ([202, 403] as const).map((form): [string, Form, string] => [host, form, make]),
);

describe.each(forms)("in %s, by a %i", (_host, form, make) => {
  const profile = (approvals: number) => `
    make("general:ApiSetting", "revocations", {
      path: "/quorum-mgmt/profiles/RevokeKey", values: { required_approvals: ${approvals} }, onDestroy: "retain",
    });`;
  const declared = (changed: boolean) =>
    declare(
      stack,
      make,
      `make("identity:Group", "ops", { name: "ops", users: [${changed ? JSON.stringify(user) : ""}] });
      ${profile(changed ? 2 : 1)}
      ${changed ? `make("general:ApiObject", "app", { path: "${attachments}", body: { policy: "app", principalSelector: { cust: { groups: ["ops"] } } } });` : ""}`,
    );
  const change = () => declared(true).up("--continue-on-error");
  const guard = (response: Form) => world.control("POST", "/world/quorums/policy", { operations: guarded, response });
  const clean = async () => expect(await stack.drift()).toMatchObject({ code: 0 });
  const expectHeld = ({ code, text }: Run, count: number): void => {
    expect(code).not.toBe(0);
    expect(new Set(text.match(/the service holds the call until others approve it: quorum \S+/g))).toHaveProperty(
      "size",
      count,
    );
    expect(text).toContain("/activate, with the login of this provider");
  };

  beforeEach(async () => {
    await succeeds(declared(false).up());
    await guard(form);
  });

  test("what is approved while nobody runs anything is found, or done, by the next run", async () => {
    expectHeld(await change(), 3);
    expect(await shown()).toEqual(before);
    const asked = await all();
    // Waiting, it is asked for once.
    expectHeld(await change(), 3);
    expect(await all()).toEqual(asked);
    await decide("approve");
    await succeeds(change());
    expect(await shown()).toEqual(after);
    expect(await states()).toEqual({
      AddUserToGroup: "executed",
      UpdateQuorumProfile: "executed",
      CreateAttachedPolicy: "executed",
    });
    expect(await all()).toHaveLength(3);
    await clean();
  });

  test("after others have denied it, or not decided in time, the program goes back, or asks again", async () => {
    expectHeld(await change(), 3);
    await decide("deny");
    await succeeds(declared(false).up("--refresh"));
    expect(await shown()).toEqual(before);
    expectHeld(await change(), 3);
    await decide("expire");
    expectHeld(await change(), 3);
    expect(await all()).toHaveLength(9);
    await decide("approve");
    await succeeds(change());
    expect(await shown()).toEqual(after);
    await clean();
  });

  test("a key of which the delete is held stays, in the service and in the stack", async () => {
    const key = 'make("vault:VaultKey", "orders", { name: "orders", onDestroy: "destroy" });';
    const pipeline = ["--stack", "test", "--no-audit", "--allow-key-deletion"];
    const endings: [run: () => Promise<Run>, decisions: ("deny" | "expire" | "approve")[]][] = [
      [() => declare(stack, make, "").up(), ["deny", "expire", "approve"]],
      [() => (declare(stack, make, ""), stack.command("pipeline", "up", ...pipeline)), ["approve"]],
      [() => stack.destroy(), ["approve"]],
      [() => stack.command("pipeline", "destroy", ...pipeline), ["approve"]],
    ];
    let asked = 0;
    for (const [run, decisions] of endings) {
      await succeeds(declare(stack, make, key).up());
      for (const decision of decisions) {
        // Waiting, it is asked for once.
        const runs = decision === "expire" ? [run, run] : [run];
        for (const one of runs) {
          expectHeld(await one(), 1);
        }
        expect([await keys(), stack.resource("orders", "VaultKey")?.id]).toEqual([1, expect.any(String)]);
        expect(await all()).toHaveLength(++asked);
        await decide(decision);
      }
      await succeeds(run());
      expect([await keys(), stack.resource("orders", "VaultKey")]).toEqual([0, undefined]);
      expect(await all()).toHaveLength(asked);
    }
  });
});
