import { join } from "node:path";
import { engineTimeout, items, root, type Run, type Stack, type World } from "../harness";
import { makeAccount, pluginStack, program, startLicensedWorld } from "./support";

/** `pulumi do`, which deletes an object without a program and without a state. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
let kms: string;
beforeAll(async () => {
  world = await startLicensedWorld();
  stack = await pluginStack(world);
  kms = await makeAccount(world);
});
afterAll(async () => {
  stack?.remove();
  await world?.close();
});

const deleteKey = (id: string): Promise<Run> => {
  const plugin = ["--package", join(root, "dist", "plugin", "pulumi-resource-ciphertrust"), "--stateless"];
  return stack.pulumiAlone("do", ...plugin, "ciphertrust:aws:AwsKey", "delete", id, "--yes");
};
const keyStates = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    items(await world.api("GET", "/cckm/aws/keys")).map((key) => [
      String(key.id),
      (key.aws_param as { KeyState: string }).KeyState,
    ]),
  );

test("one that nobody has marked is deleted", async () => {
  const aws_param = { Alias: "theirs" };
  const { id } = await world.api("POST", "/cckm/aws/keys", { kms, region: "eu-west-1", aws_param });
  expect(await deleteKey(String(id))).toMatchObject({ code: 0 });
  expect(await keyStates()).toMatchObject({ [String(id)]: "PendingDeletion" });
});

test("an object of a stack is not deleted, and the error names the stack", async () => {
  const orders = `resource("aws:AwsKey", "orders", { kms: "${kms}", region: "eu-west-1", alias: ["orders"] });`;
  expect(await program(stack, orders).up()).toMatchObject({ code: 0 });
  const id = stack.resource("orders")!.id!;
  const { code, text } = await deleteKey(id);
  expect(code).not.toBe(0);
  expect(text).toMatch(
    /deleting AwsKey "orders" was refused: .* was made for organization\/test\/test\/AwsKey\/orders/,
  );
  expect(await keyStates()).toMatchObject({ [id]: "Enabled" });
});
