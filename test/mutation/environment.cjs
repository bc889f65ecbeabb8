/**
 * Runs what a change can fail, and ends with the first test that fails: Jest itself only stops
 * between files.
 */
const { TestEnvironment } = require("jest-environment-node");

module.exports = class extends TestEnvironment {
  hasFailed = false;

  handleTestEvent({ name, test, testNamePattern }) {
    if (name === "setup") this.global.chosenTests = testNamePattern;
    if (name === "test_done") this.hasFailed ||= test.errors.length > 0;
    if (name === "test_start" && this.hasFailed) test.mode = "skip";
  }
};
