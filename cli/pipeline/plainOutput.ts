import { spawn } from "node:child_process";
import type { Writable } from "node:stream";

/** Where the engine writes what goes to this process's standard output. */
export interface PlainOutput {
  readonly stream: Writable;
  /** Call it once the engine has the stream. Resolves when all that it wrote is out. */
  end(): Promise<void>;
}

/**
 * Takes out the marks for colors that Pulumi leaves in a line or two, as in `<{%fg 1%}>1 errored<{%reset%}>`. Holds back no more than
 * what may be the beginning of one. It reads on whatever happens to its own output: the engine would die of a broken pipe.
 */
const script = `
  const mark = /<\\{%[\\w ]*%\\}>/g;
  const begun = /<(?:\\{(?:%[\\w ]*(?:%\\}?)?)?)?$/;
  let held = "";
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
  process.stdout.on("error", () => {});
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (part) => {
    const text = (held + part).replace(mark, "");
    held = begun.exec(text)?.[0] ?? "";
    process.stdout.write(text.slice(0, text.length - held.length));
  });
  process.stdin.on("end", () => process.stdout.write(held));
`;

/** A process of its own, so that the engine goes on if this one is killed. */
export function plainOutput(): PlainOutput {
  const cleaner = spawn(process.execPath, ["-e", script], {
    stdio: ["pipe", "inherit", "inherit"],
    detached: process.platform !== "win32",
    // Nothing that debugs or instruments this process.
    env: { ...process.env, NODE_OPTIONS: undefined },
  });
  const closed = new Promise<void>((done) => {
    cleaner.once("close", () => done());
    cleaner.once("error", () => done());
  });
  return {
    stream: cleaner.stdin,
    end() {
      // Not `end`, which would end it for the engine as well.
      cleaner.stdin.destroy();
      return closed;
    },
  };
}
