/** What the site needs to know of a Markdown text. */

interface Line {
  text: string;
  /** Code has brackets and hashes that mean other things. */
  isCode: boolean;
}

function linesOf(text: string): Line[] {
  let fence: string | undefined;
  return text.split("\n").map((line) => {
    const ticks = /^ *(`{3,})/.exec(line)?.[1];
    const isCode = fence !== undefined || ticks !== undefined;
    if (fence === undefined) fence = ticks;
    else if (ticks?.startsWith(fence)) fence = undefined;
    return { text: line, isCode };
  });
}

/** In a text, in a definition at its end, and in the front matter. */
const link = /(\]\(|^\[[^\]]+\]: |^ *(?:- )?link: )([^)\s]+)/g;

export function withLinks(text: string, changed: (target: string) => string): string {
  const lines = linesOf(text).map((line) =>
    line.isCode ? line.text : line.text.replace(link, (_, before: string, target: string) => before + changed(target)),
  );
  return lines.join("\n");
}

export function linksOf(text: string): string[] {
  const targets: string[] = [];
  withLinks(text, (target) => (targets.push(target), target));
  return targets;
}

/** In a line of a text. */
export function namedLinksOf(line: string): { name: string; target: string }[] {
  const links = line.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g);
  return [...links].map(([, name, target]) => ({ name: withoutMarks(name!), target: target! }));
}

interface Section {
  title: string;
  body: string;
}

/** From each heading to the next one, of whatever level; without what comes before the first. */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const line of linesOf(text)) {
    const title = line.isCode ? undefined : /^#+ +(.+)$/.exec(line.text)?.[1];
    if (title !== undefined) sections.push({ title, body: "" });
    else if (sections.length > 0) sections.at(-1)!.body += `${line.text}\n`;
  }
  return sections;
}

const withoutMarks = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]|\b_|_\b/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The page's heading. */
export function titleOf(text: string): string {
  return withoutMarks(sectionsOf(text)[0]?.title ?? "");
}

export function sectionOf(text: string, title: string): string {
  const section = sectionsOf(text).find((one) => one.title === title);
  if (!section) throw new Error(`There is no section "${title}".`);
  return section.body;
}

/** The first sentence of the first paragraph: what a list of results shows of the page. */
export function descriptionOf(text: string): string {
  const paragraphs = sectionsOf(text).flatMap(({ body }) => body.replaceAll(/<!--[^]*?-->/g, "").split(/\n\s*\n/));
  const first = withoutMarks(paragraphs.find((one) => one.trim() !== "") ?? "").replace(/^- /, "");
  return /^.+?\.(?= |$)/.exec(first)?.[0] ?? first;
}

/** As code hosts write the anchor of a heading, so that one link works on both. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Of all headings; equal ones are numbered. */
export function anchorsOf(text: string): string[] {
  const counts = new Map<string, number>();
  return sectionsOf(text).map(({ title }) => {
    const anchor = anchorOf(title);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}
