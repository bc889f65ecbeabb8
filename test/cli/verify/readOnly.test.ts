import type { ApiRequest } from "../../../provider/api/transport";
import type { Clock } from "../../../provider/api/clock";
import { atRate, readingOnly } from "../../../cli/verify/readOnly";

/** What the command never sends, and how fast it sends the rest. */

const { signal } = new AbortController();
const response = { status: 200, body: {} };

test.each<[ApiRequest["method"], string]>([
  ["POST", "/vault/keys2/"],
  ["POST", "/cckm/aws/get-all-regions/delete"],
  ["PATCH", "/vault/keys2/1"],
  ["PUT", "/vault/keys2/1"],
  ["DELETE", "/vault/keys2/1"],
])("%s %s is refused before it is sent", async (method, path) => {
  const send = jest.fn(() => Promise.resolve(response));
  await expect(readingOnly(send)({ method, path })).rejects.toThrow("nothing was sent");
  expect(send).not.toHaveBeenCalled();
});

test.each<[ApiRequest["method"], string]>([
  ["GET", "/vault/keys2/"],
  ["POST", "/auth/tokens/"],
  ["POST", "/cckm/oci/storage/list-buckets"],
])("%s %s is sent", async (method, path) => {
  const send = jest.fn(() => Promise.resolve(response));
  await expect(readingOnly(send)({ method, path })).resolves.toBe(response);
  expect(send).toHaveBeenCalledTimes(1);
});

/** A clock that waits in no time. */
function clockAt(start: number): Clock & { at: number } {
  const clock = {
    at: start,
    now: () => clock.at,
    sleep: (milliseconds: number) => Promise.resolve(void (clock.at += milliseconds)),
    random: () => 0,
  };
  return clock;
}

test("requests are spread evenly, however many are sent at once", async () => {
  const clock = clockAt(1000);
  const sent: number[] = [];
  const send = atRate(() => Promise.resolve(void sent.push(clock.at)).then(() => response), 5, clock, signal);
  for (let count = 0; count < 4; count++) await send({ method: "GET", path: "/domains" });
  expect(sent).toEqual([1000, 1200, 1400, 1600]);
});

test("a request that waits is canceled with the run", async () => {
  const clock = { ...clockAt(0), sleep: () => Promise.reject(new Error("aborted")) };
  const send = atRate(() => Promise.resolve(response), 1, clock, signal);
  await send({ method: "GET", path: "/domains" });
  await expect(send({ method: "GET", path: "/domains" })).rejects.toMatchObject({ facts: { kind: "interrupted" } });
});
