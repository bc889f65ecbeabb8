import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How many bytes of code a function executes before V8 optimizes it: three times as many as usual. */
const budget = 200_000;
/** How often the heap is looked at, in calls. */
const stride = 256;
/** By how many bytes it may grow until what is no longer used is collected. */
const allowance = 32 * 2 ** 20;

/**
 * How V8 runs a provider process. Most live for a second or two: there, optimizing code costs more memory and time than it saves, but for the
 * little that every call runs. Some have thousands of calls, each of which leaves next to nothing behind: there, V8 would let the heap grow to
 * several times what is in use, where a pipeline's container may allow little more.
 */
export class Tuning {
  private calls = 0;
  private inUse = getHeapStatistics().used_heap_size;

  constructor() {
    setFlagsFromString(`--interrupt-budget=${budget}`);
    // The HTTP client's parser, which is WebAssembly, is not optimized at all: that would take 70 ms and 35 MiB of every process.
    setFlagsFromString("--liftoff-only");
  }

  /** Notes a call. */
  note(): void {
    if (++this.calls % stride > 0 || getHeapStatistics().used_heap_size < this.inUse + allowance) return;
    collect();
    this.inUse = getHeapStatistics().used_heap_size;
  }
}

/** V8's own collector, which Node.js hands out only to processes that were started with a flag. */
function collect(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("globalThis.gc") as (() => void) | undefined)?.();
  setFlagsFromString("--no-expose-gc");
}
