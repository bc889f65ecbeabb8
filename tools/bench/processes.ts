import { readdirSync, readFileSync } from "node:fs";

const sampleMs = 25;
const searchMs = 100;
/** Of the kernel's clock, in which it counts CPU time. */
const ticksPerSecond = 100;

/** What a process of Pulumi does. */
export type Role = "engine" | "language host" | "program" | "provider" | "command";

/**
 * How each shows up in a process list, whether Pulumi is installed or built. The first that matches
 * counts.
 */
const signs: readonly [RegExp, Role][] = [
  [/pulumi-resource-|dynamic-provider/, "provider"],
  [/pulumi-language-/, "language host"],
  [/[/\\]cmd[/\\]run/, "program"],
  [/[/\\]cli[/\\]index\.js/, "command"],
  [/^(\S*[/\\])?pulumi(\.exe)?\0/, "engine"],
];

/** What the processes of one role have used. */
export interface Usage {
  cpuSeconds: number;
  /** Peak of the largest process. */
  memoryMiB: number;
}

interface Watched extends Usage {
  role: Role;
}

/**
 * Watches the processes below one, from outside, so that they run as they do for a user. The kernel
 * keeps peaks (VmHWM) and CPU time itself, so nothing between two samples is lost but the end of a
 * process; what a process reports of itself (`resourceUsage`) would not do, because it inherits the
 * peak of the engine that started it. Linux only.
 */
export class ProcessWatch {
  #watched = new Map<number, Watched>();
  #samples = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly ancestor = process.pid) {}

  start(): this {
    if (process.platform !== "linux") return this;
    this.#timer = setInterval(() => this.#sample(), sampleMs);
    this.#timer.unref();
    return this;
  }

  /** Ends the watch. Roles that did not occur are absent; where nothing can be known, all are. */
  stop(): Partial<Record<Role, Usage>> {
    clearInterval(this.#timer);
    const usage: Partial<Record<Role, Usage>> = {};
    for (const { role, cpuSeconds, memoryMiB } of this.#watched.values()) {
      const other = usage[role] ?? { cpuSeconds: 0, memoryMiB: 0 };
      usage[role] = {
        cpuSeconds: other.cpuSeconds + cpuSeconds,
        memoryMiB: Math.max(other.memoryMiB, memoryMiB),
      };
    }
    return usage;
  }

  #sample(): void {
    if (this.#samples++ % (searchMs / sampleMs) === 0) this.#search();
    for (const [pid, watched] of this.#watched) {
      const kibibytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(read(pid, "status"))?.[1] ?? 0);
      watched.memoryMiB = Math.max(watched.memoryMiB, kibibytes / 1024);
      watched.cpuSeconds = Math.max(watched.cpuSeconds, cpuSecondsOf(pid));
    }
  }

  /** A process may become another one after it has started, as shells do that start a command. */
  #search(): void {
    for (const pid of descendants(this.ancestor)) {
      const line = read(pid, "cmdline");
      const role = signs.find(([sign]) => sign.test(line))?.[1];
      if (role !== undefined) this.#watched.set(pid, { cpuSeconds: 0, memoryMiB: 0, ...this.#watched.get(pid), role });
    }
  }
}

/** User and system time of one process so far; 0 when it has ended, or where it cannot be known. */
export function cpuSecondsOf(pid: number): number {
  const [user, system] = fieldsAfterCommand(pid).slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
}

function descendants(ancestor: number): number[] {
  const family = [ancestor];
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  const others = pids.map((pid) => ({ pid, parent: Number(fieldsAfterCommand(pid)[1]) }));
  for (const member of family) family.push(...others.filter(({ parent }) => parent === member).map(({ pid }) => pid));
  return family.slice(1);
}

/**
 * The fields of /proc/<pid>/stat from the third on. The second is the command in parentheses, which
 * may hold anything.
 */
function fieldsAfterCommand(pid: number): string[] {
  return (/.*\) (.*)/s.exec(read(pid, "stat"))?.[1] ?? "").split(" ");
}

function read(pid: number, what: "cmdline" | "stat" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return ""; // It has ended, or this is not Linux.
  }
}
