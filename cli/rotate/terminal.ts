import { createInterface } from "node:readline/promises";
import type { Interruption } from "./interruption";

/** Questions to whoever runs a command. */
export const terminal = {
  isPresent: (): boolean => process.stdin.isTTY && process.stderr.isTTY,

  /** True if the answer is yes. */
  async ask(question: string, { hear, stop }: Interruption): Promise<boolean> {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    // While it reads lines, a terminal sends no signals.
    lines.once("SIGINT", () => hear("SIGINT"));
    try {
      const answer = await lines.question(`${question} [y/N] `, { signal: stop.signal });
      return /^y(es)?$/i.test(answer.trim());
    } finally {
      lines.close();
    }
  },
};
