import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Processes that were started for a stack: everything it starts inherits a mark in its environment. */

export interface Process {
  pid: number;
  line: string;
  environment: string;
}

const roles = {
  provider: /pulumi-resource-pulumi-nodejs|cmd\/dynamic-provider/,
  engine: /^\S*\bpulumi (up|destroy|preview|refresh|cancel) /,
  program: /node .*@pulumi\/pulumi\/cmd\/run\b/,
  command: /dist\/cli\/index\.js/,
} as const;

export type Role = keyof typeof roles;

export function processesOf(mark: string): Process[] {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.flatMap((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
      if (!environment.includes(mark)) return [];
      const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      // A process that has ended but was not reaped yet has no command line.
      return line === "" ? [] : [{ pid: Number(pid), line, environment }];
    } catch {
      return [];
    }
  });
}

export function inRole(mark: string, role: Role): Process[] {
  return processesOf(mark).filter(({ line }) => roles[role].test(line));
}

/** Returns the number of processes killed. */
export function signal(targets: readonly Process[], name: NodeJS.Signals): number {
  return targets.filter(({ pid }) => {
    try {
      return process.kill(pid, name);
    } catch {
      return false;
    }
  }).length;
}

/** Waits until `look` finds none; returns those that it still finds after so many seconds. */
export async function remaining(look: () => Process[], seconds: number): Promise<Process[]> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const left = look();
    if (left.length === 0 || Date.now() > deadline) return left;
    await pause(50);
  }
}
