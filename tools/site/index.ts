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
import { sidebar, site, type Site } from "./pages";
import { llmsText, twins } from "./twins";

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
        "that these link to. Each page has a Markdown twin, and llms.txt lists them. Browsers open it from a server only, any one that serves files; --serve starts one.",
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
  const made = site();
  writeInput(base, made);
  const { code, stdout, stderr } = await vitepress(["build", input], true);
  progress.stop();
  if (code !== 0) throw new UserError(`building the site failed: VitePress ended with ${code}.\n${stdout}${stderr}`);
  writeAll(output, twins(made));
  writeAll(output, new Map([["llms.txt", llmsText(made, description())]]));
  console.log(`${made.pages.size} pages in ${relative(process.cwd(), output)}.`);
  if (!serve) console.log(`To look at them: npm run docs -- --serve, or any server of files that has them at ${base}`);
  return serve ? (await vitepress(["preview", input, "--port", String(port)], false)).code : 0;
}

const vitepress = (args: string[], capture: boolean) =>
  run(process.execPath, [at("node_modules", "vitepress", "bin", "vitepress.js"), ...args], { cwd: input, capture });

function writeInput(base: string, { pages, images }: Site): void {
  rmSync(input, { recursive: true, force: true });
  writeAll(input, pages);
  for (const path of images) cpSync(at(path), join(input, "public", path));
  const derived = JSON.stringify({ description: description(), base, output, sidebar: sidebar() });
  writeAll(input, new Map([[".vitepress/derived.json", derived]]));
  cpSync(at("tools", "site", "config.mjs"), join(input, ".vitepress", "config.mjs"));
}

const description = (): string =>
  (JSON.parse(readFileSync(at("package.json"), "utf8")) as { description: string }).description;

function writeAll(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}
