import type { ApiError } from "../../provider/api/errors";
import { Several } from "../../provider/api/several";
import type { ApiRequest } from "../../provider/api/transport";
import { apiError, errorOf, fakeNetwork, loggedIn, type FakeNetwork, type FakeResponse } from "./support";

/** Calls that the service holds until others approve them, in every form that its response may have. */

const key = "0fa3cbd0-2a5b-4d5c-8f52-6b6b1c9d8a01";
const uri = "kylo:kylo:vault:keys:orders-v0";
const quorum = { id: "5a1d7a52-6c0e-4b43-9a0f-3e3d51f0c0de", operation: "DeleteKey", state: "pre-active", uri };
const path = `/vault/keys2/${key}`;
const quorums = "/quorum-mgmt/quorums";
const missing = { status: 404, body: { code: 6, codeDesc: "NCERRResourceNotFound: Resource not found" } };

const list = (...resources: object[]): FakeResponse => {
  return { body: { skip: 0, limit: 10, total: resources.length, resources } };
};

interface Service {
  /** To the guarded call. */
  readonly response?: FakeResponse;
  readonly waiting?: FakeResponse;
  readonly objects?: FakeResponse;
  readonly profiles?: FakeResponse;
}

function serviceOf({
  response = { status: 204 },
  waiting = list(),
  objects = missing,
  profiles = list(),
}: Service): FakeNetwork {
  const responses: Readonly<Record<string, FakeResponse>> = {
    [`GET ${quorums}`]: waiting,
    [`GET ${quorums}/${quorum.id}/resources`]: objects,
    "GET /quorum-mgmt/profiles": profiles,
    [`GET ${path}`]: { body: { id: key, uri } },
  };
  return fakeNetwork(loggedIn(({ method, path: called }) => responses[`${method} ${called}`] ?? response));
}

/** The calls that change something. */
const changes = ({ names }: FakeNetwork): string[] => names().filter((name) => !name.startsWith("GET "));

const heldError = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await errorOf(work);
  expect(error.kind).toBe("held");
  return error;
};

describe("a held call is recognized", () => {
  const waiting = list(quorum);
  test.each<[string, Service]>([
    ["by the quorum in place of the object", { response: { status: 202, body: quorum } }],
    ["by the quorum in an accepted response", { response: { status: 202, body: { quorum } } }],
    [
      "by the quorum beside an error",
      { response: { status: 403, body: { code: 8, codeDesc: "NCERRForbidden", quorum } } },
    ],
  ])("%s", async (_name, service) => {
    const network = serviceOf(service);
    const error = await heldError(network.api.delete(path));
    expect(error.message).toContain(`quorum ${quorum.id} (DeleteKey) is pre-active`);
    expect(error.facts).toMatchObject({ quorum: { id: quorum.id }, call: `DELETE ${path}` });
    expect(changes(network)).toEqual([`DELETE ${path}`]);
  });

  test.each<[string, FakeResponse]>([
    ["accepted without a word", { status: 202 }],
    ["forbidden without a word", { status: 403, body: { code: 8, codeDesc: "NCERRForbidden: approval needed" } }],
  ])("by the list of quorums where it is %s", async (_name, response) => {
    let isSent = false;
    const network = fakeNetwork(
      loggedIn(({ method, path: called }) => {
        isSent ||= method === "DELETE";
        if (called === quorums) return isSent ? waiting : list();
        return method === "DELETE" ? response : missing;
      }),
    );
    const found = heldError(network.api.delete(path));
    // Neither the objects of the quorum nor the key can be read: what may be the call counts as the call.
    expect((await found).facts.quorum).toEqual({ id: quorum.id, operation: "DeleteKey", state: "pre-active" });
  });

  test("afterwards, where it was accepted and nothing has happened", async () => {
    let isSent = false;
    const network = fakeNetwork(
      loggedIn(({ method, path: called }) => {
        isSent ||= method === "DELETE";
        if (called === quorums) return isSent ? waiting : list();
        return method === "DELETE" ? { status: 204 } : missing;
      }),
    );
    await network.api.delete(path);
    await network.api.refuseHeld("/vault/keys2/another");
    await heldError(network.api.refuseHeld(path));
  });
});

describe("a call that waits already", () => {
  const waiting = list(quorum);
  const others = {
    id: "9c1d7a52-6c0e-4b43-9a0f-3e3d51f0c0de",
    name: "customers",
    uri: "kylo:kylo:vault:keys:customers-v0",
  };
  test.each<[string, Service]>([
    ["by the id of its object", { waiting, objects: list({ id: key, name: "orders", uri: "another" }) }],
    ["by the URI of its object", { waiting, objects: list({ uri }) }],
    ["by its URI alone", { waiting }],
    ["by nothing that tells it from this one", { waiting: list({ ...quorum, uri: undefined }) }],
    ["whatever the spelling of its state", { waiting: list({ ...quorum, state: "Active" }) }],
  ])("is found %s, and not sent again", async (_name, service) => {
    const network = serviceOf(service);
    const error = await heldError(network.api.delete(path));
    expect(error.facts.quorum!.id).toBe(quorum.id);
    expect(changes(network)).toEqual([]);
  });

  test.each<[string, Service]>([
    ["about another object", { waiting, objects: list(others) }],
    ["about another object as well", { waiting, objects: list({ id: key }, others) }],
    ["that was approved", { waiting: list({ ...quorum, state: "approved" }) }],
    ["that was denied", { waiting: list({ ...quorum, state: "denied" }) }],
    ["of another operation", { waiting: list({ ...quorum, operation: "RevokeKey" }) }],
    ["that nobody may see", { waiting: { status: 403, body: { code: 8, codeDesc: "NCERRForbidden" } } }],
    ["of a service without quorums", { waiting: { status: 404, body: "<html>" } }],
  ])("is none %s", async (_name, service) => {
    const network = serviceOf(service);
    await network.api.delete(path);
    expect(changes(network)).toEqual([`DELETE ${path}`]);
  });

  test("is not sent while the service does not tell what waits", async () => {
    const network = serviceOf({ waiting: { status: 500, body: { code: 1, codeDesc: "NCERRInternal" } } });
    expect(await errorOf(network.api.delete(path))).toMatchObject({ facts: { call: `GET ${quorums}` } });
    expect(changes(network)).toEqual([]);
  });

  test("is looked for once a minute, for each operation", async () => {
    const { api, clock, names } = serviceOf({});
    await Promise.all([api.delete(path), api.delete(path)]);
    await api.delete(path);
    clock.advance(61);
    await api.delete(path);
    await api.delete("/domains/d-1");
    await api.delete("/boxes/b-1");
    expect(names().filter((name) => name === `GET ${quorums}`)).toHaveLength(3);
  });
});

test.each<[string, Service, boolean]>([
  ["was approved", { waiting: list({ ...quorum, state: "approved" }) }, true],
  ["was approved, and asked for once more", { waiting: list(quorum, { ...quorum, state: "approved" }) }, false],
  ["was denied after an approval", { waiting: list({ ...quorum, state: "denied" }) }, false],
  ["was never asked for", {}, false],
])("a call that %s: approved is %p", async (_name, service, expected) => {
  expect(await serviceOf(service).api.isApproved({ method: "DELETE", path })).toBe(expected);
  expect(await serviceOf(service).api.isApproved({ method: "DELETE", path: "/boxes/b-1" })).toBe(false);
});

describe("what has to happen next", () => {
  const profile = { name: "DeleteKey", required_approvals: 2, voter_groups: ["Key Admins", "admin"] };
  const adviceOf = async (state: string, profiles: FakeResponse) => {
    const service = serviceOf({ response: { status: 202, body: { ...quorum, state } }, profiles });
    return (await heldError(service.api.delete(path))).facts.advice;
  };
  const opens = `Its sender opens the vote by POST ${quorums}/${quorum.id}/activate, with the login of this provider. `;

  const repeats = "After that, run the same command again: it repeats the call.";

  test("names who opens the vote, and who votes", async () => {
    expect(await adviceOf("pre-active", list(profile))).toBe(
      `${opens}It needs 2 approvals by members of "Key Admins" or "admin". ${repeats}`,
    );
  });

  test("does not open it twice; the service may do it itself", async () => {
    expect(await adviceOf("active", list({ ...profile, required_approvals: 1, auto_executable: true }))).toBe(
      'It needs 1 approval by members of "Key Admins" or "admin". After that the service makes the call itself: run the same command again, to record it.',
    );
  });

  test("names the request before it that was refused", async () => {
    const refused = { ...quorum, state: "denied" };
    const again = { ...quorum, id: "0c1d7a52-6c0e-4b43-9a0f-3e3d51f0c0de" };
    const service = serviceOf({ response: { status: 202, body: again }, waiting: list(refused) });
    const { advice } = (await heldError(service.api.delete(path))).facts;
    expect(advice).toMatch(new RegExp(`^An earlier request, quorum ${refused.id}, was denied. Its sender opens`));
  });

  test("is said without the profile, too", async () => {
    const said = `${opens}It needs the approval of others. ${repeats}`;
    expect(await adviceOf("pre-active", { status: 403, body: {} })).toBe(said);
  });
});

test.each<[string, ApiRequest["method"], string, object]>([
  ["a job", "POST", "/cckm/aws/refresh", { id: key, state: "active" }],
  ["a quorum that is over", "DELETE", path, { ...quorum, state: "executed", id: key }],
])("%s is not taken for a held call", async (_name, method, called, body) => {
  const { api } = serviceOf({ response: { status: 202, body } });
  await (method === "POST" ? api.post(called) : api.delete(called));
});

test("several held calls are one error; another failure is thrown at once", async () => {
  const several = new Several();
  const held = (id: string) => () => Promise.reject(apiError("held", { quorum: { ...quorum, id } }));
  expect([
    await several.send(held("q-1")),
    await several.send(() => Promise.resolve()),
    await several.send(held("q-2")),
  ]).toEqual([false, true, false]);
  await expect(several.send(() => Promise.reject(apiError("failed")))).rejects.toMatchObject({ kind: "failed" });
  expect(() => several.end()).toThrow(
    "the service holds 2 calls until others approve them: quorum q-1 (GET /x), quorum q-2 (GET /x)",
  );
  expect(() => new Several().end()).not.toThrow();
});
