import { trial } from "./trial";

trial({
  name: "Yarn",
  from: "@yarnpkg/cli-dist@4.18.1",
  file: "@yarnpkg/cli-dist/bin/yarn.js",
  hoists: true,
  sibling: "workspace:*",
  // Plug'n'Play is nothing that Pulumi can run with.
  files: { ".yarnrc.yml": "nodeLinker: node-modules\nenableTelemetry: false\n", "yarn.lock": "" },
  install: ["install", "--no-immutable"],
});
