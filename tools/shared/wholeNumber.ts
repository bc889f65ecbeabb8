import { InvalidArgumentError } from "commander";

/** Reads an option that is a whole number of at least so much. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`"${text}" is not an integer of at least ${least}.`);
  };
}
