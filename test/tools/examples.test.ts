import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { parse } from "yaml";
import { demoSettings, exampleFile, exampleFolders } from "../../tools/examples";
import { missingConfig } from "../../tools/quickstart/settings";

/**
 * The examples document what they need, in their Pulumi.yaml, and set it with a script; they do not
 * conflict with each other.
 */

interface Declaration {
  type: string;
  description?: string;
  secret?: boolean;
  default?: unknown;
}

/** Pulumi's types of configuration, by the method that reads them. */
const types: Record<string, string> = { "": "string", Boolean: "boolean", Number: "integer", Object: "array" };

/** What a program reads from its configuration. */
function required(folder: string): { key: string; type: string; secret: boolean }[] {
  const reads = exampleFile(folder, "index.ts").matchAll(
    /config\s*\.(get|require)(Secret)?(\w*)(?:<[^>]*>+)?\(\s*"(\w+)"/g,
  );
  const found = [...reads].map(([, , secret, type = "", key = ""]) => ({
    key,
    type: types[type]!,
    secret: secret !== undefined,
  }));
  return found.filter(({ key }, index) => found.findIndex((one) => one.key === key) === index);
}

function declared(folder: string): Record<string, Declaration> {
  const { config } = parse(exampleFile(folder, "Pulumi.yaml")) as { config?: Record<string, Declaration> };
  return config ?? {};
}

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/**
 * Names that the program gives to objects of the service, one for each `new ciphertrust.X("name",
 * …)`.
 */
function names(folder: string): { type: string; name: string }[] {
  const source = ts.createSourceFile("index.ts", exampleFile(folder, "index.ts"), ts.ScriptTarget.Latest);
  const found: { type: string; name: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [name] = node.arguments ?? [];
      if (name && ts.isStringLiteral(name)) found.push({ type: node.expression.name.text, name: name.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const folders = exampleFolders();
/**
 * The quick start is run by `npm run up`, with the project in the root; the comment at its head
 * lists its settings.
 */
const projects = folders.filter((folder) => folder !== "quickstart");

test("there are examples", () => {
  expect(folders.length).toBeGreaterThan(10);
});

describe.each(projects)("%s", (folder) => {
  test("its Pulumi.yaml declares what the program reads, and nothing else", () => {
    const stated = Object.entries(declared(folder)).map(([key, { type, secret = false }]) => ({ key, type, secret }));
    // Pulumi's schema of projects reserves that key.
    expect(stated.map(({ key }) => key)).not.toContain("secret");
    const byKey = (left: { key: string }, right: { key: string }) => left.key.localeCompare(right.key);
    expect(stated.sort(byKey)).toEqual(required(folder).sort(byKey));
  });

  test("each value is described, and a secret has no default", () => {
    for (const [key, { description, secret, ...rest }] of Object.entries(declared(folder))) {
      expect({ key, description }).toEqual({ key, description: expect.stringMatching(/^\S.{5,}/) as string });
      expect({ key, hasDefault: secret === true && "default" in rest }).toEqual({ key, hasDefault: false });
    }
  });

  test("its script sets all values without a default, and secrets as secrets", () => {
    const all = declared(folder);
    const set = demoSettings(folder);
    const needed = Object.keys(all).filter((key) => !("default" in all[key]!));
    expect(set.map(({ key }) => key)).toEqual(expect.arrayContaining(needed));
    for (const { key, secret } of set) expect({ key, secret }).toEqual({ key, secret: all[key]?.secret ?? false });
  });
});

test("the quick start's comment names its settings, which npm run up makes", () => {
  const [comment = ""] = exampleFile("quickstart", "index.ts").split("*/");
  const set = missingConfig(() => false, {}, true).map(({ key, secret = false }) => ({ key, secret }));
  expect(set).toEqual(
    required("quickstart")
      .map(({ key, secret }) => ({ key, secret }))
      .sort(likeIn(set)),
  );
  for (const { key } of set) expect(comment).toContain(`\`${key}\``);
});

const likeIn = (order: { key: string }[]) => (left: { key: string }, right: { key: string }) =>
  order.findIndex(({ key }) => key === left.key) - order.findIndex(({ key }) => key === right.key);

test("the README has a line on each example", () => {
  const page = exampleFile(".", "README.md");
  for (const folder of folders)
    expect(page).toMatch(new RegExp(`\\| \\[${folder}\\]\\(${folder}/index\\.ts\\) +\\| \\S`));
});

const root = join(__dirname, "../..");
const systems = readdirSync(join(root, "provider/resources")).filter((name) => folders.includes(name));

test.each(systems)(
  "the guide to %s quotes the connection, the container, the key and whatever else its example declares",
  (folder) => {
    const guide = readFileSync(join(root, `docs/guides/${folder}.md`), "utf8");
    const missing = names(folder).filter(
      ({ type, name }) => !guide.includes(`new ciphertrust.${type}(`) || !guide.includes(`"${name}"`),
    );
    expect(missing).toEqual([]);
    expect(systems.length).toBeGreaterThan(10);
  },
);

test.each(folders)(
  "%s includes the repository's TypeScript, because Pulumi's own would compile it otherwise",
  (folder) => {
    const { devDependencies } = JSON.parse(exampleFile(folder, "package.json")) as Manifest;
    const own = JSON.parse(exampleFile("..", "package.json")) as Manifest;
    expect(devDependencies.typescript).toBe(own.devDependencies.typescript);
  },
);

test("connections and schedules of all examples can exist in one service", () => {
  const shared = (type: string) =>
    type.endsWith("Connection") ? "connection" : /Schedule$/.test(type) ? "schedule" : type;
  // Objects whose name in the service differs from the example's, or that are not objects there.
  const unnamed = [
    "Refresh",
    "KeyRotation",
    "AwsKey",
    "OciKey",
    "SapKey",
    "AzureKey",
    "GoogleKey",
    "LunaKey",
    "DsmKey",
  ];
  const all = folders.flatMap((folder) => names(folder).map((one) => ({ folder, ...one })));
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const { folder, type, name } of all.filter(({ type }) => !unnamed.includes(type))) {
    const key = `${shared(type)} ${name}`;
    if (seen.has(key)) twice.push(`${key}: ${seen.get(key)}, ${folder}`);
    seen.set(key, folder);
  }
  expect(twice).toEqual([]);
});

test("the guide to other languages quotes the example in YAML", () => {
  const guide = exampleFile("..", "docs/guides/other-languages.md");
  const quoted = /^```yaml\n(resources:\n {2}connection:[^]*?)^```/m.exec(guide)?.[1];
  expect(exampleFile("yaml", "Pulumi.yaml")).toContain(quoted);
});
