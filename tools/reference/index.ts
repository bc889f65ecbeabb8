/** Writes the reference: `npm run reference`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../project";
import { referencePages } from "./pages";

const folder = join(projectRoot(), "docs", "reference");

/** Replaces the pages in `docs/reference`. */
export async function writeReference(): Promise<number> {
  const pages = await referencePages();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
  console.log(`${pages.size} pages in docs/reference.`);
  return 0;
}

/** Says which pages no longer fit the definitions; 1 when there are any. */
export async function checkReference(): Promise<number> {
  const pages = await referencePages();
  const there = existsSync(folder) ? readdirSync(folder) : [];
  const differs = (name: string) =>
    !there.includes(name) || readFileSync(join(folder, name), "utf8") !== pages.get(name);
  const stale = [...[...pages.keys()].filter(differs), ...there.filter((name) => !pages.has(name))];
  if (stale.length > 0) console.error(`Out of date in docs/reference: ${stale.join(", ")}. Run npm run reference.`);
  return stale.length > 0 ? 1 : 0;
}
