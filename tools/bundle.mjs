/**
 * Makes one file of what a provider process runs. Loaded file by file, the libraries bring modules that no provider
 * needs (sixty languages of error texts, for one), and the memory and the start of every process pay for them.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Of undici's 110 modules the pool needs 23; the rest (fetch, WebSocket, mocks) would double the file. */
const poolOfUndici = {
  name: "pool of undici",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^undici$/ }, ({ resolveDir }) => ({ path: resolveDir, namespace: "pool" }));
    onLoad({ filter: /./, namespace: "pool" }, ({ path }) => ({
      contents: `exports.Pool = require("undici/lib/dispatcher/pool.js")`,
      resolveDir: path,
    }));
  },
};

/** Writes `dist/dynamic.js`, with the licences of the libraries that are in it beside it. Throws when it cannot. */
export async function bundle(root) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["provider/hosts/dynamic.ts"],
    outfile: "dist/dynamic.js",
    bundle: true,
    // Loaded when a key pair is made, or a project file names a backend: no other provider process needs them.
    external: ["@peculiar/x509", "yaml"],
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
    Object.keys(metafile.inputs).flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []),
  );
  const licences = [...packages].sort().map((name) => `${name}\n\n${licenceOf(join(root, "node_modules", name))}`);
  writeFileSync(join(root, "dist", "dynamic.LICENSES.txt"), licences.join("\n\n---\n\n"));
}

function licenceOf(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence: it cannot be part of the bundle`);
  return readFileSync(join(folder, file), "utf8").trim();
}
