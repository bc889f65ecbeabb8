import { eachTest } from "./eachTest";
import { engineTimeout, items, type Stack, succeeds, type World } from "./harness";

/** Pulumi shows what a program takes over like what it creates; a line tells for each. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const linesIn = (text: string) => [...new Set(text.match(/\w+ "\w+" takes over the existing object.*/g))].sort();

test("in the same words in the preview, the update and the pipeline, which sums them by type", async () => {
  for (const name of ["kept", "found"])
    await world.api("POST", "/vault/keys2", { name, algorithm: "aes", size: 256, usageMask: 12 });
  await world.api("POST", "/usermgmt/groups", { name: "operators" });
  const [kept] = items(await world.api("GET", "/vault/keys2?name=kept"));
  stack.program(`
    new ciphertrust.VaultKey("kept", { algorithm: "aes", size: 256, adopt: "${String(kept!.id)}" });
    new ciphertrust.VaultKey("found", { algorithm: "aes", size: 256, adopt: true });
    new ciphertrust.VaultKey("fresh", { algorithm: "aes", size: 256, adopt: true });
    new ciphertrust.Group("operators", { adopt: "operators" });
    new ciphertrust.Group("others", {});`);
  const planned = [
    'Group "operators" takes over the existing object "operators"',
    'VaultKey "found" takes over the existing object if there is one, and is created otherwise',
    'VaultKey "fresh" takes over the existing object if there is one, and is created otherwise',
    `VaultKey "kept" takes over the existing object "${String(kept!.id)}"`,
  ];
  const preview = await stack.preview();
  expect([preview.code, linesIn(preview.text)]).toEqual([0, planned]);
  const asked = await stack.command("pipeline", "preview", "--stack", "test", "--accept", "changes");
  expect(linesIn(asked.text)).toEqual(planned);
  const up = await stack.command("pipeline", "up", "--stack", "test");
  expect(linesIn(up.text)).toEqual(expect.arrayContaining(planned));
  expect(linesIn(up.text).filter((line) => !planned.includes(line))).toEqual([
    expect.stringMatching(/^VaultKey "found" takes over the existing object "\w+"$/),
  ]);
  expect(up.text).toMatch(/pipeline up: 2 created, 3 taken over \(1 Group, 2 VaultKey\) \(exit code 0\)\s*$/);
  await succeeds(stack.drift());
});
