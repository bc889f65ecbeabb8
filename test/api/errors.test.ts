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
  [429, "busy"],
  [500, "failed"],
  [501, "unimplemented"],
  [502, "unanswered"],
  [503, "unanswered"],
  [504, "unanswered"],
  [302, "failed"],
];

test.each(statuses)("status %i is of kind %s", (status, kind) => {
  expect(errorOfResponse("GET /x", status, said).kind).toBe(kind);
});

const missing: { name: string; body: unknown; kind: ErrorKind }[] = [
  { name: "a 404 with a code of the service is notFound", body: said, kind: "notFound" },
  { name: "a 404 whose code stands in the message is notFound", body: { message: said.codeDesc }, kind: "notFound" },
  { name: "a 404 without a body is not", body: undefined, kind: "failed" },
  { name: "a 404 page of a proxy is not", body: "<html>404 Not Found</html>", kind: "failed" },
  { name: "a 404 in JSON from somebody else is not", body: { message: "no such route" }, kind: "failed" },
  { name: "a 404 with a code that is no text is not", body: { codeDesc: 16 }, kind: "failed" },
];

test.each(missing)("$name", ({ body, kind }) => expect(errorOfResponse("GET /x", 404, body).kind).toBe(kind));

const messages: { name: string; body: unknown; message: string }[] = [
  {
    name: "the message holds status, code and request id",
    body: said,
    message: "the service responded with 409 NCERRSomething: as it is (request id r-42)",
  },
  {
    name: "the message does without a request id",
    body: { codeDesc: "NCERRConflict" },
    message: "the service responded with 409 NCERRConflict",
  },
  {
    name: "an empty code counts as none",
    body: { codeDesc: "", message: "taken" },
    message: "the service responded with 409 taken",
  },
  {
    name: "an answer without words is called that",
    body: null,
    message: "the service responded with 409 without an explanation",
  },
  {
    name: "a page of somebody else is not repeated",
    body: "<html>secret page</html>",
    message: "the service responded with 409 without an explanation",
  },
];

test.each(messages)("$name", ({ body, message }) => {
  const error = errorOfResponse("POST /x", 409, body);
  expect(error.message).toBe(message);
  expect(error.facts).toMatchObject({ call: "POST /x", status: 409 });
});

test("an error never carries the body or the query that was sent", async () => {
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

const withCode = (code: string) => Object.assign(new Error("failed"), { code });

const transport: { name: string; cause: unknown; kind: ErrorKind; advice: RegExp }[] = [
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"].map(
    (code) => ({
      name: `${code} means that nothing was sent`,
      cause: withCode(code),
      kind: "unreachable" as const,
      advice: /ciphertrust:address/,
    }),
  ),
  ...["SELF_SIGNED_CERT_IN_CHAIN", "DEPTH_ZERO_SELF_SIGNED_CERT", "CERT_SIGNATURE_FAILURE"].map((code) => ({
    name: `${code} means an unknown CA`,
    cause: withCode(code),
    kind: "untrusted" as const,
    advice: /ciphertrust:caCertificate/,
  })),
  {
    name: "an expired certificate is the service's to renew",
    cause: withCode("CERT_HAS_EXPIRED"),
    kind: "untrusted",
    advice: /Renew the certificate/,
  },
  {
    name: "a foreign host name is a matter of the address",
    cause: withCode("ERR_TLS_CERT_ALTNAME_INVALID"),
    kind: "untrusted",
    advice: /ciphertrust:address/,
  },
  {
    name: "silence for too long is a matter of the timeout",
    cause: withCode("RESPONSE_TIMEOUT"),
    kind: "unanswered",
    advice: /requestTimeoutSeconds/,
  },
  {
    name: "a broken connection may or may not have been heard",
    cause: withCode("ECONNRESET"),
    kind: "unanswered",
    advice: /proxy, firewall/,
  },
  {
    name: "a response without end comes from something else than the service",
    cause: withCode("UND_ERR_RES_EXCEEDED_MAX_SIZE"),
    kind: "unanswered",
    advice: /which server responds at/,
  },
  {
    name: "the code of the cause counts",
    cause: new TypeError("fetch failed", { cause: withCode("ECONNREFUSED") }),
    kind: "unreachable",
    advice: /address/,
  },
  {
    name: "the code of the first of several attempts counts",
    cause: new AggregateError([withCode("ECONNREFUSED")]),
    kind: "unreachable",
    advice: /address/,
  },
  { name: "an error without a code is a broken connection", cause: new Error("odd"), kind: "unanswered", advice: /./ },
  { name: "what is not even an error is one too", cause: "odd", kind: "unanswered", advice: /./ },
];

test.each(transport)("$name", ({ cause, kind, advice }) => {
  const error = errorOfTransport("GET /x", "https://cm.example.com", cause);
  expect(error.kind).toBe(kind);
  expect(error.message).toContain("https://cm.example.com");
  expect(error.facts.advice).toMatch(advice);
  expect(error.cause).toBe(cause);
});

test("a connection that the other side closed is told in words", () => {
  const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  expect(errorOfTransport("GET /x", "https://cm.example.com", cause).message).toContain(": other side closed");
});

test.each(["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"])(
  "%s where a CA is set means another CA than that",
  (code) => {
    const error = errorOfTransport("GET /x", "https://cm.example.com", withCode(code), true);
    expect(error.facts.advice).toMatch(/ciphertrust:caCertificate \(CIPHERTRUST_CA_CERT\).*did not sign/);
    expect(error.facts.advice).not.toMatch(/^Set /);
  },
);

test("isKind knows our errors from others", () => {
  const error = new ApiError("x", { kind: "conflict", call: "POST /x" });
  expect(isKind(error, "notFound", "conflict")).toBe(true);
  expect(isKind(error, "notFound")).toBe(false);
  expect(isKind(Object.assign(new Error("x"), { kind: "conflict" }), "conflict")).toBe(false);
});
