import { asMarkdown, asTable } from "../../../cli/verify/print";
import { entryOf, hasDifferences, type Report } from "../../../cli/verify/report";

const differences = [
  { where: "keyState", what: "missing" },
  { where: "filter name", what: "is ignored" },
];
const report: Report = {
  package: "1.2.3",
  service: "2.21.0",
  complete: true,
  entries: [
    entryOf("AwsKms", "works"),
    entryOf("AwsKey", "works", [...differences, ...differences]),
    entryOf("Luna", "empty"),
  ],
};

test("an entry has each difference once, and differs then", () => {
  expect(report.entries[1]).toEqual({ name: "AwsKey", outcome: "differs", differences });
  expect(hasDifferences(report)).toBe(true);
  expect(hasDifferences({ ...report, entries: report.entries.slice(0, 1) })).toBe(false);
});

test("the table has the differences below their entry, and the numbers below all", () => {
  expect(asTable(report).split("\n")).toEqual([
    "pulumi-ciphertrust: 1.2.3",
    "CipherTrust Manager: 2.21.0",
    "",
    "AwsKms  works",
    "AwsKey  differs",
    "          keyState: missing",
    "          filter name: is ignored",
    "Luna    empty",
    "",
    "1 works, 1 differs, 1 empty",
  ]);
});

test("the table has what was not tried at its end, by reason", () => {
  const untried = (name: string, what: string) => ({
    name,
    outcome: "not tried" as const,
    differences: [{ where: "reason", what }],
  });
  const entries = [untried("AwsKey", "no account"), untried("License", "left to you"), entryOf("Group", "works")];
  const table = asTable({ ...report, entries: [...entries, untried("AwsKms", "no account")] });
  expect(table.split("\n").slice(3)).toEqual([
    "Group    works",
    "",
    "not tried:",
    "  no account: AwsKey, AwsKms",
    "  left to you: License",
    "",
    "1 works, 3 not tried",
  ]);
});

test("Markdown has one row for each entry", () => {
  expect(asMarkdown(report)).toContain("| `AwsKey` | differs | `keyState`: missing<br>`filter name`: is ignored |");
  expect(asMarkdown({ ...report, complete: false })).toContain("- incomplete: ");
  const odd = entryOf("Luna", "works", [{ where: "a|b`c\nd", what: "e|f\ng" }]);
  expect(asMarkdown({ ...report, entries: [odd] })).toContain("| `Luna` | differs | `a\\|b'c d`: e\\|f g |\n");
});
