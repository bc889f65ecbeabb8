/** The package as each package manager installs it: minutes, most of them spent on downloads. */
module.exports = {
  testEnvironment: "node",
  transform: { "^.+\\.ts$": ["ts-jest", { diagnostics: false }] },
  testMatch: ["<rootDir>/test/packages/**/*.test.ts"],
  maxWorkers: 2,
};
