import { printableLines } from "../../provider/api/printable";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { InvalidArgumentError, Option, type Command } from "commander";
import { createApi } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import { readSettings, SettingsError } from "../../provider/api/settings";
import { explain, type ResourceError, withServiceVersion } from "../../provider/lifecycle/vocabulary/failure";
import { rotatingSystems } from "../../provider/lookups/rotation/query";
import { readLimits } from "../../provider/limits/readLimits";
import { packageVersion } from "../../sdk/version";
import { exitCodes } from "../exitCodes";
import { adviceOnKeys, time } from "../keys";
import { complain, styled, type Help } from "../style";
import { reportPage } from "./html";
import { rotationReport, type ReportRequest, type RotationReport } from "./report";
import { reportTable } from "./table";

interface Options {
  system?: string[];
  container?: string[];
  maxAge?: MaximumAge;
  olderThan?: number;
  history?: number;
  asOf?: string;
  json?: boolean;
  html?: string;
  failOnOverdue?: boolean;
  failOnUnscheduled?: boolean;
}

const help: Help = {
  notes: `The service, the user and everything else come from the environment, as for the provider:
CIPHERTRUST_ADDRESS, CIPHERTRUST_USERNAME, CIPHERTRUST_PASSWORD and so on.`,
  examples: [
    "npx pulumi-ciphertrust rotation-report --max-age 90d --fail-on-overdue",
    "npx pulumi-ciphertrust rotation-report --system aws azure --html report.html",
  ],
  endings: {
    done: "the report was made",
    failure: "it could not be made",
    findings: "it was made, and a --fail-on option applies",
  },
};

/** Completes `pulumi-ciphertrust rotation-report`. */
export function rotationReportCommand(command: Command): void {
  styled(command, help)
    .addOption(new Option("--system <name...>", "only keys of these systems").choices(rotatingSystems))
    .option("--container <name...>", "only keys in containers of this name or id")
    .option(
      "--max-age <limits>",
      'maximum age: older keys are overdue whatever their schedule, for example 90d, or "AES 365d, RSA 730d, tag pci=yes 90d"',
      maximumAge,
    )
    .option("--older-than <days>", "list only keys whose material is older, for example 90d", days)
    .option("--history <days>", "list the rotations of so many days as well, for example 365d", days)
    .option("--as-of <time>", "count ages as of this time, RFC 3339 (default: now, by the service's clock)", time)
    .option("--json", "print the report as JSON")
    .option("--html <file>", "write the report as a page for auditors")
    .option("--fail-on-overdue", "exit with 4 when a key is overdue")
    .option("--fail-on-unscheduled", "exit with 4 when a key has no rotation")
    .action(async (options: Options) => {
      process.exitCode = await run(command, options);
    });
}

function days(text: string): number {
  const [, count] = /^(\d+)d?$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('It must be a number of days, such as "90d".');
  return Number(count);
}

/** A maximum age for every key, or limits by the kind of key. */
type MaximumAge = Pick<ReportRequest, "maximumAgeDays" | "maximumAge">;

function maximumAge(text: string): MaximumAge {
  if (/^\d+d?$/.test(text)) return { maximumAgeDays: days(text) };
  const { problems } = readLimits(text, rotatingSystems);
  if (problems.length > 0) throw new InvalidArgumentError(`${problems.join("; ")}.`);
  return { maximumAge: text };
}

async function run(command: Command, options: Options): Promise<number> {
  try {
    const report = await makeReport(options);
    const page = options.html === undefined ? "" : reportPage(report, packageVersion());
    if (options.html !== undefined) writeFileSync(options.html, page);
    process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : printableLines(reportTable(report))}\n`);
    if (options.html !== undefined) process.stderr.write(`The page is in ${options.html}, SHA-256 ${sha256(page)}.\n`);
    const unseen = options.failOnOverdue || options.failOnUnscheduled ? unseenIn(report, options) : undefined;
    if (unseen !== undefined) {
      complain(command, unseen);
      return exitCodes.failure;
    }
    const { overdue, unscheduled, unrotated } = report.summary;
    const fails = (options.failOnOverdue && overdue > 0) || (options.failOnUnscheduled && unscheduled + unrotated > 0);
    return fails ? exitCodes.findings : exitCodes.done;
  } catch (error) {
    complain(command, wordsOf(error));
    return exitCodes.failure;
  }
}

/** The service shows a login without rights empty lists: such a report proves nothing. */
function unseenIn({ keys }: RotationReport, { system = [], olderThan }: Options): string | undefined {
  if (olderThan !== undefined) return undefined;
  const without = system.filter((name) => !keys.some((key) => key.system === name));
  if (keys.length > 0 && without.length === 0) return undefined;
  const where = without.length > 0 ? ` of ${without.join(", ")}` : "";
  return (
    `no key${where} was seen, so none was judged: a login without rights gets empty lists. Permit it to read keys, or leave out ` +
    "--fail-on-overdue and --fail-on-unscheduled."
  );
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

async function makeReport(options: Options): Promise<RotationReport> {
  const settings = readSettings(() => undefined);
  const api = createApi(settings);
  const { system, container, maxAge, olderThan, history, asOf } = options;
  const request = {
    ...maxAge,
    systems: system,
    containers: container,
    olderThanDays: olderThan,
    historyDays: history,
    asOf,
  };
  const tell = (text: string) => {
    if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
  };
  try {
    return await rotationReport(api, settings, request, tell);
  } catch (error) {
    throw await withServiceVersion(explained(error, await adviceOnKeys(error, api)), api);
  } finally {
    await api.close();
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  return explained(error).message;
}

function explained(error: unknown, refused?: string): ResourceError {
  const advice = refused ?? (error instanceof ApiError ? error.facts.advice : undefined);
  return explain("making the rotation report", error, advice ?? "Run the command again once that is fixed.");
}
