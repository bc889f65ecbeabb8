import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { globalsIn, globalsOf } from "../../tools/metrics/globals";
import { projectRoot } from "../../tools/project";

/** The section "Variables of modules" of docs/architecture.md is complete. */

const page = readFileSync(join(projectRoot(), "docs/architecture.md"), "utf8");
const [, section = ""] = /^## Variables of modules$([\s\S]*?)^## /m.exec(`${page}\n## `) ?? [];
const code = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
const listed = section
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => {
    const [, file = "", names = ""] = line.split("|");
    return code(names).map((name) => `${code(file)[0]}: ${name}`);
  });

test("the list of the architecture has every variable of a module, and no other", () => {
  expect(globalsIn("provider").sort()).toEqual(listed.sort());
});

test.each([
  { text: "let x = 0;", found: ["x"] },
  { text: "export let x: string | undefined;", found: ["x"] },
  { text: "const x = new Map<string, string>();", found: ["x"] },
  { text: "const x = new WeakMap();", found: ["x"] },
  { text: "const x = new Set([1]); export const add = () => x.add(2);", found: ["x"] },
  { text: "const x: string[] = []; export const add = () => x.push('a');", found: ["x"] },
  { text: "const x: Bag = {}; export const put = (key: string) => { x[key] = 1; };", found: ["x"] },
  { text: "const x = { one: 0 }; export const put = () => { x.one = 1; };", found: ["x"] },
  { text: "const x = new Host();", found: ["x"] },
  { text: "const x = { inner: new Host() };", found: ["x"] },
  { text: "const x = z.registry();", found: ["x"] },
  { text: "const x = once(() => 1); function once(f) { let done; return () => (done ??= f()); }", found: ["x"] },
  { text: "const x = once(); function once() { const all = new WeakMap(); return (k) => all.get(k); }", found: ["x"] },
  { text: "class X { static y = 1; }", found: ["X.y"] },
  { text: "class X { static readonly y = new Map(); }", found: ["X.y"] },
  { text: "const x = new Set([1]);", found: [] },
  { text: "const x: ReadonlySet<string> = new Set();", found: [] },
  { text: "const x = [1, 2]; const y = { one: x };", found: [] },
  { text: "const x = () => new Map();", found: [] },
  { text: "const x = new RegExp('a');", found: [] },
  { text: "declare const x: string; class X { readonly y = new Map(); static readonly z = 1; }", found: [] },
])("$text", ({ text, found }) => {
  expect(globalsOf(ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true))).toEqual(found);
});
