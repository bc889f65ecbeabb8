import { registry } from "../../../provider/resources";
import { samples, withNeeds } from "../../../cli/verify/write/samples";
import { reasons } from "../../../cli/verify/write/samples/untried";
import { cleaned, entryIn, namesWith, startService, written, type Service } from "./writeSupport";

// A run of all types makes several keys and certificates, and hundreds of requests.
jest.setTimeout(120_000);

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());
beforeEach(() => service.reset());

const tried = ["Domain", ...samples.map(({ type }) => type)].sort();

describe("what is tried", () => {
  test("every type either has a sample, or a reason why it is not tried", () => {
    // Both are in cli/verify/write/samples.
    const known = [...tried, ...Object.keys(reasons)].sort();
    expect(known).toEqual(registry.map(({ type }) => type).sort());
  });

  test("a sample comes after those that it needs", () => {
    const seen = new Set<string>();
    for (const { type, needs = [] } of samples) {
      expect(needs.filter((one) => !seen.has(one))).toEqual([]);
      seen.add(type);
    }
  });

  test("types that a run is limited to bring those along that they need", () => {
    const types = withNeeds(samples, ["RegisteredClient"]).map(({ type }) => type);
    expect(types).toEqual(["LocalCa", "ClientProfile", "RegistrationToken", "ClientKeyPair", "RegisteredClient"]);
  });
});

describe("a run", () => {
  test("works for every type, leaves the service as it was, and shares neither names nor values", async () => {
    const before = service.contents();
    const { entries } = await written(service);
    expect(entries.filter(({ outcome }) => outcome === "differs")).toEqual([]);
    expect(namesWith(entries, "works").sort()).toEqual(tried);
    expect(service.contents()).toEqual(before);
    expect(JSON.stringify(entries)).not.toMatch(/pcverify|Pv1-|sandbox|https:|BEGIN/);
  });

  test("works in an empty domain that exists, which stays", async () => {
    await service.client.ok("POST", "/domains", { name: "sandbox", admins: ["admin"], allow_user_management: true });
    const before = service.contents();
    const { entries } = await written(service);
    expect(entryIn(entries, "Domain")).toMatchObject({ outcome: "not tried" });
    expect(namesWith(entries, "works").sort()).toEqual(tried.filter((type) => type !== "Domain"));
    expect(service.contents()).toEqual(before);
  });

  test("is limited to types", async () => {
    const { entries } = await written(service, { types: ["ClientProfile", "AwsKey"] });
    expect(entries.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["ClientProfile", "works"],
      ["AwsKey", "not tried"],
    ]);
  });

  test("refuses a domain that holds anything, by kind and not by name", async () => {
    await service.client.ok("POST", "/domains", { name: "sandbox", admins: ["admin"] });
    const inside = service.client.as({ domain: "sandbox" });
    for (const name of ["payroll", "orders"]) await inside.ok("POST", "/vault/keys2", { name });
    await inside.ok("POST", "/usermgmt/groups/", { name: "auditors" });
    await inside.close();
    const before = service.contents();
    const error: Error = await written(service).then(
      () => new Error("was not refused"),
      (reason: Error) => reason,
    );
    expect(error.message).toMatch(/"sandbox" was refused: it is not empty, it has .*2 VaultKey/);
    expect(error.message).toContain("1 Group");
    expect(error.message).not.toMatch(/payroll|orders|auditors/);
    expect(service.contents()).toEqual(before);
  });

  test("refuses a registered client, which cannot log in to a domain", async () => {
    const settings = { ...service.settings, clientId: "a", username: undefined, password: undefined };
    await expect(written({ ...service, settings })).rejects.toThrow(
      "registered clients log in to the root domain only",
    );
  });

  test("does not run in two domains into the other's objects", async () => {
    const types = ["AwsConnection", "ExternalCmServer", "Group", "VaultKey"];
    const before = service.contents();
    const runs = await Promise.all(["one", "two"].map((domain) => written(service, { domain, types })));
    for (const { entries } of runs) expect(namesWith(entries, "works").sort()).toEqual(types);
    expect(service.contents()).toEqual(before);
  });
});

describe("what goes wrong", () => {
  const fault = (rule: object) => service.client.raw("POST", "/emulator/faults", rule);

  test("a type that fails does not stop the others; what needs it is not tried", async () => {
    const before = service.contents();
    await fault({ method: "POST", path: "/api/v1/vault/keys2/", effect: { status: 400 } });
    const { entries } = await written(service, { types: ["VaultKey", "EkmEndpoint", "GoogleProject", "Group"] });
    expect(entryIn(entries, "VaultKey")?.outcome).toBe("differs");
    expect(entryIn(entries, "VaultKey")?.differences).toMatchObject([{ where: "create" }]);
    expect(entryIn(entries, "EkmEndpoint")).toEqual({
      name: "EkmEndpoint",
      outcome: "not tried",
      differences: [{ where: "reason", what: "it needs VaultKey, which could not be made" }],
    });
    expect(namesWith(entries, "works").sort()).toEqual(["GoogleProject", "Group"]);
    expect(service.contents()).toEqual(before);
  });

  test.each([
    ["VaultKey", "/api/v1/vault/keys2/"],
    ["LocalCa", "/api/v1/ca/local-cas"],
    ["RegistrationToken", "/api/v1/client-management/regtokens/"],
    ["AwsConnection", "/api/v1/connectionmgmt/services/aws/connections"],
  ])("a %s of which every response to POST %s is lost is removed, too", async (type, path) => {
    const before = service.contents();
    await fault({ method: "POST", path, effect: { drop: "after" } });
    await written(service, { types: [type] });
    expect(service.contents()).toEqual(before);
  });

  test("what could not be updated is removed, too", async () => {
    const before = service.contents();
    await fault({ method: "PATCH", effect: { status: 400 } });
    const { entries } = await written(service);
    expect(namesWith(entries, "differs").length).toBeGreaterThan(15);
    expect(service.contents()).toEqual(before);
  });

  test("without a license, the rest works", async () => {
    const unlicensed = await startService({ unlicensed: true });
    try {
      const before = unlicensed.contents();
      const { entries } = await written(unlicensed, { types: ["DkeTenant", "GoogleProject", "VaultKey"] });
      expect(namesWith(entries, "not licensed")).toEqual(["DkeTenant", "GoogleProject"]);
      expect(namesWith(entries, "works")).toEqual(["VaultKey"]);
      expect(unlicensed.contents()).toEqual(before);
    } finally {
      await unlicensed.close();
    }
  });

  test("an interrupted run removes what it made, and says what it did not try", async () => {
    const before = service.contents();
    const stop = new AbortController();
    let calls = 0;
    const { entries } = await written(service, {
      stop: stop.signal,
      through: (send) => (request) => {
        if (request.method === "POST" && ++calls === 12) stop.abort();
        return send(request);
      },
    });
    expect(namesWith(entries, "works").length).toBeGreaterThan(2);
    const { differences } = entryIn(entries, "EkmEndpoint")!;
    expect(differences).toEqual([{ where: "reason", what: "the run was interrupted" }]);
    expect(service.contents()).toEqual(before);
  });

  test("objects of others that appear meanwhile keep the domain", async () => {
    let isAdded = false;
    const { entries, told } = await written(service, {
      types: ["Group"],
      through: (send) => async (request) => {
        if (!isAdded && request.method === "PATCH") {
          isAdded = true;
          const inside = service.client.as({ domain: "sandbox" });
          await inside.ok("POST", "/vault/keys2", { name: "payroll" });
          await inside.close();
        }
        return send(request);
      },
    });
    expect(entryIn(entries, "Group")?.outcome).toBe("works");
    expect(told.at(-1)).toContain('The domain "sandbox" was not deleted: it has 1 VaultKey.');
    expect(service.contents()["vault-keys"]).toMatchObject([{ name: "payroll" }]);
  });

  test("what cannot be removed is named with the command that does", async () => {
    const before = service.contents();
    await fault({ method: "DELETE", path: "/api/v1/vault/keys2/", effect: { status: 400 } });
    const { entries, told } = await written(service, { types: ["VaultKey"] });
    expect(entryIn(entries, "VaultKey")?.differences).toMatchObject([{ where: "delete" }]);
    expect(told.at(-1)).toContain("verify --clean --domain sandbox");
    await service.client.raw("DELETE", "/emulator/faults");
    expect(await cleaned(service)).toMatchObject({ isClean: true });
    expect(service.contents()).toEqual(before);
  });
});
