import { createInterface } from "node:readline/promises";
import { stripVTControlCharacters, styleText } from "node:util";

/** Who says a line: the demo itself, or Pulumi, whose words depend on its version. */
export type Speaker = "demo" | "pulumi";

export interface Line {
  readonly by: Speaker;
  /** With escape sequences for colors. */
  readonly text: string;
}

/** What a step shows. */
export interface Slide {
  readonly title: string;
  readonly lines: Line[];
}

const style = (format: Parameters<typeof styleText>[0], text: string): string =>
  styleText(format, text, { validateStream: false });

/** Shows the steps at the terminal, and remembers what it has shown. */
export class Screen {
  readonly slides: Slide[] = [];
  private readonly plain = !process.stdout.isTTY || Boolean(process.env.NO_COLOR);

  step(title: string, shows: string): void {
    console.log(this.shown(`\n${style(["bold", "cyan"], title)}`));
    this.slides.push({ title, lines: [] });
    this.say(shows);
  }

  /** In the demo's own words. */
  say(text: string): void {
    for (const line of text.split("\n")) this.add("demo", line);
  }

  /** A command that the demo runs. */
  command(text: string): void {
    this.add("demo", "");
    this.add("demo", style("bold", `$ ${text}`));
  }

  /** What a command has printed. */
  output(text: string, by: Speaker = "demo"): void {
    for (const line of text.trimEnd().split("\n")) this.add(by, line);
  }

  table(rows: readonly (readonly string[])[]): void {
    const [head = []] = rows;
    const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
    const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join("  "));
    this.say(["", ...lines.map((line, index) => `  ${index === 0 ? style("dim", line) : line}`)].join("\n"));
  }

  /** Waits for Enter. */
  async wait(signal: AbortSignal): Promise<void> {
    // Without a terminal of its own: that would take Ctrl-C for itself.
    const prompt = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
    const closed = new Promise<void>((resolve) => prompt.once("close", resolve));
    try {
      await Promise.race([prompt.question("\nPress Enter to continue.", { signal }), closed]);
    } finally {
      prompt.close();
    }
  }

  private add(by: Speaker, text: string): void {
    this.slides.at(-1)!.lines.push({ by, text });
    console.log(this.shown(text));
  }

  private shown(text: string): string {
    return this.plain ? stripVTControlCharacters(text) : text;
  }
}
