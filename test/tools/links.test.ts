import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/** The links of the documents in the package lead to files in the package, too. */

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
/** Without code, where brackets mean other things. */
const proseOf = (file: string) => textOf(file).replaceAll(/^```[^]*?^```/gm, "");

interface Link {
  from: string;
  to: string;
  anchor: string | undefined;
}

function linksOf(from: string): Link[] {
  const inText = [...proseOf(from).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  const defined = [...proseOf(from).matchAll(/^\[[^\]]+\]: (\S+)/gm)].map(([, target]) => target!);
  return [...inText, ...defined]
    .filter((target) => !/^[a-z][a-z\d+.-]*:/.test(target))
    .map((target) => {
      const [path = "", anchor] = target.split("#");
      const to = path === "" ? from : posix.join(posix.dirname(from), path);
      return { from, to: to.replace(/\/$/, ""), anchor };
    });
}

const links = documents.flatMap(linksOf);
const isPacked = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`));
const named = ({ from, to, anchor }: Link) => `${from} -> ${to}${anchor === undefined ? "" : `#${anchor}`}`;

/** Headings as the code hosts' anchors write them. */
const anchorsOf = (file: string) =>
  [...proseOf(file).matchAll(/^#+ +(.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

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
  expect(pages.filter(({ to, anchor }) => !anchorsOf(to).includes(anchor!)).map(named)).toEqual([]);
});
