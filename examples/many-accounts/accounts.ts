import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An AWS account whose keys the service manages: one entry of accounts.json, and one stack. */
export interface Account {
  /** Name of the stack and of the container. */
  name: string;
  /** 12 digits. */
  accountId: string;
  regions: string[];
  /** The role in the account that the shared connection assumes. */
  roleArn: string;
  /** Aliases of the keys, in the first region. */
  keys: string[];
}

/** The folder of accounts.json and of Pulumi.yaml; the compiled program lies below it. */
export const folder = join(__dirname, "..");

/** The list must not contain the same stack or the same account twice. */
export function readAccounts(file = join(folder, "accounts.json")): Account[] {
  const accounts = JSON.parse(readFileSync(file, "utf8")) as Account[];
  const problems = accounts.flatMap((account, index) => problemsOf(account, accounts.slice(0, index)));
  if (problems.length > 0) throw new Error(`${file}:\n  ${problems.join("\n  ")}`);
  return accounts;
}

function problemsOf({ name, accountId, regions, keys }: Account, earlier: Account[]): string[] {
  return [
    [/^[\w.-]+$/.test(name), `"${name}" is not the name of a stack: letters, digits, "_", "." and "-"`],
    [/^\d{12}$/.test(accountId), `${name}: "${accountId}" is not an account number of 12 digits`],
    [
      regions?.length > 0 && Array.isArray(keys),
      `${name}: \`regions\` and \`keys\` must be lists, with a region at least`,
    ],
    [!earlier.some((one) => one.name === name), `${name}: another account has this name`],
    [!earlier.some((one) => one.accountId === accountId), `${name}: ${accountId} is listed twice`],
  ].flatMap(([isMet, problem]) => (isMet === true ? [] : [String(problem)]));
}

/** The account whose stack it is. */
export function accountOf(stack: string): Account {
  const account = readAccounts().find(({ name }) => name === stack);
  if (!account) throw new Error(`accounts.json has no account "${stack}", which is the name of this stack`);
  return account;
}

/**
 * Which of so many parts an account belongs to, from 0: always the same one, and all parts are
 * about equally large.
 */
export function partOf(account: Account, parts: number): number {
  return createHash("sha256").update(account.accountId).digest().readUInt32BE() % parts;
}
