import { readdirSync, readFileSync } from "node:fs";

const sampleMs = 50;
/** Of the kernel's clock, in which it counts CPU time. */
const ticksPerSecond = 100;

export interface Usage {
  /** Of all processes together. */
  cpuSeconds: number;
  /** Peak of the largest provider process. */
  providerMiB: number;
}

/**
 * Watches the processes whose environment contains `mark`, from outside, so that they run as they
 * do for a user. The kernel keeps CPU time and peaks (VmHWM) itself: only the end of a process,
 * after the last sample, is lost. Returns what ends the watch; without a result on systems that
 * have no /proc.
 */
export function watchProcesses(mark: string): () => Usage | undefined {
  if (process.platform !== "linux") return () => undefined;
  const ours = new Map<string, boolean>();
  const seconds = new Map<string, number>();
  let providerMiB = 0;
  const sample = (): void => {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      if (!ours.has(pid)) ours.set(pid, read(pid, "environ").includes(mark));
      if (!ours.get(pid)) continue;
      seconds.set(pid, Math.max(seconds.get(pid) ?? 0, cpuSecondsOf(pid)));
      if (/pulumi-resource-|dynamic-provider/.test(read(pid, "cmdline")))
        providerMiB = Math.max(providerMiB, peakMiBOf(pid));
    }
  };
  const timer = setInterval(sample, sampleMs).unref();
  return () => {
    clearInterval(timer);
    return { cpuSeconds: [...seconds.values()].reduce((sum, one) => sum + one, 0), providerMiB };
  };
}

/**
 * User and system time; the second field of `stat` is a command in parentheses, which may hold
 * anything.
 */
function cpuSecondsOf(pid: string): number {
  const fields = read(pid, "stat").replace(/.*\) /s, "").split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
}

const peakMiBOf = (pid: string): number => Number(/^VmHWM:\s+(\d+) kB/m.exec(read(pid, "status"))?.[1] ?? 0) / 1024;

function read(pid: string, what: "cmdline" | "environ" | "stat" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return ""; // It has ended, or is somebody else's.
  }
}
