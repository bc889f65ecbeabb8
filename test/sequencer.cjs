const Sequencer = require("@jest/test-sequencer").default;

/** What takes longest begins first: a run of many files would end with it alone. */
module.exports = class extends Sequencer {
  sort(tests) {
    const isLong = ({ context }) => context.config.displayName.name === "platforms";
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
