import { Shutdown } from "../../provider/hosts/shutdown";

/** How a provider process ends: every created object is recorded. */

let exit: jest.SpyInstance;
beforeEach(() => {
  jest.useFakeTimers();
  exit = jest.spyOn(process, "exit").mockReturnValue(undefined as never);
});
afterEach(() => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends an idle process immediately", (signal, code) => {
  new Shutdown().stop();
  process.emit(signal, signal);
  expect(exit).toHaveBeenCalledWith(code);
});

test("work in progress stops waiting immediately, has seconds for its calls, and is finished before the process ends", async () => {
  const ending = new Shutdown();
  const { waits, calls } = ending.stop();
  let finish: (value: string) => void = () => undefined;
  const work = ending.attend(() => new Promise<string>((done) => (finish = done)));
  process.emit("SIGTERM", "SIGTERM");
  expect([waits.aborted, calls.aborted, exit.mock.calls]).toEqual([true, false, []]);
  jest.advanceTimersByTime(4_000);
  expect([calls.aborted, exit.mock.calls]).toEqual([true, []]);
  finish("made");
  expect(await work).toBe("made");
  jest.runAllTimers();
  expect(exit).toHaveBeenCalledWith(143);
});

test("Pulumi's cancel ends waits and calls, and leaves the process to Pulumi", () => {
  const ending = new Shutdown();
  const { waits, calls } = ending.stop();
  ending.cancel();
  jest.runAllTimers();
  expect([waits.aborted, calls.aborted]).toEqual([true, true]);
  expect(exit).not.toHaveBeenCalled();
});
