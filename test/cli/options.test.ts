import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { adoptCommand } from "../../cli/adopt/command";
import { pipelineCommand } from "../../cli/pipeline/command";
import { redactCommand } from "../../cli/redact/command";
import { rotationReportCommand } from "../../cli/rotationReport/command";
import { systemsCommand } from "../../cli/systems";
import { verifyCommand } from "../../cli/verify/command";

/** The pages name every option of the commands. */

const optionsOf = ({ options, commands }: Command): string[] => [
  ...options.map(({ long }) => long!),
  ...commands.flatMap((command) => optionsOf(command)),
];

test.each([
  ["adopt", adoptCommand, ["docs/adopt.md"]],
  ["pipeline", pipelineCommand, ["docs/pipelines.md"]],
  ["redact", redactCommand, ["docs/guides/troubleshooting.md"]],
  ["rotation-report", rotationReportCommand, ["docs/rotation-report.md"]],
  ["systems", systemsCommand, ["README.md"]],
  ["verify", verifyCommand, ["docs/verify.md", "docs/verify-write.md"]],
])("%s", (name, fill, pages) => {
  const command = new Command(name);
  fill(command);
  const text = pages.map((page) => readFileSync(join(__dirname, "../..", page), "utf8")).join("");
  const options = [...new Set(optionsOf(command))];
  expect(options).not.toEqual([]);
  expect(options.filter((option) => !text.includes(option))).toEqual([]);
});
