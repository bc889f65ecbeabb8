import { InvalidArgumentError } from "commander";

/** Reads an option that is a whole number of at least so much, and at most so much. */
export function wholeNumber(least: number, most = Infinity): (text: string) => number {
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`"${text}" is not an integer ${range}.`);
  };
}
