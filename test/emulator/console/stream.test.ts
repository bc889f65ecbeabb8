import { setImmediate } from "node:timers/promises";
import { Overview } from "../../../emulator/console/overview";
import { mostStreams, Streams } from "../../../emulator/console/stream";
import type { Session } from "../../../emulator/console/sessions";
import { withEmulator } from "../client";
import { Browser, Events } from "./browser";

const shared = withEmulator();
const path = "/console/events/overview";
const pages: Events[] = [];

const open = async (browser: Browser): Promise<Events> => {
  const events = await Events.of(browser, path);
  pages.push(events);
  return events;
};
const openPages = (browser: Browser, count: number) => Promise.all(Array.from({ length: count }, () => open(browser)));
const loggedIn = async (login: Record<string, unknown> = {}): Promise<Browser> => {
  const browser = new Browser(shared.client);
  await browser.logIn(login);
  return browser;
};
let made: jest.SpiedFunction<typeof Overview.of>;

beforeEach(() => void (made = jest.spyOn(Overview, "of")));
afterEach(async () => {
  await Promise.all(pages.splice(0).map((events) => events.close()));
});

/** One write; every page shows it. */
async function told(events: readonly Events[], name: string): Promise<void> {
  await shared.client.ok("POST", "/scheduler/job-configs", { name, operation: "database_backup", run_at: "0 3 * * *" });
  await Promise.all(events.map((one) => one.until(({ schedules }) => JSON.stringify(schedules).includes(name))));
}

test("all pages of one user hear of a write from one overview", async () => {
  const [one, other] = [await loggedIn(), await loggedIn()];
  const events = [...(await openPages(one, 30)), ...(await openPages(other, 10))];
  await Promise.all(events.map((page) => page.until(() => true)));
  await told(events, "first");
  made.mockClear();
  await told(events, "second");
  expect(made).toHaveBeenCalledTimes(1);
});

test("another user hears from an overview of another", async () => {
  const user = { name: "reader", password: "Reader-1-password" };
  await shared.client.ok("POST", "/usermgmt/users/", { ...user, username: user.name });
  const readers = await openPages(await loggedIn(user), 2);
  const events = [...readers, ...(await openPages(await loggedIn(), 2))];
  await Promise.all(events.map((page) => page.until(() => true)));
  await told(events, "first");
  made.mockClear();
  await told(events, "second");
  expect(made).toHaveBeenCalledTimes(2);
});

test("more pages than the limit are refused, and a closed one makes room", async () => {
  const browser = await loggedIn();
  const [first] = await openPages(browser, mostStreams);
  const refused = await browser.send("GET", path);
  expect([refused.status, refused.body.codeDesc]).toEqual([
    429,
    `NCERRLimitReached: ${mostStreams} pages of the emulator are open, and no more may be: close some`,
  ]);
  await first!.close();
  let again: Events | undefined;
  while (again === undefined) again = await open(browser).catch(() => undefined);
  await again.until(() => true);
});

describe("a page that does not read", () => {
  const service = { store: { revision: 1 }, clock: { offset: 0 } };
  const inside = { service, call: async () => ({ user_id: "u", user_metadata: { current_domain: {} } }) };
  const session = { id: "s" } as Session;
  let isOn: boolean;
  const sessions = { find: () => (isOn ? session : undefined), openWindow: () => () => undefined };
  const logins = { sessions, token: async () => "token" };
  let streams: Streams;

  const fakePage = () => {
    const raw = {
      writableNeedDrain: false,
      destroyed: false,
      writeHead: () => ({ flushHeaders: () => undefined }),
      once: () => undefined,
      write: jest.fn((_event: string) => undefined),
      end: jest.fn(),
      destroy: jest.fn(),
    };
    const request = { ip: "127.0.0.1", host: "localhost", raw: {} };
    streams.open(request as never, { hijack: () => undefined, raw } as never, session, true);
    return raw;
  };
  /** A look that is due, and every page's turn in it. */
  const looks = async () => {
    await jest.advanceTimersByTimeAsync(30_000);
    for (let turns = 0; turns < 10; turns += 1) await setImmediate();
  };
  const heard = ({ write }: ReturnType<typeof fakePage>) => write.mock.calls.map(([event]) => event);

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ["setImmediate"] });
    isOn = true;
    service.store.revision = 1;
    made.mockImplementation(async () => ({ revision: service.store.revision }));
    streams = new Streams(inside as never, logins as never);
  });
  afterEach(() => jest.useRealTimers());

  test("is told nothing meanwhile, and then the newest", async () => {
    const [slow, other] = [fakePage(), fakePage()];
    await looks();
    slow.writableNeedDrain = true;
    for (const revision of [2, 3, 4]) {
      service.store.revision = revision;
      await looks();
    }
    slow.writableNeedDrain = false;
    await looks();
    const shown = (revisions: number[]) =>
      revisions.map((revision) => `event: overview\ndata: ${JSON.stringify({ revision })}\n\n`);
    expect([heard(slow), heard(other)]).toEqual([shown([1, 4]), shown([1, 2, 3, 4])]);
  });

  test("is cut off when its session ends", async () => {
    const [slow, other] = [fakePage(), fakePage()];
    slow.writableNeedDrain = true;
    isOn = false;
    await looks();
    expect([slow.destroy.mock.calls.length, slow.end.mock.calls.length]).toEqual([1, 0]);
    expect(other.end).toHaveBeenCalledWith("event: ended\ndata: {}\n\n");
  });
});
