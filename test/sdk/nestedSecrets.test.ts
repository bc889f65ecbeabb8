import * as pulumi from "@pulumi/pulumi";
import { withSecrecy } from "../../sdk/nestedSecrets";

/** An argument that holds a secret is secret as a whole. */

const plain = pulumi.output("plain");
const secret = pulumi.secret("hidden");

test.each<[string, unknown]>([
  ["a map with a secret", { shown: plain, hidden: secret }],
  ["a list with a secret", [plain, secret]],
  ["a secret further inside", { list: [{ hidden: secret }] }],
])("%s", async (_name, value) => {
  const sent = await withSecrecy(value);
  expect(pulumi.Output.isInstance(sent)).toBe(true);
  expect(await pulumi.isSecret(sent as pulumi.Output<unknown>)).toBe(true);
});

test.each<[string, unknown]>([
  ["outputs that are not secret", { list: [plain] }],
  ["no outputs", { list: ["plain"] }],
  ["an output, which the engine sees", secret],
])("%s: sent as they are", async (_name, value) => expect(await withSecrecy(value)).toBe(value));

test("Pulumi's own function says what is secret: a later Pulumi may mark it otherwise", async () => {
  jest.spyOn(pulumi, "isSecret").mockResolvedValueOnce(true);
  expect(pulumi.Output.isInstance(await withSecrecy({ hidden: plain }))).toBe(true);
});
