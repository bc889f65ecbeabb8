// Node.js would load these CAs first in each process that a test starts, which takes longer than the rest of its start.
const { NODE_EXTRA_CA_CERTS: machinesCas } = process.env;
if (machinesCas !== undefined) process.env.TESTS_CA_CERTS_OF_MACHINE = machinesCas;
delete process.env.NODE_EXTRA_CA_CERTS;

// Tests never use the login of the person who runs them.
for (const name of Object.keys(process.env)) if (name.startsWith("CIPHERTRUST_")) delete process.env[name];

/** Translates without checking types: `npm test` and `npm run check` check them. */
const tsconfig = { target: "ES2022", module: "commonjs", esModuleInterop: true, isolatedModules: true };
const shared = {
  testEnvironment: "node",
  // What is compiled holds copies of files that jest would take for duplicates.
  roots: ["<rootDir>/test"],
  // Parts of Jest itself access what the cleanup deletes, which prints warnings.
  testEnvironmentOptions: { globalsCleanup: "off" },
  transform: { "^.+\\.ts$": ["ts-jest", { tsconfig }] },
  restoreMocks: true,
};

/** Tests with the real Pulumi engine. */
const withEngine = {
  ...shared,
  globalSetup: "<rootDir>/test/engine/globalSetup.ts",
  globalTeardown: "<rootDir>/test/engine/globalTeardown.ts",
};
const testsIn = (folder) => ({ displayName: folder, testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`] });

/** @type {import("jest").Config} */
module.exports = {
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: ["<rootDir>/test/!(engine|packages|platforms)/**/*.test.ts"],
      setupFilesAfterEnv: ["<rootDir>/test/emulator/console/recording.ts"],
    },
    { ...withEngine, ...testsIn("engine") },
    // The package as each package manager installs it.
    { ...withEngine, ...testsIn("packages") },
    // The package on each Node.js, with the oldest and the newest Pulumi.
    { ...withEngine, ...testsIn("platforms") },
  ],
  testSequencer: "<rootDir>/test/sequencer.cjs",
  reporters: ["default", "<rootDir>/test/overdue.cjs"],
  // A busy machine is slow, which is no failure.
  testTimeout: 120_000,
  // More than there may be cores: much of a test is waiting for other processes.
  maxWorkers: 3,
};
