import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./harness";

/**
 * The classes of the SDK and the reference are committed: users read them, and git shows the
 * effects of a changed definition.
 */

test("the generated files match the definitions", () => {
  const generator = join(root, "dist", "tools", "generate", "index.js");
  const program = `require(${JSON.stringify(generator)}).checkGenerated().then((code) => process.exit(code));`;
  expect(execFileSync(process.execPath, ["-e", program], { encoding: "utf8" })).toBe("");
});
