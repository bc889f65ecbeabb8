import type { Work } from "../../provider/api/exclusion";
import { apiError, errorOf, fakeNetwork, loggedIn, type FakeResponse } from "./support";

/** Work during which no other request of the process is under way. */

/** A network whose requests to `/slow` end when the test says so. */
function slowly() {
  let end = () => {};
  const slow = new Promise<FakeResponse>((resolve) => (end = () => resolve({ body: { name: "slow" } })));
  const network = fakeNetwork(loggedIn(({ path }) => (path === "/slow" ? slow : { body: { name: path } })));
  return { ...network, end: () => end() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that sends one request of its own for all that is wanted, and notes what. */
function noting(noted: (readonly string[])[]): Work<string> {
  return async ({ api }, wanted) => {
    await api.post("/own", {});
    noted.push(wanted);
  };
}

test("it waits for requests under way, and others wait for it", async () => {
  const { api, names, end } = slowly();
  const noted: (readonly string[])[] = [];
  const slow = api.get("/slow");
  await turn();
  const alone = api.alone(noting(noted), "it");
  const later = api.get("/later");
  await turn();
  expect(names()).toEqual(["GET /slow"]);
  end();
  await Promise.all([slow, alone, later]);
  expect(names()).toEqual(["GET /slow", "POST /own", "GET /later"]);
  expect(noted).toEqual([["it"]]);
});

test("what is wanted of the same work while it waits is done at once; of other work, in turn", async () => {
  const { api, names } = slowly();
  const [first, second]: [(readonly string[])[], (readonly string[])[]] = [[], []];
  const [one, other] = [noting(first), noting(second)];
  await Promise.all([api.alone(one, "a"), api.alone(one, "b"), api.alone(other, "c"), api.get("/later")]);
  await api.alone(one, "d");
  expect([first, second]).toEqual([[["a", "b"], ["d"]], [["c"]]]);
  expect(names()).toEqual(["POST /own", "POST /own", "GET /later", "POST /own"]);
});

test("its failure is that of everybody who wanted it, and holds nobody back", async () => {
  const { api } = slowly();
  const failing: Work<string> = () => Promise.reject(apiError("forbidden"));
  const [one, other] = [errorOf(api.alone(failing, "a")), errorOf(api.alone(failing, "b"))];
  expect([(await one).kind, (await other).kind]).toEqual(["forbidden", "forbidden"]);
  await expect(api.get("/later")).resolves.toEqual({ name: "/later" });
});

test("a request that failed no longer counts as under way", async () => {
  const { api } = fakeNetwork(loggedIn(() => ({ status: 404, body: { codeDesc: "NCERRResourceNotFound" } })));
  await errorOf(api.get("/gone"));
  const noted: number[] = [];
  await api.alone(({ left }) => Promise.resolve(void noted.push(left())), "it");
  expect(noted).toEqual([300_000]);
});

test("its pauses end when the process is told to stop", async () => {
  const stop = new AbortController();
  stop.abort();
  const signals = { waits: stop.signal, calls: new AbortController().signal };
  const { api } = fakeNetwork(
    loggedIn(() => ({ body: { name: "x" } })),
    {},
    { stop: signals },
  );
  const error = await errorOf(api.alone(({ pause }) => pause(1000), "it"));
  expect(error.kind).toBe("interrupted");
});
