/**
 * Plain jest: StrykerJS wraps the environment, and what test/runtime keeps from file to file would
 * keep mutants, too.
 */
const { join } = require("node:path");

/** @type {import("jest").Config} */
module.exports = {
  rootDir: join(__dirname, "../.."),
  roots: ["cli", "emulator", "policy", "provider", "sdk", "test"].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: join(__dirname, "environment.cjs"),
  transform: { "^.+\\.ts$": "<rootDir>/test/transform.cjs" },
  testMatch: ["<rootDir>/test/mutation/together.cjs"],
  restoreMocks: true,
  testTimeout: 30_000,
  watchman: false,
};
