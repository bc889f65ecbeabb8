/** The package on each Node.js and with each Pulumi that it supports: minutes. */
module.exports = {
  ...require("./jest.packages.config.js"),
  testMatch: ["<rootDir>/test/platforms/**/*.test.ts"],
};
