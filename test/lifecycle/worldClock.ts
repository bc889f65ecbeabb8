import type { Clock } from "../../provider/api/clock";
import type { Rig } from "./rig";

/** Waiting moves the emulator's clock instead of taking real time. */
export function worldClock(rig: Rig): Clock {
  let now = 0;
  return {
    now: () => now,
    async sleep(milliseconds) {
      now += milliseconds;
      await rig.advance(milliseconds / 1000);
    },
    random: () => 0.5,
  };
}

/** While a response takes time, the world's clock advances. */
export async function whileTimePasses<T>(rig: Rig, work: Promise<T>): Promise<T> {
  let done = false;
  const end = work.finally(() => (done = true));
  end.catch(() => undefined);
  while (!done) await rig.advance(1);
  return end;
}
