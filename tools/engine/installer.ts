/**
 * Runs Pulumi's own installer into the folder named by the first argument, in the version named by
 * the second; download.ts starts it as a process.
 */
import { createRequire } from "node:module";
import { PulumiCommand, type PulumiCommandOptions } from "@pulumi/pulumi/automation";

type Version = NonNullable<PulumiCommandOptions["version"]>;

// The installer takes versions of its own copy of this package only.
const semver = createRequire(require.resolve("@pulumi/pulumi"))("semver") as { SemVer: new (text: string) => Version };

const [, , root, version = ""] = process.argv;
PulumiCommand.install({ root, version: new semver.SemVer(version) }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
