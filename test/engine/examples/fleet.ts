import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "../../../examples/many-accounts/accounts";
import { configure } from "../example";
import { engine, root, run, Stack, type Run, type Watch } from "../harness";
import { installInto } from "../runFolder";
import { secretsProvider } from "../secretsProvider";
import { startsFast, translate } from "../starts";

/**
 * An installation of the example `many-accounts`: the project in a folder of its own, and the stack
 * that all accounts share.
 */

const example = join(root, "examples/many-accounts");

export type Accounts = Record<string, Account>;

export function accountNumbered(index: number): Account {
  const accountId = String(100_000_000_000 + index);
  return { accountId, regions: ["eu-west-1"], roleArn: `arn:aws:iam::${accountId}:role/ciphertrust`, keys: ["orders"] };
}

/** The world's AWS account behind an entry of the list. */
export const worldAccount = ({ accountId, regions }: Account) => ({ accountId, regions });

export class Fleet {
  private constructor(
    readonly folder: string,
    /** Of its processes, besides the engine's own. */
    readonly environment: Record<string, string>,
    private readonly shared: Stack,
  ) {}

  /** With the shared stack deployed. */
  static async create(settings: Record<string, string>, accounts: Accounts): Promise<Fleet> {
    const folder = mkdtempSync(join(tmpdir(), "ciphertrust-fleet-"));
    for (const name of ["bin", "state"]) mkdirSync(join(folder, name));
    for (const name of ["package.json", "Pulumi.yaml"]) copyFileSync(join(example, name), join(folder, name));
    for (const name of readdirSync(example).filter((file) => file.endsWith(".ts")))
      await translate(join(example, name), join(folder, "bin", name.replace(/ts$/, "js")));
    installInto(folder);
    const environment = { ...settings, PULUMI_BACKEND_URL: `file://${join(folder, "state")}` };
    const shared = await Stack.ofExample(environment, "many-accounts-shared");
    const fleet = new Fleet(folder, environment, shared);
    fleet.list(accounts);
    fleet.edit("Pulumi.yaml", (text) => text.replace("default: dev", "default: test"));
    await configure(shared, "many-accounts-shared");
    const { code, text } = await shared.up();
    if (code !== 0) throw new Error(text);
    return fleet;
  }

  /** Sets the compiled accounts.ts. */
  list(accounts: Accounts): void {
    writeFileSync(join(this.folder, "bin/accounts.js"), `exports.accounts = ${JSON.stringify(accounts)};`);
  }

  /** `node bin/run.js` */
  async run(args: string[], watch?: Watch): Promise<Run> {
    const { environment } = await engine();
    const surroundings = environment({ ...startsFast, ...this.environment });
    const all = [join("bin", "run.js"), "--secrets-provider", secretsProvider, ...args];
    return run(process.execPath, all, surroundings, this.folder, watch);
  }

  /** Files of locks that are held, or were left behind. */
  locks(): string[] {
    const folder = join(this.folder, "state/.pulumi/locks");
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  }

  /** Leaves a lock behind, as an update does that is killed. */
  lock(stack: string): void {
    const folder = join(this.folder, "state/.pulumi/locks/organization/ciphertrust-many-accounts", stack);
    mkdirSync(folder, { recursive: true });
    const owner = { pid: 1, username: "somebody", hostname: "elsewhere", timestamp: "2026-01-01T00:00:00Z" };
    writeFileSync(join(folder, "11111111-1111-4111-8111-111111111111.json"), JSON.stringify(owner));
  }

  remove(): void {
    this.shared.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private edit(name: string, change: (text: string) => string): void {
    const file = join(this.folder, name);
    writeFileSync(file, change(readFileSync(file, "utf8")));
  }
}
