import { readFileSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { transform } from "esbuild";

/** Environments of a command of Pulumi. */

/**
 * Starts the Node.js processes of Pulumi with fewer threads and without the public CAs, which no
 * test needs. Pulumi itself collects no garbage while it uses little memory.
 */
export const startsFast = {
  NODE_OPTIONS: "--v8-pool-size=1 --use-openssl-ca",
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

/** Translates a program once, without checking its types: each command would do so again. */
export async function translate(program: string, target: string): Promise<void> {
  const { code } = await transform(readFileSync(program, "utf8"), { loader: "ts", format: "cjs" });
  writeFileSync(target, code);
}
