import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How often the heap is looked at, in calls. */
const stride = 256;
/** By how many bytes it may grow until what is no longer used is collected. */
const allowance = 40 * 2 ** 20;

/**
 * Keeps the heap of a provider process small. A call leaves next to nothing behind; but thousands of them in a row make V8
 * let the heap grow to several times what is in use, where a pipeline's container may allow little more.
 */
export class Heap {
  private calls = 0;
  private inUse = getHeapStatistics().used_heap_size;

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
