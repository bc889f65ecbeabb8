import "reflect-metadata";
import { Pkcs10CertificateRequest } from "@peculiar/x509";
import { idOf, withEmulator, type Loose, type Reply } from "./client";

const shared = withEmulator();
const root = "/cckm/GoogleWorkspaceCSE";
const board = { name: "board", endpoint_url_hostname: "keys.example.com:8443", authenticationAud: ["client-1"] };
const provider = { name: "staff", iss: "https://idp.example.com" };
const addIssuer = (body: object = {}): Promise<Loose> =>
  shared.client.ok("POST", `${root}/issuers`, { ...provider, ...body });
const addEndpoint = (body: object = {}): Promise<Loose> =>
  shared.client.ok("POST", `${root}/endpoints`, { ...board, ...body });
const act = (action: string): Promise<Reply> => shared.client.post(`${root}/endpoints/board/${action}`);

describe("an identity provider of Google Workspace", () => {
  test("is kept while an endpoint trusts it", async () => {
    const issuer = await addIssuer();
    expect(await shared.client.ok("GET", `${root}/issuers/staff`)).toEqual(issuer);
    expect(await addEndpoint({ issuer: ["staff"] })).toMatchObject({ issuer: [issuer.id] });
    expect(await shared.client.delete(`${root}/issuers/staff`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("board") },
    });
    await shared.client.ok("DELETE", `${root}/endpoints/board`);
    expect((await shared.client.delete(`${root}/issuers/staff`)).status).toBe(204);
  });

  test("is only checked in a dry run", async () => {
    expect(await addIssuer({ dryRun: true })).toMatchObject(provider);
    expect((await shared.client.ok("GET", `${root}/issuers`)).total).toBe(0);
  });

  test.each([
    ["without a name", { name: undefined }, 400],
    ["without an issuer", { iss: undefined }, 400],
    ["with two of them", { openidConfigurationURL: "https://idp.example.com/x" }, 400],
    ["twice", {}, 409],
  ])("is refused %s", async (_name, body, status) => {
    await addIssuer();
    expect((await shared.client.post(`${root}/issuers`, { ...provider, ...body })).status).toBe(status);
  });
});

describe("an endpoint of Google Workspace", () => {
  test("has a key in the vault, and trusts every provider unless it names some", async () => {
    const [a, b] = [await addIssuer(), await addIssuer({ name: "partners" })];
    const endpoint = await addEndpoint();
    expect(endpoint).toMatchObject({
      ...board,
      issuer: [a.id, b.id],
      status: "enabled",
      endpoint_url: `https://keys.example.com:8443/api/v1${root}/endpoints/${idOf(endpoint)}`,
      kekVersion: 0,
    });
    expect(await shared.client.ok("GET", `/vault/keys2/${endpoint.kekID}`)).toMatchObject({
      name: endpoint.kekName,
      size: 256,
    });
    const rotated = (await act("rotate-key")).body;
    expect(rotated).toMatchObject({ kekName: endpoint.kekName, kekVersion: 1 });
    expect((await shared.client.ok("GET", `/vault/keys2/${endpoint.kekName}/versions`)).total).toBe(2);
  });

  test("is changed, disabled, archived and recovered", async () => {
    await addEndpoint();
    const changed = await shared.client.ok("PATCH", `${root}/endpoints/board`, {
      cors: ["https://client.example.com"],
      name: "x",
    });
    expect(changed).toMatchObject({ ...board, cors: ["https://client.example.com"] });
    expect((await act("recover")).status).toBe(409);
    for (const [action, status] of [
      ["disable", "disabled"],
      ["enable", "enabled"],
      ["archive", "archived"],
    ] as const)
      expect((await act(action)).body).toMatchObject({ status });
    for (const action of ["enable", "disable", "archive", "rotate-key"]) expect((await act(action)).status).toBe(409);
    expect((await shared.client.patch(`${root}/endpoints/board`, {})).status).toBe(409);
    expect((await act("recover")).body).toMatchObject({ status: "enabled" });
  });

  test("tells Google what it is, without a login", async () => {
    const id = idOf(await addEndpoint());
    const reply = await shared.client.raw("GET", `/api/v1${root}/endpoints/${id}/status`);
    expect(reply).toMatchObject({ status: 200, body: { server_type: "KACLS", name: "board" } });
  });

  test("keeps who may unwrap without the owner's permission", async () => {
    await addEndpoint();
    const path = `${root}/endpoints/board/privileged-unwrap-configuration`;
    expect(await shared.client.ok("GET", path)).toEqual({ kacls_base_url: [], users: [] });
    const body = { kacls_base_url: ["https://other.example.com"], users: ["admin@example.com"] };
    expect(await shared.client.ok("PUT", path, body)).toEqual(body);
    expect(await shared.client.ok("GET", path)).toEqual(body);
  });

  test.each([
    ["no name", { name: undefined }, 400],
    ["no host", { endpoint_url_hostname: undefined }, 400],
    ["a URL for a host", { endpoint_url_hostname: "https://keys.example.com" }, 400],
    ["no audience", { authenticationAud: undefined }, 400],
    ["a provider that does not exist", { issuer: ["nobody"] }, 400],
    ["a name that is taken", {}, 409],
  ])("is refused with %s", async (_name, body, status) => {
    await addEndpoint();
    const other = status === 409 ? board : { ...board, name: "other" };
    expect((await shared.client.post(`${root}/endpoints`, { ...other, ...body })).status).toBe(status);
  });
});

describe("a request for the certificate of a connection", () => {
  const path = "/connectionmgmt/connections/csr";

  test("is a request by an RSA key that stays in the service", async () => {
    const reply = await shared.client.ok("POST", path, { name: "azure", cn: "app", dnsNames: ["app.example.com"] });
    expect(Object.keys(reply)).toEqual(["csr"]);
    const request = new Pkcs10CertificateRequest(reply.csr ?? "");
    expect(request.subject).toBe("CN=app");
    expect(request.publicKey.algorithm).toMatchObject({ name: "RSASSA-PKCS1-v1_5", modulusLength: 2048 });
  });

  test.each([
    ["no name", { name: undefined }],
    ["no common name", { cn: undefined }],
    ["another algorithm", { algorithm: "ECDSA" }],
    ["another size", { size: 3000 }],
  ])("is refused with %s", async (_name, body) => {
    expect((await shared.client.post(path, { name: "azure", cn: "app", ...body })).status).toBe(400);
  });
});
