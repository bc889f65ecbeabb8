import { trial } from "./trial";

trial({
  name: "Yarn",
  from: "@yarnpkg/cli-dist@4.18.1",
  file: "@yarnpkg/cli-dist/bin/yarn.js",
  hoists: true,
  sibling: "workspace:*",
  // Pulumi does not support Plug'n'Play.
  files: { ".yarnrc.yml": "nodeLinker: node-modules\nenableTelemetry: false\n", "yarn.lock": "" },
  install: ["install", "--no-immutable"],
});
