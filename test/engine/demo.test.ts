import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engine, engineTimeout, root, run } from "./harness";
import { startsFast } from "./starts";

/** `npm run demo` shows what it says, and the README shows what the demo does. */

jest.setTimeout(engineTimeout);

const folder = mkdtempSync(join(tmpdir(), "ciphertrust-test-"));
const temporary = join(folder, "tmp");
mkdirSync(temporary);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = [join(root, "tools", "run.mjs"), "demo"];

/** With settings of a user, none of which the demo may use or change. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const { environment } = await engine();
  return environment({
    ...startsFast,
    TMPDIR: temporary,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: "https://pulumi.example.com",
    PULUMI_CONFIG_PASSPHRASE: "of the user",
    CIPHERTRUST_ADDRESS: "https://ciphertrust.example.com",
    CIPHERTRUST_PASSWORD: "of the user",
  });
}

function expectNothingLeft(): void {
  expect(readdirSync(temporary)).toEqual([]);
  expect(existsSync(join(folder, "home"))).toBe(false);
}

interface Slide {
  title: string;
  /** The lines of the demo itself, and those that Pulumi prints. */
  demo: string[];
  pulumi: string;
}

function slidesOf(file: string): Slide[] {
  const groups = readFileSync(file, "utf8").matchAll(/<g class="slide"[^]*?<\/g>/g);
  return [...groups].map(([group]) => {
    const lines = (of: string) => [...group.matchAll(new RegExp(`<text class="${of}\\b.*?>(.*)</text>`, "g"))];
    const text = ([, markup = ""]: RegExpExecArray) => markup.replaceAll(/<.*?>/g, "").replaceAll("&gt;", ">").trim();
    const [title = "", ...others] = lines("title").map(text);
    expect(others).toEqual([]);
    return { title, demo: lines("demo").map(text), pulumi: lines("pulumi").map(text).join("\n") };
  });
}

test("each step shows what it says, the recording in the README has the same steps, and nothing is left", async () => {
  const file = join(folder, "demo.svg");
  const { code, text } = await run(process.execPath, [...command, "--record", file], await environment());
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  const slides = slidesOf(file);
  for (const { title } of slides) expect(text).toContain(`\n${title}\n`);
  const [deployment, rotation, drift, repair, report] = slides;

  for (const key of ["AwsKey orders", "AzureKey invoices", "GoogleKey reports"])
    expect(deployment!.pulumi).toMatch(new RegExp(`\\+ .*${key} created`));
  expect(deployment!.pulumi).toMatch(/\n\s*\+ 20 created$/);

  const dates = "never +2027-01-30 +2027-02-28 +2027-03-29$";
  for (const key of ["orders +aws", "invoices +azure", "reports +google"])
    expect(rotation!.demo).toContainEqual(expect.stringMatching(new RegExp(`^${key} +${dates}`)));
  expect(rotation!.demo).toContainEqual(expect.stringMatching(/^9 rotations/));
  expect(rotation!.pulumi).toMatch(/20 unchanged$/);

  for (const key of ["orders, AWS", "invoices, Azure"])
    expect(drift!.demo).toContainEqual(expect.stringMatching(new RegExp(`^${key} +Disabled +Enabled +Disabled$`)));
  expect(drift!.pulumi.match(/enabled\s*: false => true/g)).toHaveLength(2);
  expect(drift!.pulumi).toMatch(/~ 2 to update/);

  expect(repair!.pulumi).toMatch(/~ 2 updated/);
  for (const key of ["orders, AWS", "invoices, Azure"])
    expect(repair!.demo).toContainEqual(expect.stringMatching(new RegExp(`^${key} +Enabled +Enabled$`)));

  expect(report!.demo).toContainEqual(
    expect.stringMatching(/^orders +AES-256 +256 bits, post-quantum +on time +2027-03-29 03:00/),
  );
  expect(report!.demo).toContainEqual(expect.stringMatching(/: 3 on time, 4 overdue, 0 not scheduled/));

  const own = (file: string) => slidesOf(file).map(({ title, demo }) => ({ title, demo }));
  expect(own(join(root, "docs", "images", "demo.svg"))).toEqual(own(file));
  expectNothingLeft();
});

test("Ctrl-C while it waits for Enter removes everything as well", async () => {
  const demo = spawn(process.execPath, [...command, "--pause"], { env: await environment(), stdio: "pipe" });
  await once(demo.stdout, "data");
  expect(readdirSync(temporary)).toContainEqual(expect.stringMatching(/^ciphertrust-demo-/));
  demo.kill("SIGINT");
  expect(await once(demo, "close")).toEqual([130, null]);
  expectNothingLeft();
});
