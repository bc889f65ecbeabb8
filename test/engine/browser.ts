import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { root, run } from "./harness";

/** A real, headless browser from the project's own packages. */
export interface Running {
  browser: Browser;
  close(): Promise<void>;
}

/**
 * On Linux it is the Chromium of an npm package, which includes its libraries; elsewhere the
 * installed Chrome.
 */
export async function startBrowser(): Promise<Running> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    const browser = await chromium.launch({ channel: "chrome" });
    return { browser, close: () => browser.close() };
  }
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-browser-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { executablePath, args } = await unpack(folder);
    const env = { ...environment(folder), LD_LIBRARY_PATH: join(folder, "al2023", "lib") };
    const browser = await chromium.launch({ executablePath, args: args.filter(isSafe), env });
    return { browser, close: () => browser.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * The package runs everything in one process, which ends with its first context or a crash of what
 * draws, and switches off what keeps the pages of different sites apart.
 */
const isSafe = (arg: string): boolean =>
  !["single-process", "in-process-gpu", "no-zygote", "disable-web-security", "disable-site-isolation-trials"].includes(
    arg.slice(2),
  ) && !/IsolateOrigins|allow-running-insecure-content/.test(arg);

const script = `const packed = require("@sparticuz/chromium");
packed.setGraphicsMode = false;
packed.executablePath().then((executablePath) => console.log(JSON.stringify({ executablePath, args: packed.args })));`;

/**
 * The package unpacks itself into the folder for temporary files, and its libraries only on a
 * machine as bare as this variable claims.
 */
const environment = (folder: string) => ({ ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" });

async function unpack(folder: string): Promise<{ executablePath: string; args: string[] }> {
  const { code, text } = await run(process.execPath, ["-e", script], environment(folder), root);
  if (code !== 0) throw new Error(`the browser could not be unpacked: ${text}`);
  return JSON.parse(text) as { executablePath: string; args: string[] };
}
