import { trial } from "./trial";

trial({
  name: "Bun",
  from: "bun@1.4.5",
  file: "bun/bin/bun.exe",
  prepare: "bun/install.js",
  isProgram: true,
  hoists: false,
  sibling: "workspace:*",
  files: {},
  install: ["install"],
});
