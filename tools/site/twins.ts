/** The site as Markdown: a twin beside each page, and `llms.txt`, which lists the twins. */
import { posix } from "node:path";
import { descriptionOf, sectionOf, withLinks } from "./markdown";
import { sidebar, type Item, type Site } from "./pages";

/** Texts by their places, which are those of the pages. */
export function twins({ pages }: Site): Map<string, string> {
  const twin = (place: string, text: string) => withRelativeLinks(place, withoutFrontMatter(text));
  const texts = new Map([...pages].map(([place, text]) => [place, twin(place, text)]));
  // The page takes its heading from the front matter.
  return texts.set("index.md", `# pulumi-ciphertrust\n\n${texts.get("index.md")}`);
}

export function llmsText({ pages }: Site, description: string): string {
  const [status = ""] = sectionOf(pages.get("overview.md")!, "Status").trim().split("\n\n");
  const line = ({ text, link }: Item) =>
    `- [${text}](${link!.slice(1)}): ${descriptionOf(withoutFrontMatter(pages.get(link!.slice(1))!))}`;
  const groups = sidebar().map(({ text, items }) => `## ${text}\n\n${pagesIn(items).map(line).join("\n")}`);
  const introduction = `# pulumi-ciphertrust\n\n> ${description}\n\n${withRelativeLinks("llms.txt", status)}`;
  return `${[introduction, ...groups].join("\n\n")}\n`;
}

/** Links of the pages begin at the site's root; relative ones work wherever the site is published. */
const withRelativeLinks = (place: string, text: string): string =>
  withLinks(text, (target) =>
    target.startsWith("/") ? posix.relative(posix.dirname(place), target.slice(1)) : target,
  );

const withoutFrontMatter = (text: string): string => text.replace(/^---\n[^]*?\n---\n+/, "");

const pagesIn = (items: Item[] = []): Item[] =>
  items.flatMap((item) => [...(item.link === undefined ? [] : [item]), ...pagesIn(item.items)]);
