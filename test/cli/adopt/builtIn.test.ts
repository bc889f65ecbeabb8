import { createApi, type Api, type Wire } from "../../../provider/api/client";
import { readSettings } from "../../../provider/api/settings";
import { registry } from "../../../provider/resources";
import { isReference } from "../../../cli/adopt/declaration";
import { plan } from "../../../cli/adopt/plan";
import { make, startRig, type Rig } from "../../lifecycle/rig";

/**
 * Objects that the service created itself are never declared; objects that users created are,
 * however similar.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.control("POST", "/reset"));

async function adopted(api: Api = rig.api) {
  const { modules, leftOut } = await plan(api, { system: [], include: [], exclude: [], log: () => {} });
  const declared = modules.flatMap((one) => one.declarations.map(({ found }) => found));
  const cas = declared.filter(({ definition }) => definition.type === "LocalCa").map(({ id }) => id);
  const builtIn = leftOut.filter(({ type, reason }) => type === "LocalCa" && /^belongs to the service/.test(reason));
  return { declared, cas, leftOut, builtIn: builtIn.map(({ id }) => id) };
}

/** Logs in to a child domain. */
async function inDomain<T>(domain: string, use: (api: Api) => Promise<T>): Promise<T> {
  const { address, username, password, caCertificate } = rig.emulator;
  const given: Record<string, string> = { address, username, password, caCertificate, domain };
  const api = createApi(readSettings((name) => given[name as string], {}));
  return use(api).finally(() => api.close());
}

/** A CA as a user creates it through the API. */
async function signedCa(body: object, api: Api = rig.api): Promise<string> {
  const { id } = await api.post("/ca/local-cas", body);
  await api.post(`/ca/local-cas/${String(id)}/self-sign`, { duration: 3650 });
  return String(id);
}

const onlyCa = async (api: Api = rig.api) => String((await api.list("/ca/local-cas"))[0]!.id);
/** The subject of the service's own CA. */
const alike = { cn: "CipherTrust Root CA", names: [{ C: "US", ST: "TX", L: "Austin", O: "Thales" }] };

test("of a new service nothing is declared, and the reasons are listed", async () => {
  const { declared, builtIn, leftOut } = await adopted();
  expect(declared).toEqual([]);
  expect(builtIn).toEqual([await onlyCa()]);
  const reasons = Object.fromEntries(leftOut.filter(({ id }) => id).map(({ type, reason }) => [type, reason]));
  expect(reasons).toMatchObject({
    LocalCa: expect.stringMatching(/^belongs to the service: it is the first CA/),
    User: expect.stringMatching(/^belongs to the service/),
    Group: "belongs to the service",
    Domain: expect.stringMatching(/^belongs to the service/),
  });
});

test("a CA created by a user is declared, even with the subject of the service's own and without a name", async () => {
  const own = await onlyCa();
  const made = [await signedCa(alike), await signedCa({ ...alike, name: "issuing" }), await signedCa({ cn: "Acme" })];
  const { cas, builtIn } = await adopted();
  expect(cas.sort()).toEqual(made.sort());
  expect(builtIn).toEqual([own]);
});

test("when the service's own CA is gone, the next one is not mistaken for it", async () => {
  const own = await onlyCa();
  const made = [await signedCa({ cn: "Acme" }), await signedCa({ ...alike, name: "issuing" })];
  // The web interface no longer trusts it: else the service keeps it.
  await rig.api.patch("/configs/interfaces/web", { trusted_cas: { local: [] } });
  await rig.api.delete(`/ca/local-cas/${own}`);
  expect(await adopted()).toMatchObject({ builtIn: [], cas: made });
  await rig.api.delete(`/ca/local-cas/${made[0]}`);
  // Now it is the oldest CA, and a user has named it.
  expect(await adopted()).toMatchObject({ builtIn: [], cas: [made[1]] });
});

test("the first CA of a child domain is built in; CAs created in it are declared", async () => {
  const [admin] = await rig.api.list("/usermgmt/users/", { username: "admin" });
  await rig.api.post("/domains", { name: "finance", admins: [admin!.user_id] });
  await inDomain("finance", async (api) => {
    const own = await onlyCa(api);
    expect(await adopted(api)).toMatchObject({ builtIn: [own], cas: [] });
    const root = await signedCa({ cn: "Finance Root" }, api);
    const { id, csr } = await api.post("/ca/local-cas", { cn: "Finance Issuing" });
    const { cert } = await api.post(`/ca/local-cas/${root}/certs`, { csr, purpose: "ca", duration: 365 });
    await api.post(`/ca/local-cas/${String(id)}/install`, { cert, parentId: root });
    const { cas, builtIn } = await adopted(api);
    expect(cas.sort()).toEqual([root, String(id)].sort());
    expect(builtIn).toEqual([own]);
  });
});

test("references to the service's own CA use its id, and references to any other CA its resource", async () => {
  const own = await onlyCa();
  const made = await signedCa({ cn: "Acme", name: "acme" });
  const ids = [own, made].map(async (ca) => (await make(rig, "ClientProfile", { name: `for-${ca}`, ca })).id);
  const profiles = await Promise.all(ids);
  const { modules } = await plan(rig.api, { system: [], include: [], exclude: [], log: () => {} });
  const declarations = modules.flatMap((one) => one.declarations);
  const [ofOwn, ofMade] = profiles.map((id) => declarations.find(({ found }) => found.id === id)!.args.ca);
  expect(ofOwn).toBe(own);
  expect(isReference(ofMade) && ofMade.to.found.id).toBe(made);
});

test.each(["AzureKey", "AzureSecret"])(
  "an %s that Azure created for a certificate belongs to that certificate",
  (type) => {
    const owner = (record: Wire) => registry.find((one) => one.type === type)!.existing!.owner!(record);
    const reason = "Azure, which made it for a certificate";
    expect(owner({ id: "1", managed: true })).toBe(reason);
    expect(owner({ id: "1", azure_param: { managed: true } })).toBe(reason);
    for (const record of [{ id: "1" }, { id: "1", managed: false, azure_param: { tags: {} } }]) {
      expect(owner(record)).toBeUndefined();
    }
  },
);
