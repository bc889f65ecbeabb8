import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { awsContainer, withEmulator } from "../emulator/client";
import { withCommands } from "./commands";
import { scripted } from "./pipeline/scripted";
import { plan, refresh } from "./pipeline/steps";

/** Every command is run, and ends with the codes of docs/exit-codes.md and of its own help. */

// Each test starts processes, some of them several.
jest.setTimeout(60_000);

const run = withCommands();
const service = withEmulator();
const { folder, planning, pulumi } = scripted();

/** As they are typed. */
const commands = [
  "pulumi-ciphertrust",
  ...["systems", "adopt", "redact", "rotate", "rotation-report", "verify"].map((name) => `pulumi-ciphertrust ${name}`),
  "pulumi-ciphertrust pipeline",
  ...["preview", "drift", "up", "destroy"].map((kind) => `pulumi-ciphertrust pipeline ${kind}`),
  "ciphertrust-emulator",
  "ciphertrust-emulator operations",
  "ciphertrust-emulator world-schema",
];

/** The codes that the page lists for a command, without those of signals. */
function documented(command: string): number[] {
  const page = readFileSync(join(__dirname, "../../docs/exit-codes.md"), "utf8");
  const rows = [...page.matchAll(/^\| (\d+) +\| .*? \| ([^|]*?) +\|$/gm)];
  const name = `\`${command.replace("pulumi-ciphertrust ", "")}\``;
  return rows.filter(([, , who]) => who === "all" || who!.split(", ").includes(name)).map(([, code]) => Number(code));
}

/** The codes that its help lists. */
const helped = (help: string): number[] => [...help.matchAll(/^ {2}(\d+) {2,}\S/gm)].map(([, code]) => Number(code));

const settings = () => {
  const { address, username, password, caCertificate } = service.emulator;
  return {
    CIPHERTRUST_ADDRESS: address,
    CIPHERTRUST_USERNAME: username,
    CIPHERTRUST_PASSWORD: password,
    CIPHERTRUST_CA_CERT: caCertificate,
  };
};

describe.each(commands)("%s", (command) => {
  const words = command.split(" ");

  test("lists the codes of the page in its help, which has one form", async () => {
    const { code, stdout, stderr } = await run([...words, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(helped(stdout)).toEqual(documented(command));
    const [usage, , description] = stdout.split("\n");
    expect(usage).toMatch(new RegExp(`^Usage: ${command}( \\[|$)`));
    expect(description).toMatch(/^[A-Z]/);
    expect(stdout).toMatch(/\n {2}-h, --help +print this help\n/);
    expect(stdout).toMatch(
      /\n\nExamples:\n( {2}\$ .+\n)+\nExit codes:\n( {2}\d+ {2,}.+\n)+ {2}128 \+ n {2}ended by signal n\n$/,
    );
    // Options and arguments are phrases, commands are sentences; defaults in parentheses.
    const terms = [...stdout.matchAll(/^ {2}(?:-\w, )?--[\w-]+(?: <[\w.-]+>)? {2,}(\S+)/gm)].map(([, first]) => first);
    expect(terms.filter((first) => /^[A-Z][a-z]/.test(first!) && first !== "Markdown")).toEqual([]);
  });

  test("ends with 2 on a wrong command line: one line on stderr, which begins with the command", async () => {
    const { code, stdout, stderr } = await run([...words, "--bogus"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(`${command}: unknown option '--bogus'. Nothing was run; --help lists what it takes.\n`);
  });
});

const missing = /^pulumi-ciphertrust [\w-]+: [^]*ciphertrust:address .* is missing/;
test.each<[string, number, RegExp]>([
  ["pulumi-ciphertrust adopt --dry-run", 1, missing],
  ["pulumi-ciphertrust rotation-report", 1, missing],
  ["pulumi-ciphertrust rotate orders --yes", 1, missing],
  ["pulumi-ciphertrust verify", 1, missing],
  [
    "pulumi-ciphertrust redact /no/such/log",
    1,
    /^pulumi-ciphertrust redact: redacting the log failed: ENOENT.*\. Nothing was written\.\n$/,
  ],
  [
    "pulumi-ciphertrust pipeline preview --cwd /no/such/folder",
    1,
    /pulumi-ciphertrust pipeline preview: pulumi could not be started/,
  ],
  ["ciphertrust-emulator --world /no/such/file", 1, /^ciphertrust-emulator: cannot read the world file/],
  [
    "pulumi-ciphertrust verify --tpyes VaultKey",
    2,
    /^pulumi-ciphertrust verify: unknown option '--tpyes'\. Did you mean --types\? Nothing was run/,
  ],
  ["pulumi-ciphertrust rotate", 2, /^pulumi-ciphertrust rotate: name keys, or give --system/],
  ["pulumi-ciphertrust rotate orders", 2, /^pulumi-ciphertrust rotate: there is no terminal to ask on/],
  ["pulumi-ciphertrust adopt --system moon", 2, /^pulumi-ciphertrust adopt: unknown system "moon"/],
  [
    "pulumi-ciphertrust pipeline up --summary /no/such/summary",
    2,
    /^pulumi-ciphertrust pipeline up: --summary .* cannot be written/,
  ],
  [
    "ciphertrust-emulator --port 99999",
    2,
    /^ciphertrust-emulator: option .* "99999" is not an integer from 0 to 65535\. Nothing was run/,
  ],
])("%s ends with %i, and an error that begins with the command, without a stack trace", async (line, code, words) => {
  const ended = await run(line.split(" "), line.includes("moon") ? settings() : {});
  expect(ended.stderr).toMatch(words);
  expect(ended.stderr).not.toMatch(/^ +at /m);
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
});

test("what works ends with 0", async () => {
  const log = join(folder, "log");
  writeFileSync(log, "nothing secret\n");
  const lines = [
    "pulumi-ciphertrust systems",
    "pulumi-ciphertrust rotation-report",
    "pulumi-ciphertrust verify --rate 1000 --types VaultKey",
    "pulumi-ciphertrust adopt --dry-run --system vault",
    `pulumi-ciphertrust redact --log-only ${log}`,
    "ciphertrust-emulator operations",
    "ciphertrust-emulator world-schema",
  ];
  const ends = await Promise.all(lines.map(async (line) => [line, (await run(line.split(" "), settings())).code]));
  expect(ends).toEqual(lines.map((line) => [line, 0]));
});

test("what is looked for and found ends with 4", async () => {
  const { kms } = await awsContainer(service.client);
  const key = { kms, region: "eu-west-1", aws_param: { Alias: "unscheduled" } };
  await service.client.ok("POST", "/cckm/aws/keys", key);
  const report = await run(["pulumi-ciphertrust", "rotation-report", "--fail-on-unscheduled"], settings());
  expect(report).toMatchObject({ code: 4, stdout: expect.stringContaining("unscheduled") as string });
  await service.client.raw("POST", "/emulator/faults", {
    method: "GET",
    path: "/vault/keys2",
    effect: { status: 500 },
  });
  const verify = await run(["pulumi-ciphertrust", "verify", "--rate", "1000", "--types", "VaultKey"], settings());
  expect(verify.code).toBe(4);
});

/** What the engine reports, and what each subcommand then ends with. */
const changed = plan("update", "a", { size: 1 }, { size: 2 });
const drifted = [...refresh("a", { size: 1 }, { size: 2 }), ...plan("update", "a", { size: 2 }, { size: 1 })];
const violated = {
  policyEvent: { message: "no", policyName: "p", policyPackName: "house", enforcementLevel: "mandatory" },
};
const lost = plan("delete", "a", { onDestroy: "destroy" }, null);
const outcomes: [string, object[], Record<string, number>][] = [
  ["nothing", [], { preview: 0, drift: 0, up: 0, destroy: 0 }],
  ["an engine that fails", [], { preview: 1, drift: 1, up: 1, destroy: 1 }],
  ["a violated policy", [violated], { preview: 3, drift: 3, up: 3 }],
  ["drift", drifted, { preview: 7, drift: 7 }],
  ["changes", changed, { preview: 8, drift: 8 }],
  ["the deletion of a key", lost, { preview: 9, up: 9, destroy: 9 }],
];

/** A destroy is previewed by the same operation. */
function destroying(events: readonly object[]): void {
  const shown = join(folder, "destroyed");
  writeFileSync(
    shown,
    [...events, { summaryEvent: { isPreview: true, resourceChanges: {} } }]
      .map((one) => JSON.stringify(one))
      .join("\n"),
  );
  pulumi(`cp "${shown}" "\${!#}"`);
}

test.each(outcomes)("pipeline: %s", async (what, events, expected) => {
  planning(...events);
  if (what === "an engine that fails") pulumi("exit 1");
  const FAILS = what === "a violated policy" ? "1" : "";
  for (const [kind, code] of Object.entries(expected)) {
    if (kind === "destroy" && code === 9) destroying(events);
    const line = ["pulumi-ciphertrust", "pipeline", kind, "--no-audit", "--cwd", folder];
    const { stderr, ...ended } = await run(line, { FAILS });
    expect({ kind, code: ended.code, stderr }).toMatchObject({ kind, code });
  }
});

test("each subcommand of pipeline was seen with every code that the page lists for it", () => {
  for (const kind of ["preview", "drift", "up", "destroy"]) {
    const seen = outcomes.flatMap(([, , expected]) => expected[kind] ?? []);
    expect([...seen, 2].sort()).toEqual(documented(`pulumi-ciphertrust pipeline ${kind}`));
  }
});
