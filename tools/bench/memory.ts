import { readdirSync, readFileSync } from "node:fs";

const sampleMs = 25;
const searchMs = 200;

/** How Pulumi's launcher of dynamic providers shows up in a process list, installed or built. */
const launcher = /pulumi-resource-pulumi-nodejs|dynamic-provider/;

interface Process {
  pid: number;
  parent: number;
}

/**
 * Watches the memory of Pulumi's dynamic-provider processes below a process, from outside, so that they run as they do
 * for a user. The kernel keeps the peak itself (VmHWM), so nothing between two looks is lost; what a process reports of
 * itself (`resourceUsage`) would not do, because it inherits the peak of the engine that started it. Only Linux tells.
 */
export class MemoryWatch {
  #peaks = new Map<number, number>();
  #looks = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly ancestor = process.pid) {}

  start(): this {
    if (process.platform !== "linux") return this;
    this.#timer = setInterval(() => this.#look(), sampleMs);
    this.#timer.unref();
    return this;
  }

  /** Ends the watch. The peak of the largest provider process in MiB; `undefined` where it cannot be known. */
  stop(): number | undefined {
    clearInterval(this.#timer);
    const peaks = [...this.#peaks.values()];
    return peaks.length === 0 ? undefined : Math.max(...peaks);
  }

  #look(): void {
    if (this.#looks++ % (searchMs / sampleMs) === 0) {
      for (const pid of descendants(this.ancestor)) {
        if (launcher.test(read(pid, "cmdline"))) this.#peaks.set(pid, this.#peaks.get(pid) ?? 0);
      }
    }
    for (const [pid, peak] of this.#peaks) {
      const kibibytes = /^VmHWM:\s+(\d+) kB/m.exec(read(pid, "status"))?.[1];
      this.#peaks.set(pid, Math.max(peak, Number(kibibytes ?? 0) / 1024));
    }
  }
}

function descendants(ancestor: number): number[] {
  const family = [ancestor];
  const others = processes();
  for (const member of family) family.push(...others.filter(({ parent }) => parent === member).map(({ pid }) => pid));
  return family.slice(1);
}

function processes(): Process[] {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  // The parent is the second word after the command, which stands in parentheses and may hold anything.
  return pids.map((pid) => ({ pid, parent: Number(/.*\) \S (\d+)/s.exec(read(pid, "stat"))?.[1]) }));
}

function read(pid: number, what: "cmdline" | "stat" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return ""; // It has ended.
  }
}
