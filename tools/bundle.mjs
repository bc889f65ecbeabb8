/**
 * Makes one file of what each kind of provider process runs. Loaded file by file, the libraries
 * bring modules that no provider needs (sixty languages of error texts, for one), and the memory
 * and the start of every process pay for them.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Of undici's 110 modules the pool needs 23, and the agent of proxies six more, which run where
 * there is a proxy; the rest (fetch, WebSocket, mocks) would double the file.
 */
const poolOfUndici = {
  name: "pool of undici",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^undici$/ }, ({ resolveDir }) => ({ path: resolveDir, namespace: "pool" }));
    onLoad({ filter: /./, namespace: "pool" }, ({ path }) => ({
      contents: [
        `exports.Pool = require("undici/lib/dispatcher/pool.js");`,
        `exports.buildConnector = require("undici/lib/core/connect.js");`,
        `Object.defineProperty(exports, "EnvHttpProxyAgent", {`,
        `  enumerable: true,`,
        `  get: () => {`,
        // As undici's own index does for all of its methods.
        `    require("undici/lib/dispatcher/dispatcher.js").prototype.connect ??= require("undici/lib/api/api-connect.js");`,
        `    return require("undici/lib/dispatcher/env-http-proxy-agent.js");`,
        `  },`,
        `});`,
      ].join("\n"),
      resolveDir: path,
    }));
  },
};

/**
 * What runs in provider processes, each file with the licences of the libraries that are in it
 * beside it. Only esbuild knows which these are: tools that list licences list what is installed.
 */
const bundles = [
  {
    entry: "provider/hosts/dynamic.ts",
    file: "dist/dynamic.js",
    licences: "dist/dynamic.LICENSES.txt",
    // Loaded when a key pair is made, or a project file names a backend: no other provider process needs them.
    external: ["@peculiar/x509", "yaml"],
  },
  // Nothing is installed beside the plugin.
  {
    entry: "provider/hosts/plugin.ts",
    file: "dist/plugin/plugin.js",
    licences: "dist/plugin/LICENSES.txt",
    external: [],
  },
];

/**
 * Writes `dist/dynamic.js`, and `dist/plugin`, a folder that Pulumi's engine can start. Throws when
 * it cannot.
 */
export async function bundle(root) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const one of bundles) await write(root, one, version);
  const [from, to] = [join(root, "provider", "hosts", "plugin"), join(root, "dist", "plugin")];
  cpSync(join(from, "launchers"), to, { recursive: true });
  cpSync(join(root, "LICENSE"), join(to, "LICENSE"));
  cpSync(join(from, "generated", "schema.json"), join(to, "schema.json"));
}

async function write(root, { entry, file, licences, external }, version) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    external,
    define: { PLUGIN_VERSION: JSON.stringify(version) },
    platform: "node",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    format: "cjs",
    plugins: [poolOfUndici],
    metafile: true,
    logLevel: "silent",
  });
  const packages = new Set(
    Object.keys(metafile.inputs).flatMap((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []),
  );
  const texts = [...packages].sort().map((name) => `${name}\n\n${licenceOf(join(root, "node_modules", name))}`);
  writeFileSync(join(root, licences), texts.join("\n\n---\n\n"));
}

function licenceOf(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence: it cannot be part of the bundle`);
  return readFileSync(join(folder, file), "utf8").trim();
}
