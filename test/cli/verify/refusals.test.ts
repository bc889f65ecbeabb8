import { withEmulator } from "../../emulator/client";
import { registry } from "../../../provider/resources";
import { differing, named, verified } from "./support";

/** Services that refuse. */

const licensed = registry
  .filter(({ path, existing, action }) => path.startsWith("/cckm/") && !action && !existing)
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
    ["10.1.2.3", "unknown"],
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
});
