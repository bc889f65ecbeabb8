import { readSettings } from "../../provider/api/settings";
import type { ApiRequest } from "../../provider/api/transport";
import { makeAuthority } from "./certificates";
import { apiError, bearer, errorOf, fakeNetwork, loggedIn, loginPath, settings } from "./support";

const fine = () => ({ body: { name: "prod" } });
const signed = (sent: ApiRequest[]) => sent.filter(({ path }) => path !== loginPath).map(bearer);

test("a hundred parallel calls share one login", async () => {
  const { api, logins, sent } = fakeNetwork(loggedIn(fine));
  await Promise.all(Array.from({ length: 100 }, (_, index) => api.get(`/things/${index}`)));
  expect(logins()).toHaveLength(1);
  expect(new Set(signed(sent))).toEqual(new Set(["Bearer jwt-1"]));
  expect(bearer(logins()[0]!)).toBeUndefined();
});

test.each([
  { name: "a token is reused until shortly before 80 % of its lifetime", duration: 300, after: 239, logins: 1 },
  { name: "a token is renewed after 80 % of its lifetime", duration: 300, after: 240, logins: 2 },
  { name: "a longer lifetime renews later", duration: 1000, after: 799, logins: 1 },
  { name: "a token without a duration is valid for 300 seconds", duration: undefined, after: 241, logins: 2 },
])("$name", async ({ duration, after, logins: expected }) => {
  const { api, clock, logins, sent } = fakeNetwork((call, attempt) =>
    call.path === loginPath ? { body: { jwt: `jwt-${attempt + 1}`, duration } } : fine(),
  );
  await api.get("/first");
  clock.advance(after);
  await Promise.all([api.get("/second"), api.get("/third")]);
  expect(logins()).toHaveLength(expected);
  expect(bearer(sent.at(-1)!)).toBe(`Bearer jwt-${expected}`);
});

test("the lifetime of a token counts from the request, not from the response", async () => {
  const { api, clock, logins } = fakeNetwork((call) => {
    if (call.path !== loginPath) return fine();
    clock.advance(100);
    return { body: { jwt: "jwt", duration: 300 } };
  });
  await api.get("/first");
  clock.advance(140);
  await api.get("/second");
  expect(logins()).toHaveLength(2);
});

describe("a rejected token", () => {
  const rejecting = (...rejected: string[]) =>
    loggedIn((call) => (rejected.includes(bearer(call)!) ? { status: 401, body: {} } : fine()));

  test("causes one new login and one retry, for a POST too", async () => {
    const { api, logins, names } = fakeNetwork(rejecting("Bearer jwt-1"));
    await expect(api.post("/things", { name: "prod" })).resolves.toEqual({ name: "prod" });
    expect(names()).toEqual(["POST /things", "POST /things"]);
    expect(logins()).toHaveLength(2);
  });

  test("causes one new login for all affected calls", async () => {
    const { api, logins, names } = fakeNetwork(rejecting("Bearer jwt-1"));
    await Promise.all([api.get("/a"), api.get("/b"), api.get("/c")]);
    expect(logins()).toHaveLength(2);
    expect(names()).toHaveLength(6);
  });

  test("is an error if the new one is rejected too", async () => {
    const { api, logins } = fakeNetwork(rejecting("Bearer jwt-1", "Bearer jwt-2"));
    expect((await errorOf(api.get("/a"))).kind).toBe("unauthorized");
    expect(logins()).toHaveLength(2);
  });
});

describe("rejected credentials", () => {
  const refusing = (status: number) => (call: ApiRequest) =>
    call.path === loginPath
      ? { status, body: { codeDesc: "NCERRUnauthorizedAccess: Wrong username or password.", requestID: "r-1" } }
      : fine();

  test.each([401, 403])("are tried once, not once per call (%i)", async (status) => {
    const { api, logins, names } = fakeNetwork(refusing(status));
    const parallel = Array.from({ length: 20 }, () => errorOf(api.get("/things")));
    for (const error of await Promise.all(parallel)) expect(error.message).toContain("refused the login");
    await errorOf(api.get("/later"));
    expect(logins()).toHaveLength(1);
    expect(names()).toEqual([]);
  });

  test("are explained with user, address and settings, and without the password", async () => {
    const { api } = fakeNetwork(refusing(401), { domain: "tenant" });
    const error = await errorOf(api.get("/things"));
    expect(error.message).toMatch(/https:\/\/cm\.example\.com refused the login of user operator in domain tenant/);
    expect(error.message).toContain("NCERRUnauthorizedAccess");
    expect(error.facts.advice).toMatch(/ciphertrust:username.*CIPHERTRUST_PASSWORD/);
    expect(JSON.stringify([error.message, error.facts])).not.toContain(settings.password);
  });

  test.each([401, 500])("are explained without the password, even if the service repeats it (%i)", async (status) => {
    const repeating = (call: ApiRequest) =>
      call.path === loginPath ? { status, body: { codeDesc: `NCERR: in ${JSON.stringify(call.body)}` } } : fine();
    const { api } = fakeNetwork(repeating, { password: 'a "quoted" one' });
    const error = await errorOf(api.get("/things"));
    expect(error.message).toContain('"password":"[secret]"');
    expect(JSON.stringify([error.message, error.facts])).not.toMatch(/quoted/);
  });

  test("of a registered client point at identity and certificate", async () => {
    const { api } = fakeNetwork(refusing(401), { clientId: "c-1", domain: "tenant" });
    const error = await errorOf(api.get("/things"));
    expect(error.message).toMatch(/refused the login of client c-1: /);
    expect(error.facts.advice).toMatch(/clientCertificate.*must match the registration/);
  });
});

test("a login that failed temporarily is retried by the next call", async () => {
  const down = { calls: 0 };
  const { api, logins } = fakeNetwork(
    (call) => {
      if (call.path !== loginPath) return fine();
      return down.calls++ === 0 ? apiError("unreachable") : { body: { jwt: "jwt", duration: 300 } };
    },
    { maxRetries: 0 },
  );
  expect((await errorOf(api.get("/a"))).kind).toBe("unreachable");
  await expect(api.get("/b")).resolves.toEqual({ name: "prod" });
  expect(logins()).toHaveLength(2);
});

test("a login whose response was lost is retried: a second token does no harm", async () => {
  const { api, logins } = fakeNetwork((call, attempt) => {
    if (call.path !== loginPath) return fine();
    return attempt === 0 ? apiError("unanswered") : { body: { jwt: "jwt", duration: 300 } };
  });
  await api.get("/a");
  expect(logins()).toHaveLength(2);
});

test.each([
  { name: "an empty response", body: undefined },
  { name: "a response without a token", body: { duration: 300 } },
  { name: "a response with a number for a token", body: { jwt: 5, duration: 300 } },
])("$name to a login is an error that names the address, and no call is sent without a token", async ({ body }) => {
  const { api, names } = fakeNetwork((call) => (call.path === loginPath ? { body } : fine()));
  const error = await errorOf(api.get("/a"));
  expect(error.message).toContain(settings.address);
  expect(error.facts.advice).toContain("ciphertrust:address");
  expect(names()).toEqual([]);
});

test.each([{ codeDesc: "NCERRResourceNotFound: Resource not found" }, "<html>404"])(
  "a 404 to a login is about the address, never about the object of the call: %j",
  async (body) => {
    const { api } = fakeNetwork((call) => (call.path === loginPath ? { status: 404, body } : fine()));
    const { kind, advice } = (await errorOf(api.get("/keys/k1"))).facts;
    expect(kind).toBe("unreachable");
    expect(advice).toMatch(/^Check ciphertrust:address \(CIPHERTRUST_ADDRESS\): /);
    expect(advice).toContain(`${settings.address}/api/v1`);
  },
);

describe("the login request", () => {
  const bodyOf = async (configured: Record<string, string>) => {
    const read = readSettings((name) => ({ address: "cm.example.com", ...configured })[name as string], {});
    const { api, logins } = fakeNetwork(loggedIn(fine), read);
    await api.get("/a");
    const { method, path, body, anonymous } = logins()[0]!;
    expect({ method, path, anonymous }).toEqual({ method: "POST", path: loginPath, anonymous: true });
    return JSON.parse(JSON.stringify(body)) as unknown;
  };

  test.each([
    {
      name: "of a user contains only name and password",
      configured: { username: "u", password: "p" },
      body: { name: "u", password: "p" },
    },
    {
      name: "of a user in another domain contains domain, home domain and identity provider",
      configured: { username: "u", password: "p", domain: "d", authDomain: "a", connection: "ldap" },
      body: { name: "u", password: "p", domain: "d", auth_domain: "a", connection: "ldap" },
    },
    {
      name: "of a user whose home is given by a path contains that",
      configured: { username: "u", password: "p", authDomainPath: "/tenants/a" },
      body: { name: "u", password: "p", auth_domain_path: "/tenants/a" },
    },
  ])("$name", async ({ configured, body }) => expect(await bodyOf(configured as never)).toEqual(body));

  test("of a client contains its identity, and no password", async () => {
    const { certificate, key } = await (await makeAuthority()).issue("c-1");
    const client = { clientId: "c-1", clientCertificate: certificate, clientKey: key };
    const body = await bodyOf({ ...client, password: "p" });
    expect(body).toEqual({ grant_type: "client_credential", client_id: "c-1" });
  });
});

describe("the login of a user with a certificate", () => {
  const withPair = async (given: Record<string, string> = {}) => {
    const { certificate, key } = await (await makeAuthority()).issue("erin");
    const configured = { address: "cm.example.com", clientCertificate: certificate, clientKey: key, ...given };
    return readSettings((name) => (configured as Record<string, string>)[name], {});
  };
  const bodyOf = ({ logins }: { logins(): ApiRequest[] }) => JSON.parse(JSON.stringify(logins()[0]!.body)) as unknown;

  test("contains no name, and where the account is", async () => {
    const network = fakeNetwork(loggedIn(fine), await withPair({ domain: "d", authDomainPath: "/a" }));
    await network.api.get("/a");
    expect(bodyOf(network)).toMatchObject({ grant_type: "user_certificate", domain: "d", auth_domain_path: "/a" });
  });

  test("is refused with the subject of the certificate, and what the user needs", async () => {
    const refusing = () => ({ status: 401, body: { codeDesc: "NCERRUnauthorizedAccess: Invalid user certificate" } });
    const { api } = fakeNetwork(refusing, await withPair({ domain: "d" }));
    const error = await errorOf(api.get("/a"));
    expect(error.message).toMatch(/refused the login of the user with the certificate CN=erin in domain d: /);
    expect(error.facts.advice).toMatch(/clientCertificate.*certificateSubjectDn.*user_certificate.*WebInterfaceTrust/);
  });

  test("that has expired is refused with its dates, and nothing is sent", async () => {
    const { api, clock, sent } = fakeNetwork(loggedIn(fine), await withPair());
    clock.advance(20 * 365 * 86_400);
    const error = await errorOf(api.get("/a"));
    expect(error.message).toMatch(/certificate CN=erin has expired \(valid from \S+Z to \S+Z\): nothing was sent/);
    expect(sent).toEqual([]);
  });

  test("that breaks the connection points at the certificate", async () => {
    const { api } = fakeNetwork(() => apiError("unanswered"), { ...(await withPair()), maxRetries: 0 });
    const error = await errorOf(api.get("/a"));
    expect(error.kind).toBe("unreachable");
    expect(error.facts.advice).toMatch(/may not accept the certificate of .*CN=erin.*clientKey/);
  });
});

describe("the service's time", () => {
  const tokenOf = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
  const at = Date.parse("2027-05-05T05:05:05Z");

  test("is taken from the token's time of issue, and advances from there", async () => {
    const { api, clock, logins } = fakeNetwork((call) =>
      call.path === loginPath ? { body: { jwt: tokenOf({ iat: at / 1000 }), duration: 300 } } : fine(),
    );
    expect(await api.time()).toBe(at);
    clock.advance(100);
    expect(await api.time()).toBe(at + 100_000);
    expect(logins()).toHaveLength(1);
  });

  test.each(["opaque", tokenOf({ sub: "x" }), "a.b.c"])(
    "is our own time if the token does not contain it: %s",
    async (jwt) => {
      const { api, clock } = fakeNetwork((call) =>
        call.path === loginPath ? { body: { jwt, duration: 300 } } : fine(),
      );
      expect(await api.time()).toBe(clock.now());
    },
  );
});

test("a call without a token sends none and needs no login", async () => {
  const { api, logins, sent } = fakeNetwork(loggedIn(fine));
  await api.post("/register", {}, { anonymous: true });
  expect(logins()).toEqual([]);
  expect(bearer(sent[0]!)).toBeUndefined();
});
