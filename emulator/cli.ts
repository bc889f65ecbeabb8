#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { join } from "node:path";
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

const exposed = (host: string): string =>
  `ciphertrust-emulator: warning: listening on ${host}, so others can reach it: the admin password is public, and the control ` +
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
  console.error(error instanceof StartError ? `ciphertrust-emulator: ${error.message}` : error);
  process.exit(1);
}

const program = new Command("ciphertrust-emulator")
  .description("The key management service over HTTPS with simulated clouds, for demos and tests.")
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
  .option("--unlicensed", "the trial licence is used up, so cloud key management needs a licence")
  .addOption(
    new Option(
      "--readiness <which>",
      "connections that may carry containers: tested ones (strict), or untested ones as well (lenient)",
    ).choices(["strict", "lenient"]),
  )
  .option("--service-version <version>", "the version that the service says it is (default: 2.23.0)", version)
  .addHelpText(
    "after",
    `
When it serves, it prints one line of JSON: {"address","username","password","caCertificate"}.
caCertificate is the path of the authority that clients have to trust. Stop it with Ctrl-C.
In a browser, the address shows an overview and a guide to the operations.

Examples:
  $ ciphertrust-emulator --port 8443 --data ./emulator-data
  $ ciphertrust-emulator operations --json`,
  )
  .action((options: ServeOptions) => serve(options).catch(fail));

program
  .command("operations")
  .description("print which operations of the service are implemented, and how many")
  .option("--json", "as JSON")
  .action(printOperations);

program
  .command("world-schema")
  .description("print the JSON schema of the world file")
  .action(() => console.log(JSON.stringify(worldSchema(), null, 2)));

program.parse();
