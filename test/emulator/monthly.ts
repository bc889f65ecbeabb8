/** What runs at three o'clock on the first of each month: `0 3 1 * *`. */

const threeHours = 3 * 3_600_000;

/**
 * Seconds from the emulator's time, as its clock tells it, until noon of the day on which that runs
 * next.
 */
export function untilNextFirst(now: unknown): number {
  const from = Date.parse(String(now));
  const latest = new Date(from - threeHours);
  return (Date.UTC(latest.getUTCFullYear(), latest.getUTCMonth() + 1, 1, 12) - from) / 1000;
}
