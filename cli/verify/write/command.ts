import type { Command } from "commander";
import type { Settings } from "../../../provider/api/settings";
import { ResourceError } from "../../../provider/lifecycle/vocabulary/failure";
import { packageVersion } from "../../../sdk/version";
import { unlessAddress, type Verified } from "../run";
import { runClean } from "./clean";
import { readClouds } from "./clouds/file";
import { runWrite } from "./run";

/** `pulumi-ciphertrust verify --write` and `--clean`. */

export interface WritingOptions {
  write?: boolean;
  clean?: boolean;
  domain?: string;
  with?: string;
}

/** What says how a report is made. */
interface ReportOptions {
  types?: string[];
  show?: boolean;
  markdown?: string;
  json?: string;
}

interface Surroundings extends WritingOptions {
  types?: string[];
  rate: number;
  stop: AbortSignal;
  tell(text: string): void;
}

export const writingNotes = `With --write, objects are made, changed and deleted in a domain that must be new or empty. They are one
of each type that needs no cloud, and what the file of --with names. A new domain is removed afterwards.
Ctrl-C removes what was made; --clean does so after a kill. CIPHERTRUST_DOMAIN does not count then:
the user logs in to the root domain and to that of --domain.`;

export function addWriting(command: Command): Command {
  return command
    .option("--write", "make, change and delete objects in the domain of --domain")
    .option("--domain <name>", "domain for --write, new or empty; or the one to --clean")
    .option("--with <file>", "credentials and containers of clouds that --write may use, YAML or JSON")
    .option("--clean", "remove what a killed --write has left in the domain of --domain");
}

/** Throws on options that do not go together. */
export function checkWriting(
  { write, clean, domain, with: file, ...report }: WritingOptions & ReportOptions,
  isLimited = false,
): void {
  const writes = write || clean;
  const refusals: [unknown, string][] = [
    [write && clean, "--write and --clean are two commands: give one of them"],
    [writes && !domain, `--${write ? "write" : "clean"} needs --domain, which says where`],
    [domain && !writes, "--domain goes with --write or --clean only"],
    [file && !write, "--with goes with --write only"],
    [
      clean && makesReport(report),
      "--clean removes everything that is left, and makes no report: leave out --types, --show, --markdown and --json",
    ],
    [writes && isLimited, "--limit is for reading only: leave it out"],
  ];
  const why = refusals.find(([applies]) => applies)?.[1];
  if (why !== undefined) throw new ResourceError(`verifying was refused: ${why}. Nothing was sent.`);
}

const makesReport = ({ types, show, markdown, json }: ReportOptions) =>
  [types, show, markdown, json].some((one) => one !== undefined);

export async function write(settings: Settings, options: Surroundings): Promise<Verified> {
  const { stop, tell, with: file, domain = "" } = options;
  const clouds = file === undefined ? undefined : readClouds(file);
  stop.addEventListener("abort", () => tell("Interrupted: what was made is removed first. Once more ends it at once."));
  const { service, entries } = await runWrite({ ...options, settings, domain, clouds }, tell);
  return {
    report: { package: packageVersion(), service: unlessAddress(service, settings), complete: !stop.aborted, entries },
  };
}

/** Returns whether nothing is left. */
export function clean(settings: Settings, { domain = "", rate, stop, tell }: Surroundings): Promise<boolean> {
  return runClean({ settings, domain, rate, stop }, tell);
}
