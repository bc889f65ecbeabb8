import { withEmulator } from "../../emulator/client";
import { registry } from "../../../provider/resources";
import { differing, named, verified } from "./support";

/** Services that refuse. */

/** Projects and key rings of Google can be read without a license. */
const open = ["/cckm/google/projects", "/cckm/google/key-rings"];
const licensed = registry
  .filter(({ path, existing, action }) => path.startsWith("/cckm/") && !open.includes(path) && !action && !existing)
  .map(({ type }) => type);

describe("a service without a license", () => {
  const service = withEmulator({});

  test("refuses what needs one, and differs nowhere", async () => {
    const { report } = await verified(service.emulator);
    expect(differing(report)).toEqual([]);
    expect(named(report, "not licensed")).toEqual(expect.arrayContaining(licensed));
    expect(named(report, "no permission")).toEqual([]);
  });

  test("that responds with 404 instead of 403 differs", async () => {
    const gone = { status: 404, body: { code: 7, codeDesc: "NCERRResourceNotFound: no such path" } };
    const { report } = await verified(service.emulator, {
      types: ["AwsKms", "VaultKey"],
      through: (send) => async (call) => (call.path.startsWith("/cckm/") ? gone : send(call)),
    });
    expect(differing(report)).toEqual([
      {
        name: "AwsKms",
        outcome: "differs",
        differences: [
          { where: "list", what: "responds with 404 NCERRResourceNotFound, not with 403, without a license" },
        ],
      },
    ]);
  });
});

describe("a user who may only read some of it", () => {
  const service = withEmulator();
  const refusal = (codeDesc?: string) => ({ status: 403, body: { code: 6, codeDesc } });

  test("learns what needs a permission", async () => {
    await service.client.ok("POST", "/usermgmt/users/", {
      username: "reader",
      password: "Ciphertrust-1",
      name: "reader",
    });
    const { report } = await verified(
      { ...service.emulator, username: "reader", password: "Ciphertrust-1" },
      {
        types: ["User", "VaultKey", "getLunaClient"],
        through: (send) => async (call) =>
          /usermgmt|luna/.test(call.path) ? refusal("NCERRInsufficientPermissions: no") : send(call),
      },
    );
    expect(report.entries.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["User", "no permission"],
      ["VaultKey", "empty"],
      ["getLunaClient", "no permission"],
    ]);
  });

  test.each<[string, number, string]>([
    ["no object may be read", 9, "no permission"],
    ["one of them may be read", 1, "works"],
  ])("learns it also of a list of which %s", async (_what, refused, outcome) => {
    for (const name of ["orders", "payroll"]) await service.client.ok("POST", "/vault/keys2/", { name });
    const ids = new Set<string>();
    const { report } = await verified(service.emulator, {
      types: ["VaultKey"],
      through: (send) => async (call) => {
        const isItem = call.method === "GET" && /^\/vault\/keys2\/[0-9a-f]{64}/.test(call.path);
        if (isItem && ids.add(call.path) && [...ids].indexOf(call.path) < refused)
          return refusal("NCERRInsufficientPermissions: no");
        return send(call);
      },
    });
    expect(report.entries).toEqual([{ name: "VaultKey", outcome, differences: [] }]);
  });

  test("and a refusal that is not the service's own differs", async () => {
    const { report } = await verified(service.emulator, {
      types: ["User"],
      through: (send) => (call) => (call.path.startsWith("/usermgmt") ? Promise.resolve(refusal()) : send(call)),
    });
    expect(differing(report)).toMatchObject([
      { differences: [{ where: "list", what: "responds with 403 without an error code" }] },
    ]);
  });

  test.each([
    ["501", { status: 501, body: { codeDesc: "NCERRNotImplemented: not here" } }],
    ["404", { status: 404, body: { codeDesc: "NCERRNotFound: no such path" } }],
  ])("a collection that responds with %s is not in this version", async (_status, response) => {
    const { report } = await verified(service.emulator, {
      types: ["VaultKey"],
      through: (send) => (call) => (call.path.startsWith("/vault") ? Promise.resolve(response) : send(call)),
    });
    expect(report.entries).toEqual([{ name: "VaultKey", outcome: "not in this version", differences: [] }]);
  });

  test.each([
    ["2.21.0+12345", "2.21.0+12345"],
    ["2.19.0.9876", "2.19.0.9876"],
    ["v2.20-rc.1", "v2.20-rc.1"],
    ["2.21.0-0123456789-0123456789-0123", "unknown"],
    ["127.0.0.1", "unknown"],
    ["prod.example.com", "unknown"],
    ["10.1.2.3 is where it is", "unknown"],
    [undefined, "unknown"],
  ])("a version %s is shown as %s", async (version, shown) => {
    const response = { status: 200, body: { name: "prod", version } };
    const { report } = await verified(service.emulator, {
      types: ["ApiObject"],
      through: (send) => (call) => (call.path === "/system/info" ? Promise.resolve(response) : send(call)),
    });
    expect(report.service).toBe(shown);
  });

  test("a collection that responds with 401 differs, and the others are still compared", async () => {
    const refused = { status: 401, body: { code: 5, codeDesc: "NCERRUnauthorized: no" } };
    const { report, ended } = await verified(service.emulator, {
      types: ["VaultKey", "Domain"],
      through: (send) => (call) => (call.path.startsWith("/vault") ? Promise.resolve(refused) : send(call)),
    });
    expect(ended).toBeUndefined();
    expect(report.entries).toMatchObject([
      {
        name: "VaultKey",
        outcome: "differs",
        differences: [{ where: "list", what: "responds with 401 NCERRUnauthorized" }],
      },
      { name: "Domain", outcome: expect.stringMatching(/works|empty/) as string },
    ]);
  });

  test("a run that is ended reports what it knows by then, and no differences of its own", async () => {
    const stop = new AbortController();
    await service.client.ok("POST", "/vault/keys2/", { name: "orders" });
    const { report, ended } = await verified(service.emulator, {
      types: ["VaultKey", "Domain"],
      stop: stop.signal,
      // A listed object that is not found is read again after a pause: the run is ended during that.
      pause: () => Promise.reject(new DOMException("ended", "AbortError")),
      through: (send) => async (call) => {
        const isItem = call.method === "GET" && /^\/vault\/keys2\/[0-9a-f]{64}/.test(call.path);
        return isItem ? { status: 404, body: { codeDesc: "NCERRResourceNotFound: no" } } : send(call);
      },
    });
    expect(ended).toMatchObject({ name: "AbortError" });
    expect(report.complete).toBe(false);
    expect(report.entries.map(({ outcome }) => outcome)).toEqual(["not tried", "not tried"]);
  });
});
