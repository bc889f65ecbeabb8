import { readFileSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";

/** Environments that make the processes of a command of Pulumi start faster. */

/**
 * Makes the processes that Pulumi starts start faster (see lazyModules.cjs), with fewer threads and
 * without the public CAs, none of which a test needs, and Pulumi itself collect no garbage while it
 * has little. A command takes a fifth less.
 */
export const startsFast = {
  NODE_OPTIONS: `--require ${join(__dirname, "lazyModules.cjs")} --v8-pool-size=1 --use-openssl-ca`,
  SSL_CERT_FILE: devNull,
  SSL_CERT_DIR: devNull,
  GOGC: "off",
  GOMEMLIMIT: "1GiB",
};

/** A text of a file of Pulumi or gRPC, and what a later version might have instead. */
export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Makes processes find these files changed (see otherVersions.cjs), without touching what is
 * installed.
 */
export const otherVersions = (changes: readonly Change[] = []) => ({
  NODE_OPTIONS: `${startsFast.NODE_OPTIONS} --require ${join(__dirname, "otherVersions.cjs")}`,
  OTHER_VERSIONS: JSON.stringify(changes),
});

/** The program is JavaScript: nothing loads the compiler. */
export const loadsNoCompiler = { PULUMI_TEST_TYPESCRIPT: "false" };

/** Translates a program once, without checking its types: each command would do so again. */
export function translate(program: string, target: string): void {
  const { code } = transformSync(readFileSync(program, "utf8"), { loader: "ts", format: "cjs" });
  writeFileSync(target, code);
}
