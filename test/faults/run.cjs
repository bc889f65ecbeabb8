/**
 * Runs the fault matrix from its sources: compiles each file when it is loaded, and nothing is left
 * behind.
 */
const { readFileSync } = require("node:fs");
const { transformSync } = require("esbuild");

require.extensions[".ts"] = (module, file) => {
  const { code } = transformSync(readFileSync(file, "utf8"), {
    loader: "ts",
    format: "cjs",
    target: "node20",
    sourcefile: file,
    sourcemap: "inline",
  });
  module._compile(code, file);
};
process.setSourceMapsEnabled(true);
require("./main.ts");
