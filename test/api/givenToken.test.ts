import type { ApiRequest } from "../../provider/api/transport";
import { bearer, errorOf, fakeNetwork, FakeClock, type Responder } from "./support";

/** A session with a token that was issued elsewhere. */

const start = new FakeClock().now() / 1000;
const tokenOf = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature-1`;
const fine = () => ({ body: { name: "prod" } });
const refusing = (): ReturnType<Responder> => ({
  status: 401,
  body: { codeDesc: "NCERRUnauthorizedAccess: Invalid token", requestID: "r-1" },
});
const withToken = (token: string, respond: Responder = fine) =>
  fakeNetwork(respond, { username: undefined, password: undefined, token });

test("every call is sent with it, and none logs in or revokes it", async () => {
  const { api, clock, sent } = withToken(tokenOf({ iat: start, exp: start + 9000 }));
  await api.get("/a");
  clock.advance(3600);
  await api.post("/b", {});
  await api.close();
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /a", "POST /b"]);
  const [first] = sent.map(bearer);
  expect(sent.map(bearer)).toEqual([first, first]);
  expect(first).toBe(`Bearer ${tokenOf({ iat: start, exp: start + 9000 })}`);
});

test("a token that is no JSON web token is left to the service", async () => {
  const { api, clock } = withToken("opaque");
  clock.advance(1e6);
  await expect(api.get("/a")).resolves.toEqual({ name: "prod" });
  expect(await api.time()).toBe(clock.now());
});

test("one that has expired long ago is an error before anything is sent", async () => {
  const { api, clock, sent } = withToken(tokenOf({ exp: start + 300 }));
  clock.advance(300 + 299);
  await api.post("/a");
  clock.advance(1);
  const error = await errorOf(api.post("/a"));
  expect(error.kind).toBe("unauthorized");
  expect(error.message).toMatch(/the given token, which expired at 2026-01-01T00:05:00.000Z: nothing was sent/);
  expect(error.facts.advice).toMatch(/new token .*ciphertrust:token \(CIPHERTRUST_TOKEN\)/);
  expect(sent).toHaveLength(1);
});

test.each([
  ["that has just expired", 301, /refused the given token, which expired at 2026-01-01T00:05:00.000Z: .*Invalid token/],
  [
    "that is still valid by our clock",
    10,
    /refused the given token, which is valid until 2026-01-01T00:05:00.000Z: .*401 NCERRUnauthorizedAccess: Invalid token/,
  ],
])("one %s and that the service refuses is an error, not sent again", async (_name, after, message) => {
  const token = tokenOf({ iat: start, exp: start + 300 });
  const { api, clock, sent } = withToken(token, refusing);
  clock.advance(after);
  const error = await errorOf(api.post("/a"));
  expect(error.message).toMatch(message);
  expect(error.facts).toMatchObject({ status: 401, requestId: "r-1" });
  expect(error.facts.advice).toMatch(/never renewed/);
  expect(JSON.stringify([error.message, error.facts])).not.toContain(token);
  expect(sent).toHaveLength(1);
});

test("the token appears in no response and no error", async () => {
  const token = tokenOf({ exp: start + 300 });
  const echo = ({ path, headers }: ApiRequest): ReturnType<Responder> =>
    path === "/a"
      ? { body: { name: `seen: ${headers?.authorization}` } }
      : { status: 400, body: { codeDesc: `NCERRBadRequest: ${headers?.authorization}` } };
  const { api } = withToken(token, echo);
  expect(JSON.stringify(await api.get("/a"))).not.toContain(token);
  expect((await errorOf(api.get("/b"))).message).not.toContain(token);
});

test("a service whose clock is ahead by the token's time of issue has at least that time", async () => {
  const { api } = withToken(tokenOf({ iat: start + 500, exp: start + 800 }));
  expect(await api.time()).toBe((start + 500) * 1000);
});
