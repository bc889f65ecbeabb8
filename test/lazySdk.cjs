/* global jest */
/** Before the tests of a file: Pulumi's SDK, if any of them loads it, starts three times as fast. */
const { lazily, rarelyUsed } = require("./lazily.cjs");

for (const name of rarelyUsed) jest.doMock(name, () => lazily(name, jest.requireActual));
