/**
 * Which room may know which, and no circles anywhere. `npm run check` runs it; docs/architecture.md
 * draws the rooms.
 */

const belowHosts = ["provider/resources", "provider/lifecycle", "provider/api"];
const belowSdk = ["provider/lookups", ...belowHosts];

/** What each room may import beside itself. */
const rooms = {
  "provider/api": [],
  "provider/lifecycle": ["provider/api"],
  "provider/resources": ["provider/lifecycle", "provider/api"],
  "provider/lookups": belowHosts,
  "provider/hosts": ["provider/lookups", ...belowHosts],
  sdk: belowSdk,
  cli: ["sdk", ...belowSdk],
  policy: ["sdk", ...belowSdk],
  // The two sides of the contract are written apart from the facts about the service.
  emulator: [],
  // The SDK and the reference are made of the definitions; pages show the table that the command `systems` prints;
  // simulations of load call the service as the provider does.
  tools: ["cli", "provider/resources", "provider/lifecycle", "provider/api"],
};

/** Within the emulator, imports go down these layers. */
const layers = ["emulator/core", "emulator/shared", "emulator/systems", "emulator/console"];

const below = (folders) => `^(${folders.join("|")})/`;

module.exports = {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    ...Object.entries(rooms).map(([room, others]) => ({
      name: `${room.replace("/", "-")}-knows-only-what-is-below`,
      severity: "error",
      from: { path: below([room]) },
      to: { path: below([...Object.keys(rooms), "test", "examples", "dist"]), pathNot: below([room, ...others]) },
    })),
    ...layers.map((layer, depth) => ({
      name: `${layer.replace("/", "-")}-knows-only-what-is-below`,
      severity: "error",
      from: { path: below([layer]) },
      to: { path: below(layers.slice(depth + 1)) },
    })),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
