/** Loaded into every process of a crash: notes which of them load our provider. */
const { writeFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");

const load = Module._load;
Module._load = function (request, ...more) {
  if (request === "pulumi-ciphertrust/dynamic") writeFileSync(join(process.env.CRASH_LOADED, String(process.pid)), "");
  return load.call(this, request, ...more);
};
