import type { Outcome } from "./stacks";

const write = (line: string): void => void process.stdout.write(`${line}\n`);

/** A line for each stack that has ended, and what became of all of them. */
export class Report {
  private readonly ended = new Map<string, Outcome>();

  constructor(
    private readonly mode: string,
    private readonly due: number,
    private readonly skipped: number,
  ) {}

  add(stack: string, outcome: Outcome, seconds: number): void {
    this.ended.set(stack, outcome);
    const what = outcome.kind === "done" ? wordsOf(outcome.changes, this.mode) : "FAILED";
    write(`[${this.ended.size}/${this.due}] ${stack}: ${what} (${seconds.toFixed(1)} s)`);
  }

  later(stack: string, limit: number): void {
    write(`${stack}: the service has too many requests; to be tried again, ${limit} stacks at a time`);
  }

  /** Writes the summary; returns the exit code. */
  end(orphans: string[], stopped: string | undefined): number {
    const all = [...this.ended];
    const failed = all.filter(([, { kind }]) => kind !== "done");
    const differing = all.filter(([, { kind, changes }]) => kind === "done" && Object.keys(changes).length > 0);
    const same = all.length - failed.length - differing.length;
    const counts = [
      `${differing.length} ${this.mode === "up" ? "changed" : "to change"}`,
      `${same} unchanged`,
      `${failed.length} failed`,
      ...(this.skipped > 0 ? [`${this.skipped} done before`] : []),
      ...(all.length < this.due ? [`${this.due - all.length} not started`] : []),
    ];
    write(`\n${this.mode}: ${counts.join(", ")}.`);
    for (const [stack, { problems }] of failed) write(`\n${stack}:\n  ${problems.join("\n").replaceAll("\n", "\n  ")}`);
    if (orphans.length > 0)
      write(
        `\nStacks without an account in accounts.json: ${orphans.join(", ")}. To remove one: pulumi destroy --stack …`,
      );
    if (stopped) write(`\nEnded by ${stopped}. The same command with --resume continues.`);
    if (failed.length > 0) return 1;
    return this.mode === "drift" && differing.length > 0 ? 7 : 0;
  }
}

const past: Record<string, string> = { create: "created", update: "updated", replace: "replaced", delete: "deleted" };

function wordsOf(changes: Record<string, number>, mode: string): string {
  const words = Object.entries(changes).map(([what, count]) =>
    mode === "up" ? `${count} ${past[what] ?? what}` : `${count} to ${what}`,
  );
  return words.length === 0 ? "no changes" : words.join(", ");
}
