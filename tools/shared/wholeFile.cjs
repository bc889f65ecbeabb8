const { writeFileSync, renameSync } = require("node:fs");

function writeWhole(file, content, options) {
  const part = `${file}.${process.pid}`;
  writeFileSync(part, content, options);
  renameSync(part, file);
}

module.exports = { writeWhole };
