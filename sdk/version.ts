import { readFileSync } from "node:fs";

/** The version of this package, such as `1.2.3`. */
export function packageVersion(): string {
  const text = readFileSync(require.resolve("pulumi-ciphertrust/package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
