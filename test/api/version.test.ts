import { isFromService, withVersion } from "../../provider/api/version";
import { apiError, errorOf, fakeNetwork, loggedIn, type FakeResponse } from "./support";

const path = "/system/info";
const telling = (response: FakeResponse) =>
  loggedIn((call) => (call.path === path ? response : { status: 409, body: { codeDesc: "NCERRConflict: taken" } }));

describe("the version of the service", () => {
  test.each([
    ["2.19.0", "2.19.0"],
    ["2.25.0-beta6+53584", "2.25.0"],
    ["2.23", "2.23"],
    ["kylo <b>2.19.0</b>", undefined],
    ["", undefined],
    [undefined, undefined],
    [219, undefined],
  ])("%p is told as %p", async (version, told) => {
    expect(await fakeNetwork(telling({ body: { name: "prod", version } })).api.version()).toBe(told);
  });

  test.each<[string, FakeResponse]>([
    ["may not be told to this user", { status: 403, body: { codeDesc: "NCERRForbidden: no" } }],
    ["is not told by this service", { status: 404, body: { codeDesc: "NCERRResourceNotFound: Resource not found" } }],
    ["is lost", Object.assign(new Error("reset"), { code: "ECONNRESET" })],
    ["is a page of a proxy", { body: "<html>" }],
    ["is a list", { body: [] }],
  ])("is unknown and fails nobody when it %s", async (_name, response) => {
    const { api, names } = fakeNetwork(telling(response));
    expect(await api.version()).toBeUndefined();
    const calls = names().length;
    expect(await api.version()).toBeUndefined();
    expect(names()).toHaveLength(calls);
  });

  test("is read once, by all who ask", async () => {
    const { api, names } = fakeNetwork(telling({ body: { version: "2.19.0" } }));
    expect(await Promise.all([api.version(), api.version()])).toEqual(["2.19.0", "2.19.0"]);
    await api.version();
    expect(names()).toEqual([`GET ${path}`]);
  });

  test("is not waited for longer than five seconds", async () => {
    const { api, clock } = fakeNetwork(telling({ status: 503, retryAfter: "4" }));
    expect(await api.version()).toBeUndefined();
    expect(clock.seconds).toBe(4);
  });

  test("is unknown once a login was refused, which is not repeated", async () => {
    const { api, sent } = fakeNetwork(() => ({ status: 401, body: { codeDesc: "NCERRUnauthorizedAccess: wrong" } }));
    await errorOf(api.get("/boxes"));
    expect(await api.version()).toBeUndefined();
    expect(sent).toHaveLength(1);
  });
});

test("only what the service itself refuses is said in its name", async () => {
  const refused = await errorOf(fakeNetwork(telling({})).api.post("/boxes"));
  expect(isFromService(refused)).toBe(true);
  expect(isFromService(new Error("wrapped", { cause: refused }))).toBe(true);
  expect(isFromService(apiError("conflict"))).toBe(false);
  const others = [
    { status: 503, body: { codeDesc: "NCERRBusy: x" } },
    { status: 404, body: "<html>" },
  ];
  for (const response of others) {
    expect(isFromService(await errorOf(fakeNetwork(loggedIn(() => response)).api.get("/boxes")))).toBe(false);
  }
  expect(withVersion(refused.message, "2.19.0")).toBe(
    "CipherTrust Manager 2.19.0 responded with 409 NCERRConflict: taken",
  );
});
