const { DefaultReporter } = require("@jest/reporters");

// Where nobody watches, counting what runs just now is of no use, and takes longer the more tests there are.
if (!process.stdout.isTTY) DefaultReporter.prototype.onTestCaseResult = () => {};

// Each process of Node.js that a test starts would load them first, which takes longer than all the rest of its start.
const { NODE_EXTRA_CA_CERTS: machinesCas } = process.env;
if (machinesCas !== undefined) process.env.TESTS_CA_CERTS_OF_MACHINE = machinesCas;
delete process.env.NODE_EXTRA_CA_CERTS;

// The login of whoever runs the tests is none of theirs.
for (const name of Object.keys(process.env)) if (name.startsWith("CIPHERTRUST_")) delete process.env[name];

/**
 * Two projects: the unit suite takes seconds; the engine suite drives the real Pulumi and takes
 * minutes.
 */
const transform = { "^.+\\.ts$": "<rootDir>/test/transform.cjs" };
const shared = {
  testEnvironment: "<rootDir>/test/runtime/environment.cjs",
  runtime: "<rootDir>/test/runtime/runtime.cjs",
  transform,
  restoreMocks: true,
};

/** @type {import("jest").Config} */
module.exports = {
  projects: [
    {
      ...shared,
      displayName: "unit",
      globalSetup: "<rootDir>/test/runtime/translateAll.cjs",
      testMatch: ["<rootDir>/test/**/*.test.ts"],
      setupFilesAfterEnv: ["<rootDir>/test/emulator/console/recording.ts"],
      testPathIgnorePatterns: ["<rootDir>/test/engine/", "<rootDir>/test/packages/", "<rootDir>/test/platforms/"],
    },
    {
      ...shared,
      displayName: "engine",
      testMatch: ["<rootDir>/test/engine/**/*.test.ts"],
      globalSetup: "<rootDir>/test/engine/globalSetup.ts",
      globalTeardown: "<rootDir>/test/engine/globalTeardown.ts",
    },
  ],
  reporters: ["default", "<rootDir>/test/runtime/overdue.cjs"],
  testTimeout: 30_000,
  // More than there may be cores: much of a test is waiting for other processes.
  maxWorkers: 3,
};
