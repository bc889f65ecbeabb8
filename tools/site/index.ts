/** Builds the documentation site with VitePress: `npm run docs -- --help`. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { styled } from "../../cli/style";
import { UserError } from "../errors";
import type { Invocation } from "../invocation";
import { projectRoot } from "../project";
import { run } from "../shared/child.cjs";
import { wholeNumber } from "../shared/wholeNumber";
import { sidebar, site } from "./pages";

interface Options {
  serve?: true;
  port: number;
  base: string;
}

const at = (...parts: string[]): string => join(projectRoot(), ...parts);
/** What VitePress reads, and what it writes. */
const input = at("dist", "docs");
const output = at("dist", "site");

const program = () =>
  styled(new Command("npm run docs --"), {
    examples: ["npm run docs", "npm run docs -- --serve --port 8080"],
    endings: {},
  })
    .description(
      "Build the documentation site from docs/, the other documents that tools/site/navigation.ts names, and the files " +
        "that these link to. Browsers open it from a server only, any one that serves files; --serve starts one.",
    )
    .option("--serve", "also serve the site on this machine, until Ctrl-C")
    .option("--port <number>", "port of --serve", wholeNumber(1, 65_535), 4173)
    .option(
      "--base <path>",
      "path below which the site will be published, such as /pulumi-ciphertrust/",
      sitePath,
      "/",
    );

/** With another one, links of pages in folders would lead nowhere. */
export function sitePath(text: string): string {
  if (/^\/([^/\s](\S*[^/\s])?\/)?$/.test(text)) return text;
  throw new InvalidArgumentError(
    `"${text}" is not a path that begins and ends with a slash, such as /pulumi-ciphertrust/.`,
  );
}

export async function docs({ args, progress }: Invocation): Promise<number> {
  const { serve, port, base } = program().parse(args, { from: "user" }).opts<Options>();
  progress.step("Building the documentation site");
  const pages = writeInput(base);
  const { code, stdout, stderr } = await vitepress(["build", input], true);
  progress.stop();
  if (code !== 0) throw new UserError(`building the site failed: VitePress ended with ${code}.\n${stdout}${stderr}`);
  console.log(`${pages} pages in ${relative(process.cwd(), output)}.`);
  if (!serve) console.log(`To look at them: npm run docs -- --serve, or any server of files that has them at ${base}`);
  return serve ? (await vitepress(["preview", input, "--port", String(port)], false)).code : 0;
}

const vitepress = (args: string[], capture: boolean) =>
  run(process.execPath, [at("node_modules", "vitepress", "bin", "vitepress.js"), ...args], { cwd: input, capture });

/** Returns how many pages there are. */
function writeInput(base: string): number {
  rmSync(input, { recursive: true, force: true });
  const { pages, images } = site();
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(input, file)), { recursive: true });
    writeFileSync(join(input, file), text);
  };
  for (const [place, text] of pages) write(place, text);
  for (const path of images) cpSync(at(path), join(input, "public", path));
  const { description } = JSON.parse(readFileSync(at("package.json"), "utf8")) as { description: string };
  cpSync(at("tools", "site", "config.mjs"), join(input, ".vitepress", "config.mjs"));
  write(".vitepress/derived.json", JSON.stringify({ description, base, output, sidebar: sidebar() }));
  return pages.size;
}
