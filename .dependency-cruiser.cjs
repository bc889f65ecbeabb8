/**
 * Which room may know which, and no circles anywhere. `npm run check` runs it; docs/architecture.md
 * draws the rooms.
 */

const belowHosts = ["provider/resources", "provider/limits", "provider/lifecycle", "provider/api"];
const belowSdk = ["provider/lookups", ...belowHosts];

/** What each room may import beside itself. */
const rooms = {
  "provider/api": [],
  "provider/lifecycle": ["provider/api"],
  "provider/limits": ["provider/lifecycle"],
  "provider/resources": ["provider/limits", "provider/lifecycle", "provider/api"],
  "provider/lookups": belowHosts,
  "provider/hosts": ["provider/lookups", ...belowHosts],
  sdk: belowSdk,
  cli: ["sdk", ...belowSdk],
  policy: ["sdk", ...belowSdk],
  // The two sides of the contract are written apart from the facts about the service.
  emulator: [],
  // The SDK and the reference are made of the definitions; pages show the table that the command `systems` prints;
  // simulations of load call the service as the provider does.
  tools: ["cli", ...belowHosts],
};

const within = (room, names) => names.split(" ").map((name) => `${room}/${name}`);

/** Within these rooms, a folder imports no folder that stands after it. */
const layered = [
  within("provider/lifecycle", "vocabulary values service evidence claims reconciler guards layers"),
  within("emulator", "core shared systems console"),
];

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
    ...layered.flatMap((folders) =>
      folders.map((folder, depth) => ({
        name: `${folder.replaceAll("/", "-")}-knows-only-what-is-below`,
        severity: "error",
        from: { path: below([folder]) },
        to: { path: below(folders.slice(depth + 1)) },
      })),
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
