import type { ApiRequest, ApiResponse } from "../../../provider/api/transport";
import type { Bag } from "../../../provider/lifecycle/vocabulary/definition";
import { entryIn, startService, written, type Service } from "./writeSupport";

/** A service that is not as expected: the report names each difference, and the run goes on. */

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());
beforeEach(() => service.reset());

type Answer = (request: ApiRequest, send: () => Promise<ApiResponse>) => Promise<ApiResponse>;

const about = (path: string) => (request: ApiRequest) => request.path.startsWith(path);

/** What the entry of a type says of a service that responds like that. */
async function differencesOf(type: string, answer: Answer): Promise<string[]> {
  const { entries } = await written(service, {
    types: [type],
    through: (send) => (request) => answer(request, () => send(request)),
  });
  const { outcome, differences } = entryIn(entries, type)!;
  return [outcome, ...differences.map(({ where, what }) => `${where}: ${what}`)];
}

/** Responses about these objects, also in lists, with changes. */
function changing(path: string, change: (body: Bag) => Bag): Answer {
  return async (request, send) => {
    const response = await send();
    const isObject = about(path)(request) && typeof response.body === "object" && response.status < 300;
    if (!isObject) return response;
    const body = response.body as Bag;
    const items = body.resources as Bag[] | undefined;
    return { ...response, body: items ? { ...body, resources: items.map(change) } : change(body) };
  };
}

const aws = "/connectionmgmt/services/aws/connections";
const keys = "/vault/keys2";
const done = { status: 200, body: undefined };

test("a field that is not returned", async () => {
  const without = changing(aws, ({ description: _, ...rest }) => rest);
  expect(await differencesOf("AwsConnection", without)).toEqual([
    "differs",
    "create: description: is not returned",
    "read after create: description: is not returned",
    "update: description: is not returned",
    "read after update: description: is not returned",
  ]);
});

test("an output that every object has", async () => {
  const without = changing(keys, ({ objectType: _, ...rest }) => rest);
  expect((await differencesOf("VaultKey", without))[1]).toMatch(/^objectType: missing/);
});

test("an update that has no effect", async () => {
  const ignoring: Answer = async (request, send) => {
    if (request.method !== "PATCH" || !about(aws)(request)) return send();
    const { description: _, ...rest } = request.body as Bag;
    (request as { body: unknown }).body = rest;
    return send();
  };
  expect(await differencesOf("AwsConnection", ignoring)).toEqual([
    "differs",
    "update: the service accepted description, and the object is as before",
  ]);
});

test("a delete that leaves the object", async () => {
  let isIgnored = false;
  const ignoring: Answer = (request, send) => {
    if (request.method !== "DELETE" || !about(aws)(request) || isIgnored) return send();
    isIgnored = true;
    return Promise.resolve({ ...done, status: 204 });
  };
  const before = service.contents();
  expect(await differencesOf("AwsConnection", ignoring)).toEqual([
    "differs",
    "delete: failed in the provider (ResourceError)",
  ]);
  // The mark of the run leads to it again.
  expect(service.contents()).toEqual(before);
});

test.each([
  ["a refusal with a code", 400, { code: 1, codeDesc: "NCERRInvalidParamValue: no" }, "400 NCERRInvalidParamValue"],
  ["an unexpected status", 418, { codeDesc: "NCERRTeapot: no" }, "418 NCERRTeapot"],
])("%s", async (_, status, body, shown) => {
  const refusing: Answer = (request, send) =>
    request.method === "POST" && about(aws)(request) ? Promise.resolve({ status, body }) : send();
  expect(await differencesOf("AwsConnection", refusing)).toEqual(["differs", `create: responds with ${shown}`]);
});

test.each([
  ["no permission", 403, "NCERRForbidden: no"],
  ["not in this version", 501, "NCERRNotImplemented: no"],
])("what is no difference: %s", async (outcome, status, codeDesc) => {
  const refusing: Answer = (request, send) =>
    request.method === "POST" && about(aws)(request) ? Promise.resolve({ status, body: { codeDesc } }) : send();
  expect(await differencesOf("AwsConnection", refusing)).toEqual([outcome]);
});
