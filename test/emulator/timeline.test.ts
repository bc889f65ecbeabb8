import { Clock } from "../../emulator/core/clock";
import { Store } from "../../emulator/core/store";
import { Timeline } from "../../emulator/core/timeline";

test("the clock is moved on by what was asked for, however long that takes", async () => {
  let time = 0;
  const clock = new Clock(0, () => (time += 7));
  const done: number[] = [];
  const timeline = new Timeline(new Store(), clock, (task) => void done.push(task.due));
  timeline.plan("", 1_000_000, "work", {});
  await timeline.advance(60_000);
  expect(clock.offset).toBe(60_000);
  await timeline.advance(2_000_000);
  expect(clock.offset).toBe(2_060_000);
  expect(done).toEqual([1_000_000]);
  await timeline.stop();
});
