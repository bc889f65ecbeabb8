import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { anchorsOf, descriptionOf, linksOf, titleOf } from "../../tools/site/markdown";
import * as site from "../../tools/site/pages";
import { llmsText, twins } from "../../tools/site/twins";

/**
 * Links of the documents in the packages, which lead to files in the packages, and of the site made
 * from them. VitePress finds links to pages that do not exist, but neither missing headings nor
 * files that npm does not pack.
 */

const root = join(__dirname, "../..");

/** What npm packs of the provider and of the emulator, by path in the repository. */
function packed(): string[] {
  const text = execFileSync(
    "npm",
    ["pack", "--dry-run", "--json", "--ignore-scripts", "--workspaces", "--include-workspace-root"],
    { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], shell: process.platform === "win32" },
  );
  const packages = JSON.parse(text) as { name: string; files: { path: string }[] }[];
  const folderOf = (name: string) => (name === "ciphertrust-emulator" ? "emulator/" : "");
  return packages.flatMap(({ name, files }) => files.map(({ path }) => folderOf(name) + path));
}

const files = packed();
const documents = files.filter((file) => file.endsWith(".md"));
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

interface Link {
  from: string;
  to: string;
  anchor: string | undefined;
}

const isInternal = (target: string) => !/^[a-z][a-z\d+.-]*:/.test(target);

function internalLinks(from: string, text: string): Link[] {
  return linksOf(text)
    .filter(isInternal)
    .map((target) => {
      const [path = "", anchor] = target.split("#");
      const to = path === "" ? from : posix.resolve("/", posix.dirname(from), path).slice(1);
      return { from, to: to.replace(/\/$/, ""), anchor };
    });
}

const links = documents.flatMap((file) => internalLinks(file, textOf(file)));
const isPacked = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`));
const named = ({ from, to, anchor }: Link) => `${from} -> ${to}${anchor === undefined ? "" : `#${anchor}`}`;

test("every document of the packages was checked", () => {
  const expected = ["README.md", "CHANGELOG.md", "docs/pipelines.md", "emulator/README.md", "examples/README.md"];
  expect(documents).toEqual(expect.arrayContaining(expected));
  expect(links.length).toBeGreaterThan(40);
});

test("no line begins with a comment and goes on: its links would not be links", () => {
  const lines = documents.flatMap((file) => textOf(file).split("\n"));
  expect(lines.filter((line) => /^<!--.*-->\s*\S/.test(line))).toEqual([]);
});

test("every relative link leads to a file, or a folder, that is in a package", () => {
  expect(links.filter(({ to }) => !isPacked(to)).map(named)).toEqual([]);
});

test("every anchor is a heading of its document", () => {
  const anchored = links.filter(({ to, anchor }) => anchor !== undefined && existsSync(join(root, to)));
  const pages = anchored.filter(({ to }) => statSync(join(root, to)).isFile());
  expect(pages.filter(({ to, anchor }) => !anchorsOf(textOf(to)).includes(anchor!)).map(named)).toEqual([]);
});

describe("the site", () => {
  const made = site.site();
  const { pages, images } = made;
  const inNavigation = site.documents();
  const flat = (list: site.Item[]): site.Item[] => list.flatMap((item) => [item, ...flat(item.items ?? [])]);

  test("has every page of docs in its navigation, and no page twice", () => {
    const ofDocs = (paths: string[]) => paths.filter((path) => path.startsWith("docs/")).sort();
    expect(ofDocs(inNavigation)).toEqual(ofDocs(documents));
    const linked = flat(site.sidebar()).flatMap(({ link }) => link ?? []);
    expect(linked.sort()).toEqual(inNavigation.map((path) => `/${site.placeOf(path)}`).sort());
  });

  test("has each heading of its side bar once", () => {
    const isReference = ({ text }: site.Item) => text === "Reference";
    const bars = [site.sidebar().filter(isReference), site.sidebar().filter((group) => !isReference(group))];
    for (const bar of bars) {
      const headings = flat(bar).map(({ text }) => text);
      expect(headings.length).toBeGreaterThan(30);
      expect(headings.filter((one, index) => headings.indexOf(one) !== index)).toEqual([]);
    }
  });

  test("has every page in a place of its own, also where the case of names means nothing", () => {
    const places = [...pages.keys()].map((place) => place.toLowerCase());
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  test("every link of a page leads to a page or an image of the site, and to a heading there", () => {
    const made = [...pages].flatMap(([place, text]) => internalLinks(place, text));
    expect(made.length).toBeGreaterThan(links.length / 2);
    const isThere = ({ to, anchor }: Link) =>
      anchor === undefined ? pages.has(to) || images.has(to) : anchorsOf(pages.get(to) ?? "").includes(anchor);
    expect(made.filter((link) => !isThere(link)).map(named)).toEqual([]);
  });

  test("has a Markdown twin of every page, whose links lead to twins and to headings there", () => {
    const texts = twins(made);
    expect([...texts.keys()]).toEqual([...pages.keys()]);
    expect([...texts.values()].filter((text) => !text.startsWith("# "))).toEqual([]);
    const of = [...texts].flatMap(([place, text]) => internalLinks(place, text));
    expect(of.length).toBeGreaterThan(links.length / 2);
    const isThere = ({ to, anchor }: Link) =>
      anchor === undefined ? texts.has(to) || images.has(to) : anchorsOf(texts.get(to) ?? "").includes(anchor);
    expect(of.filter((link) => !isThere(link)).map(named)).toEqual([]);
  });

  test("lists every document in llms.txt, with a sentence, and says its status there", () => {
    const text = llmsText(made, "Keys as code.");
    expect(text).toMatch(/^# pulumi-ciphertrust\n\n> Keys as code\.\n\nPreview\./);
    expect(text).toContain("not yet against a real appliance");
    const lines = text.split("\n").filter((line) => line.startsWith("- "));
    expect(lines.filter((line) => !/^- \[[^\]]+\]\([^)]+\.md\): .{20,}/.test(line))).toEqual([]);
    const listed = lines.map((line) => linksOf(line)[0]!).sort();
    expect(listed).toEqual(inNavigation.map((path) => site.placeOf(path)).sort());
  });

  test("shows no image from elsewhere", () => {
    const shown = [...pages.values()].flatMap((text) => [...text.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)]);
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.map(([, target]) => target!).filter((target) => !isInternal(target))).toEqual([]);
  });

  test("every document has a heading, and begins with a sentence that describes it", () => {
    const described = inNavigation.map((path) => {
      const text = site.textOf(path);
      return { path, title: titleOf(text), description: descriptionOf(text) };
    });
    const poor = described.filter(
      ({ title, description }) => title === "" || !/^[\p{L}\p{N}].{20,}/u.test(description),
    );
    expect(poor).toEqual([]);
  });
});
