/** The pages of the site: the project's own documents, and the files that these link to. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { projectRoot } from "../project";
import { descriptionOf, namedLinksOf, sectionOf, sectionsOf, titleOf, withLinks } from "./markdown";
import { navigation } from "./navigation";

const at = (path: string): string => join(projectRoot(), path);
const isFolder = (path: string): boolean => statSync(at(path)).isDirectory();
export const textOf = (path: string): string => readFileSync(at(path), "utf8");

const home = "tools/site/home.md";

/** Files in a folder and below, by path. */
function filesIn(path: string): string[] {
  if (!isFolder(path)) return [path];
  return readdirSync(at(path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

/** The documents that the navigation names, by path. */
export function documents(): string[] {
  const named = navigation.flatMap(({ pages }) => pages.map((page) => (typeof page === "string" ? page : page[0])));
  return named.flatMap(filesIn).filter((path) => path.endsWith(".md"));
}

/** Where a page stands in the site; dots would hide files from the site's generator. */
export function placeOf(path: string): string {
  if (path === home) return "index.md";
  if (path === "README.md") return "overview.md";
  const place = path.replace(/^docs\//, "").replaceAll("/.", "/");
  if (place.endsWith("README.md")) return place.replace(/README\.md$/, "index.md");
  if (place.endsWith(".md")) return place;
  return isFolder(path) ? `${place}/index.md` : `${place}.md`;
}

export interface Site {
  /** Texts, by place. */
  pages: Map<string, string>;
  /** Paths of the images in them, which are kept. */
  images: Set<string>;
}

export function site(): Site {
  const written = documents();
  const images = new Set<string>();
  const sources = new Set<string>();
  const linked = (from: string, target: string): string => {
    if (/^[a-z][a-z\d+.-]*:/.test(target)) return target;
    const [path = "", anchor] = target.split("#");
    const to = path === "" ? from : posix.join(posix.dirname(from), path).replace(/\/$/, "");
    const [document] = [to, `${to}/README.md`].filter((one) => written.includes(one));
    if (/\.(png|svg)$/.test(to)) images.add(to);
    else if (document === undefined) sources.add(to);
    const place = images.has(to) ? to : placeOf(document ?? to);
    return `/${place}${anchor === undefined ? "" : `#${anchor}`}`;
  };
  const linkedFrom = (path: string, text = textOf(path)) => withLinks(text, (target) => linked(path, target));
  const readme = (_: string, title: string) =>
    linkedFrom("README.md", sectionOf(textOf("README.md"), title)).replaceAll(/^!\[.*\n/gm, "");
  const pages = new Map(written.map((path) => [placeOf(path), described(linkedFrom(path))]));
  // What the site says first, it says in the words of the README; it shows the recording by itself.
  pages.set(placeOf(home), linkedFrom(home).replaceAll(/<!-- README: (.+) -->/g, readme));
  for (const path of sources) pages.set(placeOf(path), sourcePage(path));
  return { pages, images };
}

function described(text: string): string {
  if (text.startsWith("---\n")) return text;
  return `---\ndescription: ${JSON.stringify(descriptionOf(text))}\n---\n\n${text}`;
}

const languages = ["json", "sh", "ts", "yaml", "yml"];

/** A file as such, or every file of a folder; the search finds documents only. */
function sourcePage(path: string): string {
  const files = filesIn(path).map((file) => {
    const language = languages.find((one) => file.endsWith(`.${one}`)) ?? "text";
    const heading = file === path ? "" : `## ${posix.relative(path, file)}\n\n`;
    return `${heading}\`\`\`\`${language}\n${textOf(file).trimEnd()}\n\`\`\`\`\n`;
  });
  return `---\nsearch: false\n---\n\n# ${path}\n\n${files.join("\n")}`;
}

export interface Item {
  text: string;
  link?: string;
  collapsed?: boolean;
  items?: Item[];
}

export function sidebar(): Item[] {
  return navigation.map(({ title, pages }) => ({
    text: title,
    items: pages.flatMap((page) => (typeof page === "string" ? itemsOf(page) : item(...page))),
  }));
}

const item = (path: string, name = titleOf(textOf(path))): Item => ({ text: name, link: `/${placeOf(path)}` });

/**
 * A folder is listed as its README lists it, by the texts of the links: a page that begins a line
 * has the others of that line below it.
 */
function itemsOf(folder: string): Item[] {
  if (!isFolder(folder)) return [item(folder)];
  const readme = `${folder}/README.md`;
  const left = new Set(filesIn(folder).filter((path) => path.endsWith(".md") && path !== readme));
  const itemsIn = (line: string): Item[] => {
    const linked = namedLinksOf(line).map(({ name, target }) => ({ name, path: posix.join(folder, target) }));
    const [first, ...others] = linked.filter(({ path }) => left.delete(path)).map(({ name, path }) => item(path, name));
    if (!first) return [];
    return others.length > 0 && line.startsWith("- ")
      ? [{ ...first, collapsed: true, items: others }]
      : [first, ...others];
  };
  const sections = sectionsOf(textOf(readme)).map(({ title, body }) => ({
    title,
    items: body.split("\n").flatMap(itemsIn),
  }));
  const [first, ...others] = sections.filter(({ items }, index) => index === 0 || items.length > 0);
  const groups = others.map(({ title, items }) =>
    items.length === 1 ? items[0]! : { text: title, collapsed: true, items },
  );
  return [item(readme, "Contents"), ...first!.items, ...groups, ...[...left].map((path) => item(path))];
}
