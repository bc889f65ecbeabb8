import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./harness";

/** The classes of the SDK and the reference are committed: users read them, and git shows what a definition's change means. */

test("the generated files are what the definitions say", () => {
  const generator = join(root, "dist", "tools", "generate", "index.js");
  const program = `require(${JSON.stringify(generator)}).checkGenerated().then((code) => process.exit(code));`;
  expect(execFileSync(process.execPath, ["-e", program], { encoding: "utf8" })).toBe("");
});
