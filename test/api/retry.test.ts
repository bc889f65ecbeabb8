import type { Api } from "../../provider/api/client";
import {
  apiError,
  errorOf,
  fakeNetwork,
  FakeClock,
  loggedIn,
  loginPath,
  type FakeResponse,
  type FakeNetwork,
} from "./support";

const unanswered: FakeResponse = apiError("unanswered");
const unreachable: FakeResponse = apiError("unreachable");
const status = (code: number, retryAfter?: string): FakeResponse => ({ status: code, body: {}, retryAfter });
const notJson: FakeResponse = { status: 200, body: "<html>" };
/** A response that is both an object and an empty list. */
const success: FakeResponse = { body: { id: "x", total: 0 } };

const verbs: Record<string, (api: Api) => Promise<unknown>> = {
  GET: (api) => api.get("/x"),
  PATCH: (api) => api.patch("/x", {}),
  DELETE: (api) => api.delete("/x"),
  POST: (api) => api.post("/x", {}),
  "repeatable POST": (api) => api.post("/x", {}, { repeatable: true }),
  list: (api) => api.list("/x"),
  text: (api) => api.text("/x"),
  PUT: (api) => api.replace("/x", {}),
};

/** Fails first, then succeeds: is it sent once or twice? */
const rows: { name: string; verb: string; failure: FakeResponse; sent: number }[] = [
  { name: "a GET without a response is retried", verb: "GET", failure: unanswered, sent: 2 },
  { name: "a list without a response is retried", verb: "list", failure: unanswered, sent: 2 },
  { name: "a PATCH without a response is retried", verb: "PATCH", failure: unanswered, sent: 2 },
  { name: "a DELETE without a response is retried", verb: "DELETE", failure: unanswered, sent: 2 },
  {
    name: "a POST without a response is not retried: it may have created something",
    verb: "POST",
    failure: unanswered,
    sent: 1,
  },
  { name: "a POST marked as repeatable is retried", verb: "repeatable POST", failure: unanswered, sent: 2 },
  { name: "a POST that was never sent is retried", verb: "POST", failure: unreachable, sent: 2 },
  { name: "a GET that was never sent is retried", verb: "GET", failure: unreachable, sent: 2 },
  { name: "a POST rejected with 429 is retried", verb: "POST", failure: status(429), sent: 2 },
  { name: "a GET with status 502 is retried", verb: "GET", failure: status(502), sent: 2 },
  { name: "a GET with status 503 is retried", verb: "GET", failure: status(503), sent: 2 },
  { name: "a GET with status 504 is retried", verb: "GET", failure: status(504), sent: 2 },
  { name: "a POST with status 502 is not retried", verb: "POST", failure: status(502), sent: 1 },
  { name: "a POST with status 503 is not retried", verb: "POST", failure: status(503), sent: 1 },
  { name: "a GET with status 500 is not retried", verb: "GET", failure: status(500), sent: 1 },
  { name: "a GET with status 400 is not retried", verb: "GET", failure: status(400), sent: 1 },
  { name: "a GET with status 403 is not retried", verb: "GET", failure: status(403), sent: 1 },
  { name: "a GET with status 404 is not retried", verb: "GET", failure: status(404), sent: 1 },
  { name: "a DELETE with status 409 is not retried", verb: "DELETE", failure: status(409), sent: 1 },
  { name: "a GET with an invalid certificate is not retried", verb: "GET", failure: apiError("untrusted"), sent: 1 },
  { name: "a GET with a response that is not JSON is retried", verb: "GET", failure: notJson, sent: 2 },
  { name: "a POST with a response that is not JSON is not retried", verb: "POST", failure: notJson, sent: 1 },
  { name: "a PUT without a response is retried", verb: "PUT", failure: unanswered, sent: 2 },
  { name: "a DELETE with a response that is not JSON is retried", verb: "DELETE", failure: notJson, sent: 2 },
  { name: "a DELETE with an empty 200 is retried", verb: "DELETE", failure: { status: 200 }, sent: 2 },
  { name: "a DELETE with a 204 is done", verb: "DELETE", failure: { status: 204 }, sent: 1 },
  { name: "a download that returns a web page is retried", verb: "text", failure: notJson, sent: 2 },
  { name: "any other string is a download", verb: "text", failure: { body: "a,b" }, sent: 1 },
];

test.each(rows)("$name", async ({ verb, failure, sent }) => {
  const { api, names } = fakeNetwork(loggedIn((_call, attempt) => (attempt === 0 ? failure : success)));
  await verbs[verb]!(api).catch(() => {});
  expect(names()).toHaveLength(sent);
});

test.each([
  { chance: 0.5, pauses: [100, 200, 400, 800, 1600, 3200, 5000, 5000] },
  { chance: 0, pauses: [0, 0, 0, 0, 0, 0, 0, 0] },
])("delays grow up to ten seconds, with jitter over the whole interval ($chance)", async ({ chance, pauses }) => {
  const clock = new FakeClock(chance);
  const options = { maxRetries: pauses.length, requestTimeoutSeconds: 600 };
  const { api } = fakeNetwork(
    loggedIn(() => unreachable),
    options,
    { clock },
  );
  await errorOf(api.get("/x"));
  expect(clock.pauses).toEqual(pauses);
});

test.each([
  { name: "Retry-After in seconds is respected", retryAfter: "7", pause: 7000 },
  { name: "a Retry-After shorter than our own delay does not shorten it", retryAfter: "0", pause: 100 },
  { name: "an invalid Retry-After is ignored", retryAfter: "soon", pause: 100 },
  { name: "a Retry-After date in the past causes no delay", retryAfter: "Wed, 21 Oct 2015 07:28:00 GMT", pause: 100 },
])("$name", async ({ retryAfter, pause }) => {
  const { api, clock } = fakeNetwork(loggedIn((_call, attempt) => (attempt === 0 ? status(429, retryAfter) : success)));
  await api.get("/x");
  expect(clock.pauses).toEqual([pause]);
});

test("a Retry-After beyond the deadline fails immediately, with the response of the service", async () => {
  const { api, clock, names } = fakeNetwork(loggedIn(() => status(429, "61")));
  const error = await errorOf(api.get("/x"));
  expect(error.facts).toMatchObject({ kind: "busy", status: 429, retryAfterSeconds: 61 });
  expect(names()).toHaveLength(1);
  expect(clock.pauses).toEqual([]);
});

test("all retries share one deadline", async () => {
  const { api, clock, names } = fakeNetwork(
    loggedIn(() => {
      clock.advance(4);
      return status(503);
    }),
    { requestTimeoutSeconds: 10, maxRetries: 100 },
  );
  expect((await errorOf(api.get("/x"))).facts.status).toBe(503);
  expect(names()).toHaveLength(3);
});

test("each retry only gets the remaining time", async () => {
  const left: number[] = [];
  const { api, clock } = fakeNetwork(
    loggedIn(({ deadline }) => {
      left.push(deadline!.left);
      clock.advance(4);
      return unanswered;
    }),
    { requestTimeoutSeconds: 10, maxRetries: 100 },
  );
  expect((await errorOf(api.get("/x"))).kind).toBe("unanswered");
  expect(left).toEqual([10_000, 5_900, 1_700]);
});

describe("a call that is retried with a new token", () => {
  /**
   * The first token is rejected after `seconds`, logins take `loginSeconds`, and the next call
   * fails with a temporary error.
   */
  const rejectedAfter = (seconds: number, loginSeconds = 0): FakeNetwork & { left: number[] } => {
    const left: number[] = [];
    const respond = loggedIn(({ deadline }, attempt) => {
      left.push(deadline!.left);
      network.clock.advance(seconds);
      return attempt === 0 ? { status: 401, body: {} } : status(503);
    });
    const network: FakeNetwork = fakeNetwork(
      (call, attempt) => {
        if (call.path === loginPath) network.clock.advance(loginSeconds);
        return respond(call, attempt);
      },
      { requestTimeoutSeconds: 10, maxRetries: 100 },
    );
    return { ...network, left };
  };

  test.each([0, 9, 70])("has the time that the first attempt left, whatever the login took (%i s)", async (login) => {
    const { api, left } = rejectedAfter(4, login);
    expect((await errorOf(api.get("/x"))).facts.status).toBe(503);
    expect(left).toEqual([10_000, 6_000, 1_900]);
  });

  test("is not sent when no time is left", async () => {
    const { api, names } = rejectedAfter(11);
    const error = await errorOf(api.post("/x"));
    expect(error.facts).toMatchObject({ kind: "unreachable", call: "POST /x" });
    expect(error.facts.advice).toMatch(/requestTimeoutSeconds/);
    expect(names()).toHaveLength(1);
  });
});

test.each([0, 1, 5])("with maxRetries %i it is sent that often plus once", async (maxRetries) => {
  const { api, names } = fakeNetwork(
    loggedIn(() => unreachable),
    { maxRetries, requestTimeoutSeconds: 600 },
  );
  expect((await errorOf(api.get("/x"))).kind).toBe("unreachable");
  expect(names()).toHaveLength(maxRetries + 1);
});

describe("when this process is asked to stop", () => {
  const stopping = () => {
    const waits = new AbortController();
    return { waits, stop: { waits: waits.signal, calls: new AbortController().signal } };
  };

  test("a delay ends immediately, as an interruption of that call", async () => {
    const { waits, stop } = stopping();
    const { api, names } = fakeNetwork(
      loggedIn(() => {
        waits.abort();
        return status(503);
      }),
      {},
      { stop },
    );
    const error = await errorOf(api.get("/x"));
    expect(error.facts).toMatchObject({ kind: "interrupted", call: "GET /x" });
    expect(error.message).toContain("the call was canceled");
    expect(names()).toHaveLength(1);
  });

  test("a call in progress still gets its response", async () => {
    const { waits, stop } = stopping();
    const { api } = fakeNetwork(
      loggedIn(() => {
        waits.abort();
        return { body: { id: "made" } };
      }),
      {},
      { stop },
    );
    await expect(api.post("/x", {})).resolves.toEqual({ id: "made" });
  });
});

test.each([
  { name: "a string is returned unchanged", body: "a,b\n1,2\n", text: "a,b\n1,2\n" },
  { name: "an empty body is an empty string", body: undefined, text: "" },
  { name: "a string that contains JSON is not parsed", body: '{ "a": 1 }', text: '{ "a": 1 }' },
])("$name", async ({ body, text }) => {
  const { api } = fakeNetwork(loggedIn(() => ({ body })));
  expect(await api.text("/report/download")).toBe(text);
});
