/** Jest as StrykerJS runs it: one project, which ends with the first test that fails. */
const { join } = require("node:path");
const { transform } = require("../../jest.config.js").projects[0];

/** @type {import("jest").Config} */
module.exports = {
  rootDir: join(__dirname, "../.."),
  roots: ["cli", "emulator", "policy", "provider", "sdk", "test"].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: join(__dirname, "environment.cjs"),
  transform,
  testMatch: ["<rootDir>/test/mutation/together.cjs"],
  restoreMocks: true,
  testTimeout: 30_000,
  watchman: false,
};
