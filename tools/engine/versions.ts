import semver from "semver";

/** The oldest Pulumi whose dynamic providers and language host were tried with this project. */
export const minimumPulumi = "3.230.0";

/** What is installed or built where no such Pulumi is found; the same as in go/pulumi/go.mod. */
export const pulumiVersion = "3.276.0";

/** The engine looks for exactly the plugin version that the installed @pulumi/random names. */
export const randomVersion = "4.21.2";

/**
 * The language host for YAML that is built where the engine has none; the same as in
 * go/pulumi/go.mod.
 */
export const yamlVersion = "1.38.1";

/** Compares major, minor and patch; anything that is no version is never recent enough. */
export function isAtLeast(version: string, minimum: string): boolean {
  const found = semver.coerce(version);
  return found !== null && semver.gte(found, minimum);
}
