const { setFlagsFromString } = require("node:v8");

/** V8's own values of what hosts/tuning.ts sets, and of what that sets along. */
const defaults = ["--interrupt-budget=67584", "--no-liftoff-only", "--wasm-tier-up", "--wasm-dynamic-tiering"];

/** Undoes what hosts/tuning.ts has done: what V8 has compiled is kept for processes with the same flags. */
const resetFlags = () => defaults.forEach((flag) => setFlagsFromString(flag));

module.exports = { resetFlags };
