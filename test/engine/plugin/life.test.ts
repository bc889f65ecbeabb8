import { engineTimeout, items, type Stack, type World } from "../harness";
import { account, pluginStack, program, startLicensedWorld, aws } from "./support";

/** The life of a connection, a container and a key through the native plugin. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
beforeAll(async () => {
  world = await startLicensedWorld();
  stack = await pluginStack(world);
});
afterAll(async () => {
  stack?.remove();
  await world?.close();
});

const described = 'description: "Encrypts orders", tags: { team: "shop" }';
const keys = async () => items(await world.api("GET", "/cckm/aws/keys?alias=alias/orders"));

test("a preview knows what was given, and nothing else", async () => {
  const { code, text } = await program(stack, account()).preview();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(text).toMatch(/alias: \[\s+\[0\]: "orders"\s+\]/);
  expect(text).toMatch(/arn +: (output<string>|\[unknown\])/);
  expect(await keys()).toEqual([]);
});

test("up creates everything, and a preview right after shows no changes", async () => {
  const { code, text } = await stack.up();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(stack.outputs()).toMatchObject({ arn: expect.stringMatching(/^arn:aws:kms:/), state: "ready" });
  expect(await stack.drift()).toMatchObject({ code: 0 });
});

test("secrets are encrypted in the state, although the program does not mark them", () => {
  expect(stack.stored().text).not.toContain(aws.secretAccessKey);
});

test("an update in place shows each argument, and keeps the key", async () => {
  const before = stack.resource("orders")?.id;
  const preview = await program(stack, account(described)).preview();
  expect(preview.text).toMatch(/aws:AwsKey: \(update\)/);
  expect(preview.text).toMatch(/\+ description: "Encrypts orders"/);
  expect(preview.text).not.toMatch(/\(replace\)/);
  expect(await stack.up()).toMatchObject({ code: 0 });
  expect(stack.resource("orders")?.id).toBe(before);
  expect(await stack.drift()).toMatchObject({ code: 0 });
});

test("drift is detected, shown and corrected", async () => {
  const [key] = await keys();
  await world.api("POST", `/cckm/aws/keys/${String(key?.id)}/update-description`, { description: "theirs" });
  const drift = await stack.drift();
  expect(drift.code).toBe(7);
  expect(drift.text).toMatch(/~ description: "theirs" => "Encrypts orders"/);
  expect(await stack.up("--refresh")).toMatchObject({ code: 0 });
  expect(await stack.drift()).toMatchObject({ code: 0 });
});

test("a replacement is shown with its cause", async () => {
  const { text } = await program(stack, account(`${described}, customerMasterKeySpec: "RSA_2048"`)).preview();
  expect(text).toMatch(/aws:AwsKey: \(replace\)/);
  expect(text).toMatch(/customerMasterKeySpec: "SYMMETRIC_DEFAULT" => "RSA_2048"/);
});

test("destroy leaves no container and no connection, and the key scheduled for deletion", async () => {
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  expect(items(await world.api("GET", "/connectionmgmt/services/aws/connections"))).toEqual([]);
  expect(items(await world.api("GET", "/cckm/aws/kms"))).toEqual([]);
  expect(await keys()).toEqual([]);
});
