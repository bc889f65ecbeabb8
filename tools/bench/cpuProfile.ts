/** A profile as V8 writes it; only what is looked at. */
export interface CpuProfile {
  nodes: readonly { id: number; callFrame: { functionName: string; url: string } }[];
  /** The node that was running, and for how many microseconds. */
  samples: readonly number[];
  timeDeltas: readonly number[];
}

/** Seconds in which code of each origin itself was running, the most first; waiting excluded. */
export function secondsByOrigin(profiles: readonly CpuProfile[]): [origin: string, seconds: number][] {
  const seconds = new Map<string, number>();
  for (const { nodes, samples, timeDeltas } of profiles) {
    const origins = new Map(nodes.map(({ id, callFrame }) => [id, originOf(callFrame)]));
    samples.forEach((node, index) => {
      const origin = origins.get(node);
      if (origin !== undefined) seconds.set(origin, (seconds.get(origin) ?? 0) + (timeDeltas[index] ?? 0) / 1e6);
    });
  }
  return withoutTrifles([...seconds].sort((a, b) => b[1] - a[1]));
}

/** What takes less than a hundredth of the time is not told apart. */
function withoutTrifles(all: [string, number][]): [string, number][] {
  const total = all.reduce((sum, [, one]) => sum + one, 0);
  const trifles = all.filter(([, one]) => one < total / 100);
  const rest = trifles.reduce((sum, [, one]) => sum + one, 0);
  const others: [string, number][] = rest > 0 ? [["other packages", rest]] : [];
  return [...all.filter(([, one]) => one >= total / 100), ...others];
}

const special: Record<string, string | undefined> = {
  "(garbage collector)": "garbage collection",
  "(program)": "Node.js, native code",
};

/** Whose code it is; `undefined` for idle time. */
function originOf({ functionName, url }: CpuProfile["nodes"][number]["callFrame"]): string | undefined {
  if (functionName === "(idle)" || functionName === "(root)") return undefined;
  const known = special[functionName];
  if (known !== undefined) return known;
  if (url.endsWith("/dist/dynamic.js")) return "this package, with undici and zod";
  const [, name] = /.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(url) ?? [];
  if (name !== undefined) return name.replace("\\", "/");
  return url === "" || url.startsWith("node:") ? "Node.js" : "other code";
}
