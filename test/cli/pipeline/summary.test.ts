import { reportOf, resourceOf } from "../../../cli/pipeline/report";
import { marker, summaryOf, type Told } from "../../../cli/pipeline/summary";
import { plan, refresh, step, urn } from "./steps";

const at = "2026-03-01T10:00:00Z";
const was = { description: "nightly" };
const now = { description: "by `hand` | @all\n<b>" };
const drift: Told = {
  command: "drift",
  outcome: "drift",
  code: 7,
  refreshed: true,
  report: reportOf([...refresh("backups", was, now), ...plan("update", "backups", now, was)]),
  complaint: "",
};
const cellsOf = (summary: string, start: string) => summary.split("\n").find((line) => line.startsWith(start));

test("drift: the property, both values, and who changed it when", () => {
  const by = { who: "mallory", when: "2026-03-01T10:00:00Z", what: "PATCH /vault/keys2/{id}" };
  const summary = summaryOf({
    ...drift,
    culprits: { by: new Map([[urn("backups"), [by, { ...by, when: "earlier" }]]]) },
  });
  expect(summary.startsWith(`${marker}\n### Pulumi drift, \`keys/prod\`: drift found\n`)).toBe(true);
  expect(cellsOf(summary, "| `VaultKey`")).toBe(
    '| `VaultKey` backups | `description` | `"nightly"` | ``"by `hand` \\| @all\\n<b>"`` | `mallory` (`PATCH /vault/keys2/{id}`) | 2026-03-01T10:00:00Z |',
  );
  expect(summary).toContain("<sub>Exit code 7.</sub>");
});

const inCloud = urn("orders", "pulumi-nodejs:dynamic/ciphertrust:AwsKey");
const unnamed = { by: new Map([urn("backups"), inCloud].map((one) => [one, []])) };

test.each([
  [unnamed, "| not found in the audit records: changed by a call whose record is not kept |"],
  [
    { ...unnamed, since: at },
    `| not found in the audit records from ${at} on: changed by a call whose record is not kept or is older |`,
  ],
  [{ by: new Map() }, "not looked up: another service or domain"],
  ["the service responded with 403", "Changed by: not known: the service responded with 403"],
])("nobody is named without a record (%#)", (culprits, words) => {
  expect(summaryOf({ ...drift, culprits })).toContain(words);
});

test("what the service manages in another system may have been changed there", () => {
  const [drifted] = drift.report.drifted;
  const report = { ...drift.report, drifted: [{ ...drifted!, resource: resourceOf(inCloud) }] };
  const summary = summaryOf({ ...drift, report, culprits: { ...unnamed, since: at } });
  expect(summary).toContain(
    `from ${at} on: changed in the external system itself, which the service does not record, or by a call whose record is not kept or is older |`,
  );
});

test("others who changed the object before the newest call are told apart; of one that is gone, the newest counts", () => {
  const [by, before] = ["mallory", "eve"].map((who) => ({ who, when: `when-${who}`, what: "PATCH /x" }));
  const culprits = { by: new Map([[urn("backups"), [by!, before!]]]) };
  expect(summaryOf({ ...drift, culprits })).toContain(
    "| `mallory` (`PATCH /x`)<br>earlier: `eve` (`PATCH /x`) | when-mallory<br>when-eve |",
  );
  const [drifted] = drift.report.drifted;
  const report = { ...drift.report, drifted: [{ ...drifted!, isGone: true }] };
  expect(summaryOf({ ...drift, report, culprits })).toContain("| **gone** | `mallory` (`PATCH /x`) | when-mallory |");
});

test("no foreign string becomes markup, a mention or an extra table row", () => {
  const violation = {
    message: "tell @team\n| a | <img src=x> `",
    policyName: "p",
    policyPackName: "h",
    enforcementLevel: "mandatory",
  };
  const report = reportOf([{ policyEvent: violation }, ...plan("create", "@everyone <i>", null, was)]);
  const summary = summaryOf({ ...drift, outcome: "policy", code: 3, report });
  expect(cellsOf(summary, "| mandatory")).toBe(
    "| mandatory | `h: p` | the stack | tell @\u200bteam<br>\\| a \\| \\<img src=x\\> \\` |",
  );
  expect(cellsOf(summary, "| + |")).toBe("| + | `VaultKey` @\u200beveryone \\<i\\> |  |  |  |");
});

test("no line separator starts a new row", () => {
  const by = { who: "mal\rlory", when: "now\r| x |", what: "a\u2028b" };
  const summary = summaryOf({ ...drift, culprits: { by: new Map([[urn("backups"), [by]]]) } });
  const rows = summary.split(/[\r\n\u2028\u2029]/).filter((line) => line.startsWith("|"));
  expect(rows.filter((line) => line.includes("`mal lory` (`a b`) | now<br>\\| x \\| |"))).toHaveLength(1);
});

test("a run ended by a signal is shown with its exit code", () => {
  expect(summaryOf({ ...drift, outcome: "failure", code: 143 })).toContain("<sub>Exit code 143.</sub>");
});

test("a failure shows the errors; one before the first event shows the engine's output", () => {
  const error = "reading failed: ``` 401";
  const report = reportOf([{ diagnosticEvent: { severity: "error", message: error } }]);
  expect(summaryOf({ ...drift, outcome: "failure", report })).toContain(`\`\`\`\`\n${error}\n\`\`\`\``);
  const early = summaryOf({ ...drift, outcome: "failure", report: reportOf([]), complaint: "incorrect passphrase" });
  expect(early).toContain("### Pulumi drift: failed");
  expect(early).toContain("```\nincorrect passphrase\n```");
});

test("many errors and warnings are truncated, and leave no block open", () => {
  const events = Array.from({ length: 30 }, (_, index) => ({
    diagnosticEvent: { severity: "error", message: `error ${index} ${"x".repeat(5000)}` },
  }));
  const warnings = events.map(({ diagnosticEvent: { message } }) => ({
    diagnosticEvent: { severity: "warning", urn: urn("backups"), message },
  }));
  const report = reportOf([...events, ...warnings]);
  const summary = summaryOf({ ...drift, outcome: "failure", code: 1, report });
  expect(summary.match(/^```$/gm)).toHaveLength(28);
  expect(summary).toContain("And 20 more errors: see the run's own log.\n");
  expect(summary).toContain("And 26 more warnings: see the run's own log.\n");
  expect(summary).toMatch(/\n<sub>Exit code 1\.<\/sub>\n$/);
});

test("an error shared by many resources is shown once, with their number", () => {
  const errors = Array.from({ length: 34 }, (_, index) => ({
    diagnosticEvent: { severity: "error", urn: urn(`k${index}`), message: `reading VaultKey "k${index}" failed: 401` },
  }));
  const summary = summaryOf({ ...drift, outcome: "failure", code: 1, report: reportOf(errors) });
  expect(summary.match(/401/g)).toHaveLength(1);
  expect(summary).toContain('```\nreading VaultKey "k0" failed: 401\n```\n\nThe same goes for 33 more resources.\n');
  const two = summaryOf({ ...drift, outcome: "failure", code: 1, report: reportOf(errors.slice(0, 2)) });
  expect(two).toContain("The same goes for 1 more resource.");
});

test("warnings are shown in the summary of a successful run", () => {
  const message = "1 of 8 keys is older than 90 days";
  const told = reportOf([{ diagnosticEvent: { severity: "warning", urn: urn("backups"), message } }]);
  const summary = summaryOf({ ...drift, outcome: "unchanged", code: 0, report: told });
  expect(summary).toContain(`#### Warnings\n\n\`\`\`\n${message}\n\`\`\``);
  expect(summaryOf(drift)).not.toContain("#### Warnings");
});

test("a preview without a refresh does not claim that there is no drift", () => {
  const unchanged = { ...drift, command: "preview", outcome: "unchanged", code: 0, report: reportOf([]) } as const;
  expect(summaryOf(unchanged)).toContain("Everything is as the program says.");
  const blind = summaryOf({ ...unchanged, refreshed: false });
  expect(blind).not.toContain("Everything is as the program says.");
  expect(blind).toContain("Nothing to deploy. The service itself was not read.");
});

test("up shows what was done, and that drift was corrected", () => {
  const summary = summaryOf({ ...drift, command: "up", outcome: "unchanged" });
  expect(summary).toContain("### Pulumi up, `keys/prod`: done");
  expect(summary).toContain("#### Changed outside Pulumi, and corrected");
  expect(summary).toContain("#### What was done: 1 updated");
});

test("a failed up does not claim that drift was corrected", () => {
  const summary = summaryOf({ ...drift, command: "up", outcome: "failure", code: 1 });
  expect(summary).toContain("#### Changed outside Pulumi\n");
  expect(summary).toContain("#### What was started: 1 to update\n");
});

test("a comment never exceeds the limit of the code hosts, and says when it was truncated", () => {
  const events = Array.from({ length: 900 }, (_, index) =>
    plan("update", `key-${index}`, was, { description: "x".repeat(500) }),
  );
  const summary = summaryOf({ ...drift, report: reportOf(events.flat()) });
  expect(summary.length).toBeLessThanOrEqual(60_000);
  expect(summary).toMatch(/\|\n\nTruncated: see the run's own log\.\n\n<sub>Exit code 7\.<\/sub>\n$/);
});

test("keys that end are listed with their ids and the way back, those in a container that ends as well, too", () => {
  const typed = (type: string) => `pulumi-nodejs:dynamic/ciphertrust:${type}`;
  const old = (id: string, onDestroy?: string) => ({ id, inputs: { onDestroy } });
  const steps = [
    step("delete", "orders", old("k-1", "scheduleDeletion"), null, typed("AwsKey")),
    step("delete-replaced", "ledger", old("k-2", "softDelete"), null, typed("AzureKey")),
    step("delete", "backups", old("k-3", "destroy"), null),
    step("delete", "account", old("c-1"), null, typed("AwsKms")),
  ];
  const events = steps.map((metadata) => ({ resourcePreEvent: { metadata, planning: true } }));
  const summary = summaryOf({
    ...drift,
    command: "destroy",
    outcome: "key-deletion",
    code: 9,
    report: reportOf(events),
  });
  const row = (start: string) => cellsOf(summary, `| \`${start}`)!;
  expect(row("AwsKey` orders | `k-1`")).toMatch(
    /can be recovered .*: declare it with +adopt: "k-1" .*If its AwsKms is removed as well/,
  );
  expect(row("AzureKey` ledger | `k-2`")).toMatch(
    /revert the change that replaces it, .* adopt: "k-2" +to AzureKey "ledger"/,
  );
  expect(row("AzureKey` ledger | `k-2`")).not.toContain("removed as well");
  expect(row("VaultKey` backups | `k-3`")).toContain("This cannot be undone.");
  expect(row("AwsKms` account | `c-1`")).toContain("The keys in it stay in the external system.");
});

test("a policy that many resources violate in the same way has one row, with all their names", () => {
  const violation = (name: string, enforcementLevel = "mandatory", more = "") => ({
    policyEvent: {
      resourceUrn: urn(name),
      message: `VaultKey "${name}" would be lost${more}`,
      policyName: "p",
      policyPackName: "h",
      enforcementLevel,
    },
  });
  const events = [
    violation("a"),
    violation("b"),
    violation("c", "advisory"),
    violation("d"),
    violation("e", undefined, "!"),
  ];
  const summary = summaryOf({ ...drift, outcome: "policy", code: 3, report: reportOf(events) });
  expect(summary.split("\n").filter((line) => /^\| (mandatory|advisory)/.test(line))).toEqual([
    '| mandatory | `h: p` | `VaultKey` a, `VaultKey` b, `VaultKey` d | VaultKey "a" would be lost<br>The same goes for 2 more resources. |',
    '| advisory | `h: p` | `VaultKey` c | VaultKey "c" would be lost |',
    '| mandatory | `h: p` | `VaultKey` e | VaultKey "e" would be lost! |',
  ]);
});
