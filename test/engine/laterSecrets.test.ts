import { eachTest } from "./eachTest";
import { engineTimeout, type Stack, succeeds } from "./harness";

jest.setTimeout(engineTimeout);

let stack: Stack;
eachTest((made) => ({ stack } = made));

/** One value inside a map, and one inside a list. */
const program = (hidden: string, alias: string) => `
  const key = new ciphertrust.VaultKey("backups", {
    algorithm: "aes", labels: { plain: "a", hidden: ${hidden} }, aliases: ["shown", ${alias}],
  });
  exports.labels = key.labels;
  exports.aliases = key.aliases;`;

test("a value inside a map or list that becomes secret is encrypted by the next update, although nothing changes", async () => {
  const [label, alias] = ["TOPSECRET-x", "TOPSECRET-y"];
  await succeeds(stack.program(program(`"${label}"`, `"${alias}"`)).up());
  expect(stack.stored().text).toContain(label);
  const secret = (text: string) => `pulumi.secret("${text}")`;
  const shown = await succeeds(stack.program(program(secret(label), secret(alias))).up("--diff"));
  expect(shown).toMatch(/\d unchanged/);
  expect(stack.stored().text).not.toMatch(/TOPSECRET/);
  expect(stack.outputs()).toMatchObject({ labels: "[secret]", aliases: "[secret]" });
});
