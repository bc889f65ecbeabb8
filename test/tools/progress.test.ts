import { Progress } from "../../tools/shared/progress.cjs";

class Screen {
  text = "";
  constructor(readonly isTTY: boolean) {}
  write(text: string): void {
    this.text += text;
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("a quick step prints nothing", () => {
  const screen = new Screen(false);
  const progress = new Progress(screen);
  progress.step("compiling");
  jest.advanceTimersByTime(1_900);
  progress.stop("compiled");
  jest.advanceTimersByTime(60_000);
  expect(screen.text).toBe("");
});

test("without a terminal there is a line every 15 seconds, with the latest step and the total time", () => {
  const screen = new Screen(false);
  const progress = new Progress(screen);
  progress.step("downloading");
  jest.advanceTimersByTime(10_000);
  progress.step("compiling");
  jest.advanceTimersByTime(55_000);
  progress.stop("compiled");
  expect(screen.text.split("\n")).toEqual([
    "downloading … 2 s",
    "compiling … 17 s",
    "compiling … 32 s",
    "compiling … 47 s",
    "compiling … 1 min 2 s",
    "compiled (1 min 5 s)",
    "",
  ]);
});

test("on a terminal one line is updated and then removed", () => {
  const screen = new Screen(true);
  const progress = new Progress(screen);
  progress.step("compiling");
  jest.advanceTimersByTime(2_500);
  progress.stop();
  expect(screen.text).toBe("\r\x1b[2Kcompiling … 2 s\r\x1b[2Kcompiling … 3 s\r\x1b[2K");
});

test("a later step restarts the timer", () => {
  const screen = new Screen(false);
  const progress = new Progress(screen);
  progress.step("installing");
  jest.advanceTimersByTime(20_000);
  progress.stop();
  progress.step("compiling");
  jest.advanceTimersByTime(2_000);
  progress.stop();
  expect(screen.text).toBe("installing … 2 s\ninstalling … 17 s\ncompiling … 2 s\n");
});

test("a note is shown immediately", () => {
  const screen = new Screen(false);
  new Progress(screen).note("waiting");
  expect(screen.text).toBe("waiting\n");
});
