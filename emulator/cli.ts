#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { debuglog } from "node:util";
import { Command, InvalidArgumentError, Option } from "commander";
import { operations, startEmulator, StartError, worldSchema } from "./index";
import { packageRoot } from "./core/operations";
import { isLoopback } from "./core/visitors";

interface ServeOptions {
  port?: number;
  host: string;
  allowedHost?: string[];
  data?: string;
  world?: string;
  unlicensed?: boolean;
  readiness?: "strict" | "lenient";
  serviceVersion?: string;
}

function port(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isInteger(number) || number < 0 || number > 65_535)
    throw new InvalidArgumentError(`"${text}" is not an integer from 0 to 65535.`);
  return number;
}

function version(text: string): string {
  if (!/^\d+\.\d+\.\d+$/.test(text)) throw new InvalidArgumentError(`"${text}" is not a version such as 2.23.0.`);
  return text;
}

async function serve({ allowedHost, ...options }: ServeOptions): Promise<void> {
  // Whatever this process writes is nobody else's to read: the data folder holds secrets in clear.
  process.umask(0o077);
  if (!isLoopback(options.host)) console.error(exposed(options.host));
  const emulator = await startEmulator({ ...options, allowedHosts: allowedHost });
  const { address, username, password, caCertificate } = emulator;
  const stop = (): void => {
    emulator.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  console.log(JSON.stringify({ address, username, password, caCertificate }));
}

const name = "ciphertrust-emulator";

const exposed = (host: string): string =>
  `${name}: warning: listening on ${host}, so others can reach it: the admin password is public, and the control ` +
  "paths below /emulator need no login. Keep it inside a network that you trust.";

function printOperations({ json }: { json?: boolean }): void {
  const all = operations();
  const done = all.filter((one) => one.implemented).length;
  if (json === true)
    return console.log(JSON.stringify({ implemented: done, total: all.length, operations: all }, null, 2));
  for (const { operation, implemented } of all) console.log(`${implemented ? "yes" : "no "}  ${operation}`);
  console.log(`${done} of ${all.length} operations are implemented; the others return 501.`);
}

function packageVersion(): string {
  const text = readFileSync(join(packageRoot(), "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

function fail(error: unknown): never {
  console.error(`${name}: ${error instanceof StartError ? error.message : unexpected(error)}`);
  process.exit(1);
}

/** The words for an error that nobody expects. */
function unexpected(error: unknown): string {
  debuglog("ciphertrust")("%O", error);
  const message = error instanceof Error ? error.message : String(error);
  return `unexpected error: ${message.replace(/\.$/, "")}. Report it; NODE_DEBUG=ciphertrust shows where it happened.`;
}

interface Help {
  notes?: string;
  examples: readonly string[];
  /** What exit code 0 means. */
  done: string;
}

/** The form of help and errors that the provider's commands have, too. */
function styled(command: Command, { notes, examples, done }: Help): Command {
  const codes = [
    `  0        ${done}`,
    "  1        it failed",
    "  2        the command line is wrong; nothing was run",
    "  128 + n  ended by signal n",
  ];
  const paragraphs = [
    ...(notes === undefined ? [] : [notes]),
    ["Examples:", ...examples.map((line) => `  $ ${line}`)].join("\n"),
    ["Exit codes:", ...codes].join("\n"),
  ];
  return command
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .addHelpText("after", `\n${paragraphs.join("\n\n")}`)
    .configureOutput({ outputError: (text, write) => write(`${mistake(nameOf(command), text)}\n`) })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

const nameOf = (command: Command): string => (command.parent ? `${name} ${command.name()}` : name);

/** What the parser says of the arguments: one line, with what to do. */
function mistake(command: string, text: string): string {
  const what = text
    .trim()
    .replace(/^error: /, "")
    .replace(/\.?\s*\n\(?(.*?)\)?$/, ". $1");
  return `${command}: ${what.replace(/(?<![.?])$/, ".")} Nothing was run; --help lists what it takes.`;
}

const program = styled(new Command(name), {
  notes: `When it serves, it prints one line of JSON: {"address","username","password","caCertificate"}.
caCertificate is the path of the authority that clients have to trust. Ctrl-C or SIGTERM stops it.
In a browser, the address shows an overview and a guide to the operations.`,
  examples: [`npx ${name} --port 8443 --data ./emulator-data`, `npx ${name} operations --json`],
  done: "it was stopped",
})
  .description("Serve the key management service over HTTPS, with simulated clouds, for demos and tests.")
  .version(packageVersion(), "-V, --version", "print the version of the package")
  .option(
    "-p, --port <number>",
    "port to listen on; 0 takes a free one (default: the one that --data remembers, else a free one)",
    port,
  )
  .option("--host <name>", "name or address to listen on", "127.0.0.1")
  .option("--allowed-host <name...>", "further names by which clients call it, such as the name of its container")
  .option("-d, --data <folder>", "folder that keeps everything over restarts and kills (default: memory only)")
  .option("-w, --world <file>", "JSON or YAML file that says what exists in the clouds; counts when the data is new")
  .option("--unlicensed", "use up the trial license, so that cloud key management needs a license")
  .addOption(
    new Option(
      "--readiness <which>",
      "connections that may carry containers: tested ones (strict), or untested ones as well (lenient)",
    ).choices(["strict", "lenient"]),
  )
  .option("--service-version <version>", "version that the service states (default: 2.23.0)", version)
  .action((options: ServeOptions) => serve(options).catch(fail));

styled(program.command("operations"), {
  examples: [`npx ${name} operations`, `npx ${name} operations --json`],
  done: "the operations were printed",
})
  .description("Print which operations of the service are implemented, and how many.")
  .option("--json", "print them as JSON")
  .action(printOperations);

styled(program.command("world-schema"), {
  examples: [`npx ${name} world-schema > world.schema.json`],
  done: "the schema was printed",
})
  .description("Print the JSON schema of the world file.")
  .action(() => console.log(JSON.stringify(worldSchema(), null, 2)));

program.parse();
