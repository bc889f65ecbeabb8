import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { folder, type Account } from "./accounts";

/**
 * What runs have done, one line for each stack: a run that was interrupted, or killed, can be
 * resumed.
 */
export class Journal {
  private readonly file = join(folder, ".last-run.jsonl");
  private readonly program = hash(programFiles().map((file) => readFileSync(file, "utf8")));

  constructor(private readonly mode: string) {}

  forget(): void {
    rmSync(this.file, { force: true });
  }

  add(account: Account): void {
    appendFileSync(this.file, `${this.lineOf(account)}\n`);
  }

  /**
   * Finds out whether an account is done: in the same mode, with the same data, program and
   * package.
   */
  isDone(): (account: Account) => boolean {
    const lines = new Set(existsSync(this.file) ? readFileSync(this.file, "utf8").split("\n") : []);
    return (account) => lines.has(this.lineOf(account));
  }

  private lineOf(account: Account): string {
    const of = hash([JSON.stringify(account), this.program]);
    return JSON.stringify({ stack: account.name, mode: this.mode, of });
  }
}

/** The compiled program, and which version of the package it uses. */
function programFiles(): string[] {
  const names = readdirSync(__dirname).filter((name) => name.endsWith(".js"));
  return [...names.sort().map((name) => join(__dirname, name)), require.resolve("pulumi-ciphertrust/package.json")];
}

function hash(texts: string[]): string {
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 16);
}
