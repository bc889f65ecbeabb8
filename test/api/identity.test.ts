import { ApiError, type ErrorKind } from "../../provider/api/errors";
import { isSameService, serviceIdentity, tokenFacts } from "../../provider/api/identity";

/** What distinguishes one service, and one domain in it, from another. */

describe("two identities", () => {
  test.each([
    ["other hosts of one service", "a/root.born.key", "b/root.born.key", true],
    ["after the signing key was rotated", "a/root.born.old", "a/root.born.new", true],
    ["one no longer shows its domain", "a/root.born.", "a/root..", true],
    ["nothing can be compared", "a/root.born.", "a/root..key", true],
    ["two services", "a/root.born.", "a/root.elsewhere.", false],
    ["two services that only name keys", "a/root..one", "a/root..two", false],
    ["two domains of one service", "a/root.born.key", "a/sub.born.key", false],
  ])("%s", (_name, one, other, same) => {
    expect(isSameService(one, other)).toBe(same);
    expect(isSameService(other, one)).toBe(same);
  });

  const domain = { id: "00000000", account: "kylo:kylo:admin:accounts:kylo", createdAt: "2026-01-01T00:00:00.123456Z" };
  const identity = (host: string, facts: object, record: object = domain) =>
    serviceIdentity(host, facts, () => Promise.resolve(record as Record<string, unknown>));

  test("the account counts the same, from the token or from the domain", async () => {
    expect(await identity("cm", { account: "kylo" })).toBe(await identity("cm", {}));
  });

  test("another creation time is another service; no part of it is stored in plain text", async () => {
    const one = await identity("cm.example.com", { account: "kylo" });
    const other = await identity(
      "cm.example.com",
      { account: "kylo" },
      { ...domain, createdAt: "2026-01-01T00:00:00.123457Z" },
    );
    expect(isSameService(one, other)).toBe(false);
    expect(one).toMatch(/^cm\.example\.com\/[\w-]{4}\.[\w-]{8}\.$/);
  });

  test.each<ErrorKind>(["forbidden", "notFound", "unimplemented"])(
    "a service that responds to the request for its domain with %s",
    async (kind) => {
      const refused = () => Promise.reject(new ApiError("no", { kind, call: "GET /domain" }));
      expect(await serviceIdentity("cm", { account: "kylo", key: "k1" }, refused)).toMatch(
        /^cm\/[\w-]{4}\.\.[\w-]{8}$/,
      );
    },
  );

  test("a service that cannot be reached has no identity yet", async () => {
    const lost = () => Promise.reject(new ApiError("no", { kind: "unanswered", call: "GET /domain" }));
    await expect(serviceIdentity("cm", {}, lost)).rejects.toThrow("no");
  });

  test("a token that is not a JSON web token has no identity", () => {
    expect(tokenFacts("opaque")).toEqual({});
    expect(tokenFacts("a.b.c")).toEqual({});
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    expect(tokenFacts(`${part({ kid: "k1" })}.${part({ acc: "kylo", iat: 5 })}.x`)).toEqual({
      account: "kylo",
      key: "k1",
      issuedAt: 5000,
    });
  });
});
