const { writeFileSync, renameSync } = require("node:fs");

/** @type {import("./wholeFile.cjs").writeWhole} */
exports.writeWhole = function writeWhole(file, content, options) {
  const part = `${file}.${process.pid}`;
  writeFileSync(part, content, options);
  renameSync(part, file);
};
