import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { anchorsOf, descriptionOf, linksOf, titleOf } from "../../tools/site/markdown";
import * as site from "../../tools/site/pages";

/**
 * Links of the documents in the package, which lead to files in the package, and of the site made
 * from them. VitePress finds links to pages that do not exist, but neither missing headings nor
 * files that npm does not pack.
 */

const root = join(__dirname, "../..");

function packed(): string[] {
  const text = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    shell: process.platform === "win32",
  });
  const [{ files }] = JSON.parse(text) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
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

test("every document of the package was checked", () => {
  const expected = ["README.md", "CHANGELOG.md", "docs/pipelines.md", "emulator/README.md", "examples/README.md"];
  expect(documents).toEqual(expect.arrayContaining(expected));
  expect(links.length).toBeGreaterThan(40);
});

test("every relative link leads to a file, or a folder, that is in the package", () => {
  expect(links.filter(({ to }) => !isPacked(to)).map(named)).toEqual([]);
});

test("every anchor is a heading of its document", () => {
  const anchored = links.filter(({ to, anchor }) => anchor !== undefined && existsSync(join(root, to)));
  const pages = anchored.filter(({ to }) => statSync(join(root, to)).isFile());
  expect(pages.filter(({ to, anchor }) => !anchorsOf(textOf(to)).includes(anchor!)).map(named)).toEqual([]);
});

describe("the site", () => {
  const { pages, images } = site.site();
  const inNavigation = site.documents();

  test("has every page of docs in its navigation, and no page twice", () => {
    const ofDocs = (paths: string[]) => paths.filter((path) => path.startsWith("docs/")).sort();
    expect(ofDocs(inNavigation)).toEqual(ofDocs(documents));
    const items = (list: site.Item[]): site.Item[] => list.flatMap((item) => [item, ...items(item.items ?? [])]);
    const linked = items(site.sidebar()).flatMap(({ link }) => link ?? []);
    expect(linked.sort()).toEqual(inNavigation.map((path) => `/${site.placeOf(path)}`).sort());
  });

  test("has each heading of its side bar once", () => {
    const guides = site.sidebar().filter(({ text }) => text !== "Reference");
    const headings = guides.flatMap(({ text, items = [] }) => [text, ...items.map((item) => item.text)]);
    expect(headings.filter((one, index) => headings.indexOf(one) !== index)).toEqual([]);
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
