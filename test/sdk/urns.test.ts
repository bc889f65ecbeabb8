import * as pulumi from "@pulumi/pulumi";
import { Group } from "../../sdk";
import { run, valueOf } from "./program";
import { urnKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** The URN that each class sends along. */

class Team extends pulumi.ComponentResource {
  constructor(name: string, opts: pulumi.ComponentResourceOptions = {}) {
    super("shop:index:Team", name, {}, opts);
  }
}

/** What the group that the program makes sends, and the URN that it gets. */
async function sentBy(program: () => Group): Promise<{ sent: unknown; got: string }> {
  let made: Group | undefined;
  const registered = await run(() => (made = program()));
  const { inputs } = registered.find(({ name }) => name === "operators")!;
  return { sent: inputs[urnKey], got: await valueOf(made!.urn) };
}

const within = (...parents: string[]) =>
  [
    "urn:pulumi:stack::project::",
    ...parents.map((one) => `${one}$`),
    "pulumi-nodejs:dynamic/ciphertrust:Group::operators",
  ].join("");

test("is that of a resource of the stack", async () => {
  const { sent, got } = await sentBy(() => new Group("operators"));
  expect(sent).toBe(within());
  expect(got).toBe(sent);
});

test("has the types of all components around it", async () => {
  const team = "shop:index:Team";
  const inner = () => new Team("inner", { parent: new Team("outer") });
  expect((await sentBy(() => new Group("operators", {}, { parent: inner() }))).sent).toBe(within(team, team));
});

test("has the types of resources that are parents", async () => {
  const parent = () => new Group("all");
  expect((await sentBy(() => new Group("operators", {}, { parent: parent() }))).sent).toBe(
    within("pulumi-nodejs:dynamic/ciphertrust:Group"),
  );
});

test("is not sent for what a program only reads", async () => {
  const { sent } = await sentBy(() => Group.get("operators", "operators"));
  expect(sent).toBeUndefined();
});
