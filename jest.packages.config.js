/** The package as each package manager installs it: minutes, most of them spent on downloads. */
module.exports = {
  testEnvironment: "node",
  transform: { "^.+\\.ts$": "<rootDir>/test/transform.cjs" },
  globalSetup: "<rootDir>/test/engine/globalSetup.ts",
  globalTeardown: "<rootDir>/test/engine/globalTeardown.ts",
  testMatch: ["<rootDir>/test/packages/**/*.test.ts"],
  maxWorkers: 2,
};
