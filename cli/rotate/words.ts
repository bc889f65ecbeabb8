import { ApiError } from "../../provider/api/errors";
import { explain } from "../../provider/lifecycle/vocabulary/failure";

/** An error of one key, with what to do. */
export const failureWords = (tried: string, error: unknown, next: string): string =>
  explain(tried, error, (error instanceof ApiError && error.facts.advice) || next).message;

/** A word of a command line for a shell. */
const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** A command line that can be copied. */
export const lineOf = (words: readonly string[]): string => words.map(word).join(" ");
