import { environmentNames, readSettings, type SettingName } from "../../provider/api/settings";
import { makeAuthority, type Identity } from "./certificates";
import { problemsOf, type Strings } from "./configured";

/** Which login the settings describe, from several places, and which of them contradict each other. */

let own: Identity;
beforeAll(async () => (own = await (await makeAuthority()).issue("erin")));

const address = "cm.example.com";
const user = { username: "u", password: "p" };
const pair = () => ({ clientCertificate: own.certificate, clientKey: own.key });

const read = (configured: Strings, environment: Strings = {}) => {
  const variables = Object.entries(environment).map(([name, value]) => [environmentNames[name as SettingName], value]);
  return readSettings((name) => ({ address, ...configured })[name], Object.fromEntries(variables) as NodeJS.ProcessEnv);
};

const problems = (...settings: Parameters<typeof read>): string[] => problemsOf(() => read(...settings));

test.each<[string, () => Strings]>([
  ["a user by password", () => user],
  ["a user by certificate", pair],
  ["a user by password and certificate", () => ({ ...user, ...pair() })],
  ["a user by certificate, in a domain, from a path", () => ({ ...pair(), domain: "d", authDomainPath: "/a" })],
  ["a registered client", () => ({ clientId: "c", ...pair() })],
  ["a token", () => ({ token: "t" })],
])("%s can log in", (_name, given) => {
  expect(read(given())).toMatchObject(given());
  expect(read({}, given())).toMatchObject(given());
});

test.each<[string, () => Strings, RegExp[]]>([
  [
    "nobody",
    () => ({}),
    [
      /username .*is missing \(or log in with ciphertrust:clientId, clientCertificate or token\)/,
      /password .*is missing/,
    ],
  ],
  ["a user without a password", () => ({ username: "u" }), [/password .*is missing$/]],
  [
    "a user without a password, but with a certificate",
    () => ({ username: "u", ...pair() }),
    [/password .*is missing \(to log in with the certificate alone, omit ciphertrust:username\)$/],
  ],
  ["a password without a user", () => ({ password: "p" }), [/username .*is missing$/]],
  ["a certificate without its key", () => ({ clientCertificate: own.certificate }), [/clientKey .*is missing: a user/]],
  ["a key without its certificate", () => ({ clientKey: own.key }), [/clientCertificate .*is missing: a user/]],
  [
    "a certificate without its key, beside a password",
    () => ({ ...user, clientCertificate: own.certificate }),
    [/clientKey .*is missing/],
  ],
  [
    "an identity provider for a certificate",
    () => ({ ...pair(), connection: "ldap" }),
    [/connection .*needs ciphertrust:username and password/],
  ],
  [
    "a home by name and by path",
    () => ({ ...user, authDomain: "a", authDomainPath: "/a" }),
    [/authDomain .*contradicts/],
  ],
  ["a path that is none", () => ({ ...user, authDomainPath: "a" }), [/authDomainPath .*must start with \//]],
  ["a path of two lines", () => ({ ...user, authDomainPath: "/a\n" }), [/authDomainPath .*control characters$/]],
  ["a token and a user", () => ({ ...user, token: "t" }), [/username .*contradicts ciphertrust:token/]],
  [
    "a token and a client",
    () => ({ ...pair(), clientId: "c", token: "t" }),
    [/clientId .*contradicts ciphertrust:token/],
  ],
  [
    "a token and a domain to log in to",
    () => ({ token: "t", domain: "d", connection: "ldap" }),
    [/domain .*has no effect on ciphertrust:token/, /connection .*has no effect/],
  ],
  [
    "a client and a user",
    () => ({ ...user, ...pair(), clientId: "c" }),
    [/username .*contradicts ciphertrust:clientId/],
  ],
  [
    "a client and a domain to log in to",
    () => ({ ...pair(), clientId: "c", domain: "d", authDomainPath: "/a" }),
    [
      /domain .*has no effect on ciphertrust:clientId: a client always logs in to the root domain/,
      /authDomainPath .*no effect/,
    ],
  ],
  ["a token as a header", () => ({ token: "Bearer abc" }), [/token .*must be the token alone/]],
  ["a token of two lines", () => ({ token: "abc\n" }), [/token .*must be the token alone/]],
])("%s is refused", (_name, given, expected) => {
  const found = problems(given());
  expect(found).toHaveLength(expected.length);
  expected.forEach((pattern, index) => expect(found[index]).toMatch(pattern));
});

test("a contradiction names the variable that was set", () => {
  expect(problems({}, { ...user, token: "t" })).toEqual([
    expect.stringMatching(/^ciphertrust:username \(CIPHERTRUST_USERNAME\) contradicts CIPHERTRUST_TOKEN:/),
  ]);
});

describe("where several places say who calls, the nearest one counts:", () => {
  const everything = () => ({ ...user, domain: "d", authDomain: "a", connection: "l", clientId: "c", ...pair() });

  test("a token, with nothing that belongs to the login of the environment", () => {
    const { token, username, clientId, domain, authDomain, connection } = read({ token: "t" }, everything());
    expect({ token, username, clientId, domain, authDomain, connection }).toEqual({ token: "t" });
  });
  test("a user, not the token or the client of the environment", () => {
    const { username, token, clientId } = read({ username: "v" }, { token: "t", clientId: "c", password: "p" });
    expect({ username, token, clientId }).toEqual({ username: "v" });
  });
  test("a client whose certificate is in the environment, with nothing that belongs to a user there", () => {
    const { clientId, token, domain } = read({ clientId: "c" }, { ...pair(), token: "t", domain: "d" });
    expect({ clientId, token, domain }).toEqual({ clientId: "c" });
  });
  test("a user's certificate, not the user or the token of the environment", () => {
    const settings = read(pair(), { ...user, token: "t", connection: "l", domain: "d" });
    const { username, password, token, connection, domain, clientCertificate } = settings;
    expect({ username, password, token, connection, domain }).toEqual({ domain: "d" });
    expect(clientCertificate).toBe(own.certificate);
  });
  test("a client whose certificate is nearer than its identity", () => {
    expect(read(pair(), { ...user, clientId: "c" })).toMatchObject({ clientId: "c", ...pair() });
    expect(read(pair(), { ...user, clientId: "c" }).username).toBeUndefined();
  });
  test("a user whose certificate is in the environment, or beside the password", () => {
    expect(read(user, pair())).toMatchObject({ ...user, ...pair() });
    expect(read({ ...pair(), password: "p" }, { username: "u" })).toMatchObject({ ...user, ...pair() });
  });
  test("the user's domain stays what the environment says, for a user", () => {
    expect(read(user, { domain: "d", authDomainPath: "/a" })).toMatchObject({ domain: "d", authDomainPath: "/a" });
  });
  test("a path, not the name of a home in the environment, and the other way round", () => {
    expect(read({ ...user, authDomainPath: "/a" }, { authDomain: "b" }).authDomain).toBeUndefined();
    expect(read({ ...user, authDomain: "b" }, { authDomainPath: "/a" }).authDomainPath).toBeUndefined();
  });
});
