import { createApi, type Api } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import { makeAuthority } from "../api/certificates";
import { makeRequest } from "./fixtures/clients";
import { make, startRig, type Rig } from "./rig";

/** Trust of the web interface in a CA, against a service that restarts. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
beforeEach(() => rig.renew());
afterAll(() => rig.close());

const web = "/configs/interfaces/web";
const restarts = "POST /api/v1/system/services/restart";
const type = "WebInterfaceTrust";

const trusted = async (): Promise<string[]> =>
  ((await rig.api.get(web)) as { trusted_cas: { local: string[] } }).trusted_cas.local;
const requested = async (route: string) =>
  ((await rig.control("GET", "/requests")).routes as Record<string, number>)[route] ?? 0;
const makeCa = async (name = "machines") => (await make(rig, "LocalCa", { name, cn: name })).id;
const uriOf = async (ca: string) => String((await rig.api.get(`/ca/local-cas/${ca}`)).uri);

/** The login of a client that is registered with a certificate of this CA. */
async function clientOf(ca: string): Promise<() => Promise<unknown>> {
  const profile = await make(rig, "ClientProfile", { name: ca, ca });
  const { state } = await make(rig, "RegistrationToken", { profile: profile.id });
  const { csr, privateKey } = await makeRequest(rig, ca);
  const client = await make(rig, "RegisteredClient", { name: ca, csr, registrationToken: state.token });
  const { address, caCertificate } = rig.emulator;
  const login: Record<string, string> = {
    address,
    caCertificate,
    clientId: client.id,
    clientCertificate: String(client.state.certificate),
    clientKey: privateKey,
  };
  return async () => {
    const api: Api = createApi(readSettings((name) => login[name], {}));
    try {
      return (await api.get("/domain")).name;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await api.close();
    }
  };
}

test("begins and ends the logins of the CA's clients, and leaves other CAs alone", async () => {
  const before = await trusted();
  const ca = await makeCa();
  const enter = await clientOf(ca);
  expect(await enter()).toContain("the web interface does not trust the CA machines");
  const { id, state } = await make(rig, type, { ca });
  expect(id).toBe(ca);
  expect(await enter()).toBe("root");
  expect(await trusted()).toEqual([...before, await uriOf(ca)]);
  const other = await makeCa("others");
  await rig.api.patch(web, { trusted_cas: { local: [...(await trusted()), await uriOf(other)] } });
  await rig.lifecycle(type).delete(id, state);
  expect(await trusted()).toEqual([...before, await uriOf(other)]);
  expect(await enter()).toContain("does not trust");
});

test("an external CA is trusted in a list of its own", async () => {
  const { certificate } = await makeAuthority();
  const { id: ca } = await make(rig, "ExternalCa", { name: "partner", certificate });
  const before = await trusted();
  await make(rig, type, { ca });
  const { uri } = await rig.api.get(`/ca/external-cas/${ca}`);
  expect((await rig.api.get(web)).trusted_cas).toEqual({ local: before, external: [uri] });
});

test("an unknown CA is named", async () => {
  await expect(make(rig, type, { ca: "nobody" })).rejects.toThrow(/ca: the service has no CA with the id "nobody"/);
});

test("several CAs at once take one restart", async () => {
  const cas = [await makeCa("one"), await makeCa("two"), await makeCa("three")];
  await Promise.all(cas.map((ca) => make(rig, type, { ca })));
  expect(await trusted()).toEqual(expect.arrayContaining(await Promise.all(cas.map(uriOf))));
  expect(await requested(restarts)).toBe(1);
});

test("requests of others wait until the service responds again", async () => {
  const ca = await makeCa();
  await rig.control("POST", "/world/interfaces/restarts", { restartSeconds: 1 });
  // Not idempotent: a request that the restart cuts off fails, or is sent twice.
  const busy = async (names: string) => {
    for (let count = 0; count < 20; count++) await rig.api.post("/usermgmt/groups/", { name: `${names}-${count}` });
  };
  await Promise.all([make(rig, type, { ca }), busy("one"), busy("two"), busy("three")]);
  expect(await requested("POST /api/v1/usermgmt/groups/")).toBe(60);
  expect(await rig.api.count("/usermgmt/groups/", { name: "*-*" })).toBeGreaterThanOrEqual(60);
});

test("a run that ended before the restart is completed by the next", async () => {
  const ca = await makeCa();
  const enter = await clientOf(ca);
  const lost = { method: "POST", path: "/system/services/restart", effect: { status: 500 } };
  await rig.control("POST", "/faults", lost);
  await expect(make(rig, type, { ca })).rejects.toThrow(/creating WebInterfaceTrust .* failed: .*500/);
  expect(await trusted()).toContain(await uriOf(ca));
  await rig.control("DELETE", "/faults");
  expect(await enter()).toContain("does not trust");
  const { id, state } = await make(rig, type, { ca });
  expect(await enter()).toBe("root");

  await rig.control("POST", "/faults", lost);
  await expect(rig.lifecycle(type).delete(id, state)).rejects.toThrow(/deleting .* failed/);
  await rig.control("DELETE", "/faults");
  expect(await enter()).toBe("root");
  await rig.lifecycle(type).delete(id, state);
  expect(await enter()).toContain("does not trust");
});

test.each(["before", "after"] as const)(
  "an order to restart that is lost %s it takes effect is repeated",
  async (drop) => {
    const ca = await makeCa();
    const enter = await clientOf(ca);
    await rig.control("POST", "/faults", { path: "/system/services/restart", times: 1, effect: { drop } });
    await make(rig, type, { ca });
    expect(await enter()).toBe("root");
    expect(await requested(restarts)).toBe(2);
  },
);

test("a restart that cannot be ordered is ordered a few times, and the error says what was changed", async () => {
  const ca = await makeCa();
  const uri = await uriOf(ca);
  await rig.control("POST", "/faults", { path: "/system/services/restart", effect: { drop: "before" } });
  const message = await make(rig, type, { ca }).then(String, (error: Error) => error.message);
  expect(message).toContain(`was written (${uri} is trusted), but the restart that puts it into effect could not`);
  expect(message).toMatch(/\(3 of 3 attempts\): .*Restart the web interface, then run `pulumi up` again\./);
  expect(await requested(restarts)).toBe(3);
});

test("adopting a CA that is trusted writes and restarts nothing", async () => {
  const ca = await makeCa();
  const { id } = await make(rig, type, { ca });
  const before = [await requested(restarts), await requested("PATCH /api/v1/configs/interfaces/{interface}")];
  expect((await make(rig, type, { ca, adopt: true })).id).toBe(id);
  expect([await requested(restarts), await requested("PATCH /api/v1/configs/interfaces/{interface}")]).toEqual(before);
});
