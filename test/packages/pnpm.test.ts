import { trial } from "./trial";

trial({
  name: "pnpm",
  from: "pnpm@10.34.9",
  file: "pnpm/bin/pnpm.cjs",
  hoists: false,
  sibling: "workspace:*",
  files: { "pnpm-workspace.yaml": "packages:\n  - packages/*\n" },
  install: ["install", "--no-frozen-lockfile"],
});
