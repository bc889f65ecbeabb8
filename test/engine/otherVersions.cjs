"use strict";
const { readFileSync } = require("node:fs");

/**
 * Preloaded into the Node processes of a command: dependencies as a later version might have them,
 * where what nobody promised is another. OTHER_VERSIONS says, as JSON, which text of which file of
 * Pulumi or gRPC is replaced.
 */
const changes = JSON.parse(process.env.OTHER_VERSIONS ?? "[]");

const load = require.extensions[".js"];
require.extensions[".js"] = (module, file) => {
  const here = changes.filter(({ file: name }) => file.replaceAll("\\", "/").endsWith(name));
  if (here.length === 0) return load(module, file);
  let source = readFileSync(file, "utf8");
  for (const { from, to } of here) {
    if (!source.includes(from)) throw new Error(`${file} has no ${from}`);
    source = source.replaceAll(from, to);
  }
  return module._compile(source, file);
};
