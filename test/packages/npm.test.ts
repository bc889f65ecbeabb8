import { trial } from "./trial";

trial({ name: "npm", hoists: true, sibling: "*", files: {}, install: ["install", "--no-audit", "--no-fund"] });
