import { ApiError, errorOfResponse, errorOfTransport, isKind, type ErrorKind } from "../../provider/api/errors";
import { errorOf, fakeNetwork, loggedIn } from "./support";

const said = { code: 1, codeDesc: "NCERRSomething: as it is", requestID: "r-42" };

const statuses: [number, ErrorKind][] = [
  [400, "badRequest"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "notFound"],
  [405, "failed"],
  [409, "conflict"],
  [418, "failed"],
  [422, "badRequest"],
  [429, "exhausted"],
  [500, "failed"],
  [501, "unimplemented"],
  [502, "unanswered"],
  [503, "unanswered"],
  [504, "unanswered"],
  [302, "failed"],
];

test.each(statuses)("status %i has kind %s", (status, kind) => {
  expect(errorOfResponse("POST /x", status, said).kind).toBe(kind);
});

test("reading uses up no quota: its 429 is retried", () => {
  expect(errorOfResponse("GET /x", 429, said).kind).toBe("busy");
});

test.each([
  { name: "that invites to retry", body: said, retryAfter: "3" },
  { name: "of something in front of the service", body: "<html>", retryAfter: undefined },
])("a 429 $name is about the rate of calls", ({ body, retryAfter }) => {
  expect(errorOfResponse("GET /x", 429, body, retryAfter).kind).toBe("busy");
});

const missing: { name: string; body: unknown; kind: ErrorKind }[] = [
  { name: "a 404 with an error code of the service is notFound", body: said, kind: "notFound" },
  { name: "a 404 with the code in its message is notFound", body: { message: said.codeDesc }, kind: "notFound" },
  { name: "a 404 without a body is not notFound", body: undefined, kind: "failed" },
  { name: "a 404 page of a proxy is not notFound", body: "<html>404 Not Found</html>", kind: "failed" },
  { name: "a 404 with JSON from another server is not notFound", body: { message: "no such route" }, kind: "failed" },
  { name: "a 404 with a code that is not a string is not notFound", body: { codeDesc: 16 }, kind: "failed" },
];

test.each(missing)("$name", ({ body, kind }) => expect(errorOfResponse("GET /x", 404, body).kind).toBe(kind));

const messages: { name: string; body: unknown; message: string }[] = [
  {
    name: "the message contains status, code and request id",
    body: said,
    message: "the service responded with 409 NCERRSomething: as it is (request id r-42)",
  },
  {
    name: "the request id may be missing from the message",
    body: { codeDesc: "NCERRConflict" },
    message: "the service responded with 409 NCERRConflict",
  },
  {
    name: "an empty code is ignored",
    body: { codeDesc: "", message: "taken" },
    message: "the service responded with 409 taken",
  },
  {
    name: "a response without a message is described as such",
    body: null,
    message: "the service responded with 409 without an explanation",
  },
  {
    name: "a page from another server is not repeated",
    body: "<html>secret page</html>",
    message: "the service responded with 409 without an explanation",
  },
];

test.each(messages)("$name", ({ body, message }) => {
  const error = errorOfResponse("POST /x", 409, body);
  expect(error.message).toBe(message);
  expect(error.facts).toMatchObject({ call: "POST /x", status: 409 });
});

test("an error never contains the body or the query of the request", async () => {
  const { api } = fakeNetwork(loggedIn(() => ({ status: 400, body: said })));
  const secret = "wJalrXUtnFEMI";
  for (const work of [
    api.post("/x", { secret }),
    api.patch("/x", { secret }),
    api.get("/x", { secret }),
    api.delete("/x", { body: { secret } }),
  ]) {
    const error = await errorOf(work);
    expect(JSON.stringify([error.message, error.facts, error.stack, error])).not.toContain(secret);
  }
});

const withCode = (code: string, syscall = "connect") => Object.assign(new Error("failed"), { code, syscall });

const transport: { name: string; cause: unknown; kind: ErrorKind; advice: RegExp }[] = [
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"].map(
    (code) => ({
      name: `${code} means that nothing was sent`,
      cause: withCode(code),
      kind: "unreachable" as const,
      advice: /ciphertrust:address/,
    }),
  ),
  ...["EHOSTUNREACH", "ENETUNREACH"].map((code) => ({
    name: `${code} of a connection that stood means that the request may have been processed`,
    cause: withCode(code, "read"),
    kind: "unanswered" as const,
    advice: /proxy, firewall/,
  })),
  ...["SELF_SIGNED_CERT_IN_CHAIN", "DEPTH_ZERO_SELF_SIGNED_CERT", "CERT_SIGNATURE_FAILURE"].map((code) => ({
    name: `${code} means an unknown CA`,
    cause: withCode(code),
    kind: "untrusted" as const,
    advice: /ciphertrust:caCertificate/,
  })),
  {
    name: "an expired certificate must be renewed on the service",
    cause: withCode("CERT_HAS_EXPIRED"),
    kind: "untrusted",
    advice: /Renew the certificate/,
  },
  {
    name: "a certificate for another host name points at the address",
    cause: withCode("ERR_TLS_CERT_ALTNAME_INVALID"),
    kind: "untrusted",
    advice: /ciphertrust:address/,
  },
  {
    name: "a timeout points at the timeout setting",
    cause: withCode("RESPONSE_TIMEOUT"),
    kind: "unanswered",
    advice: /requestTimeoutSeconds/,
  },
  {
    name: "after a broken connection the request may have been processed",
    cause: withCode("ECONNRESET"),
    kind: "unanswered",
    advice: /proxy, firewall/,
  },
  {
    name: "a response that never ends comes from another server",
    cause: withCode("UND_ERR_RES_EXCEEDED_MAX_SIZE"),
    kind: "unanswered",
    advice: /which server responds at/,
  },
  {
    name: "the code of the cause is used",
    cause: new TypeError("fetch failed", { cause: withCode("ECONNREFUSED") }),
    kind: "unreachable",
    advice: /address/,
  },
  {
    name: "the code of the first of several attempts is used",
    cause: new AggregateError([withCode("ECONNREFUSED")]),
    kind: "unreachable",
    advice: /address/,
  },
  { name: "an error without a code is a broken connection", cause: new Error("odd"), kind: "unanswered", advice: /./ },
  { name: "a thrown value that is not an Error is one too", cause: "odd", kind: "unanswered", advice: /./ },
];

test.each(transport)("$name", ({ cause, kind, advice }) => {
  const error = errorOfTransport("GET /x", "https://cm.example.com", cause);
  expect(error.kind).toBe(kind);
  expect(error.message).toContain("https://cm.example.com");
  expect(error.facts.advice).toMatch(advice);
  expect(error.cause).toBe(cause);
});

test("a connection closed by the server is described in plain words", () => {
  const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  expect(errorOfTransport("GET /x", "https://cm.example.com", cause).message).toContain(": other side closed");
});

test.each(["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"])(
  "with a configured CA, %s means a different CA",
  (code) => {
    const error = errorOfTransport("GET /x", "https://cm.example.com", withCode(code), true);
    expect(error.facts.advice).toMatch(/ciphertrust:caCertificate \(CIPHERTRUST_CA_CERT\).*did not sign/);
    expect(error.facts.advice).not.toMatch(/^Set /);
  },
);

test("isKind recognizes only our own errors", () => {
  const error = new ApiError("x", { kind: "conflict", call: "POST /x" });
  expect(isKind(error, "notFound", "conflict")).toBe(true);
  expect(isKind(error, "notFound")).toBe(false);
  expect(isKind(Object.assign(new Error("x"), { kind: "conflict" }), "conflict")).toBe(false);
});
