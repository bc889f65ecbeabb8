/** Two projects: the unit suite takes seconds; the engine suite drives the real Pulumi and takes minutes. */
const transform = { "^.+\\.ts$": "<rootDir>/test/transform.cjs" };
const shared = {
  testEnvironment: "node",
  transform,
  restoreMocks: true,
  setupFiles: ["<rootDir>/test/lazySdk.cjs"],
};

/** @type {import("jest").Config} */
module.exports = {
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: ["<rootDir>/test/**/*.test.ts"],
      setupFilesAfterEnv: ["<rootDir>/test/emulator/console/recording.ts"],
      testPathIgnorePatterns: ["<rootDir>/test/engine/", "<rootDir>/test/packages/"],
    },
    { ...shared, displayName: "engine", testMatch: ["<rootDir>/test/engine/**/*.test.ts"] },
  ],
  testTimeout: 30_000,
  // Much of a test is waiting for other processes.
  maxWorkers: 2,
};
