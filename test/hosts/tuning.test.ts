import { constants, PerformanceObserver } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Tuning } from "../../provider/hosts/tuning";

/** A provider process collects its garbage before V8 would. */

const stride = 256;

/** The collections that something asked for while the work was done. */
async function askedFor(work: () => void): Promise<number> {
  const seen: unknown[] = [];
  const observer = new PerformanceObserver((list) => void seen.push(...list.getEntries()));
  observer.observe({ entryTypes: ["gc"] });
  work();
  await new Promise((resolve) => setImmediate(resolve));
  seen.push(...observer.takeRecords());
  observer.disconnect();
  const flags = seen.map((entry) => (entry as { detail: { flags: number } }).detail.flags);
  return flags.filter((one) => one & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED).length;
}

const note = (tuning: Tuning, calls: number): void => {
  for (let call = 0; call < calls; call++) tuning.note();
};

/** What the files before have left would be collected by itself, at any time. */
beforeEach(() => {
  setFlagsFromString("--expose-gc");
  (runInNewContext("globalThis.gc") as () => void)();
});

test("a heap that has grown is collected, after some hundred calls and once", async () => {
  const tuning = new Tuning();
  // More than 60 MiB, in use until the end.
  const grown = Array.from({ length: 1_000_000 }, (_, number) => ({ number, text: `${number}` }));
  expect(await askedFor(() => note(tuning, stride - 1))).toBe(0);
  expect(await askedFor(() => note(tuning, 1))).toBe(1);
  expect(await askedFor(() => note(tuning, 10 * stride))).toBe(0);
  expect(grown).toHaveLength(1_000_000);
});

test("one that has not is left alone", async () => {
  const tuning = new Tuning();
  expect(await askedFor(() => note(tuning, 10 * stride))).toBe(0);
});
