import { rmSync } from "node:fs";
import { join } from "node:path";
import { engineTimeout } from "./harness";
import { examplesIn, ReadersProject } from "./readersProject";
import { installInto } from "./runFolder";
import { secretsProvider } from "./secretsProvider";
import { translate } from "./starts";

/** docs/guides/first-stack.md, from its first command to its last, in one life. */

jest.setTimeout(engineTimeout);

const { examples, blocks } = examplesIn("guides/first-stack.md");
const files = ["Pulumi.yaml", "index.ts"];
const setup = ["A new project", "Second terminal"];
/** The commands of the first terminal, in the order of the page. */
const steps = Object.keys(examples).filter((name) => ![...files, ...setup].includes(name));

let project: ReadersProject;
/** What each step printed. */
const printed: Record<string, string> = {};

beforeAll(async () => {
  project = new ReadersProject();
  await makeProject();
  const [npx, name, ...options] = examples["Second terminal"]!.trim().split(" ");
  expect([npx, name]).toEqual(["npx", "ciphertrust-emulator"]);
  await project.withEmulator(options, async (port) => {
    const { code, text } = await project.bash(script(port));
    if (code !== 0) throw new Error(text);
    for (const part of text.split("=== ").slice(1)) {
      const [step, ...lines] = part.split("\n");
      printed[step!] = lines.join("\n");
    }
  });
});
afterAll(() => project?.remove());

/** All but the installation: the package is the one built here. */
async function makeProject(): Promise<void> {
  rmSync(project.folder, { recursive: true });
  const lines = examples["A new project"]!.split("\n");
  const commands = lines.filter((line) => !line.startsWith("npm install"));
  expect(commands).toHaveLength(lines.length - 1);
  const made = await project.bash(commands.join("\n"), { HOME: project.outer, TMPDIR: project.outer }, project.outer);
  expect(made).toMatchObject({ code: 0 });
  installInto(project.folder);
  project.write(Object.fromEntries(files.map((name) => [name, examples[name]!])));
  await translate(join(project.folder, "index.ts"), join(project.outer, "index.js"));
}

function script(port: string): string {
  // The first update checks the program's types and takes the passphrase; each later command would take longer by both.
  const once = [
    `cp ../index.js . && sed -i s/index.ts/index.js/ package.json`,
    `pulumi stack change-secrets-provider ${secretsProvider}`,
  ];
  const parts = steps.map((step) => [`echo "=== ${step}"`, examples[step]!, ...(step === "Up" ? once : [])]);
  return ["export NO_COLOR=1", ...parts.flat()].join("\n").replaceAll("8443", port);
}

test("the update creates the keys", () => {
  expect(printed.Up).toMatch(/backupsState: "Active"/);
  expect(printed.Up).toMatch(/ordersArn\s*: "arn:aws:kms:eu-west-1:123456789012:key\//);
});

test("the preview shows the drift with both values, and an update corrects it", () => {
  expect(printed.Drift).toMatch(/enabled\s*: false => true/);
  expect(printed.Correction).toMatch(/1 updated/);
});

test("a month later the key was rotated, which is no drift", () => {
  expect(printed["A month later"]).toMatch(
    /first\/orders\s+AES-256\s+256 bits, post-quantum\s+on time\s+\d{4}-\d\d-01 03:00/,
  );
  expect(printed["A month later"]).toMatch(
    /backups\s+AES-256\s+256 bits, post-quantum\s+on time\s+\d{4}-\d\d-\d\d 03:00/,
  );
});

test("everything is destroyed", () => {
  expect(printed.Destroy).toMatch(/\d+ deleted/);
});

test("nothing on the page is left out", () => {
  expect(Object.keys(examples)).toHaveLength(blocks);
  expect(steps).toEqual(["Settings", "Up", "Drift", "Correction", "A month later", "Destroy"]);
});
