import { azureConnection, azureVault } from "../emulator/azurePlace";
import { awsContainer, credentials, each, idOf, listOf, withEmulator, type Loose } from "../emulator/client";
import { googleRing, symmetric } from "../emulator/googleRing";
import { keyFile, payments } from "../emulator/systems/rows/google";
import { ociConnection, ociVault } from "../emulator/oci";
import { ociWorld } from "../emulator/systems/ociWorld";
import { ociCompartments } from "../../provider/lookups/oci";
import { startRig } from "../lifecycle/rig";
import { makeOciConnection } from "../lifecycle/fixtures/oci";

/**
 * Facts about lists, names and shapes of responses, from other clients of the service and their
 * tests.
 */

const shared = withEmulator();
const aws = "/connectionmgmt/services/aws/connections";
const connect = (name: string, more: object = {}) => shared.client.ok("POST", aws, { name, ...credentials, ...more });
const total = async (path: string) => (await shared.client.ok("GET", path)).total;

describe("a connection", () => {
  test("has products and meta only if they were given, and any products", async () => {
    const bare = await connect("bare");
    expect(bare.products ?? null).toBeNull();
    expect(bare.meta ?? null).toBeNull();
    expect(await connect("ddc", { products: ["ddc", "cte"] })).toMatchObject({ products: ["ddc", "cte"] });
  });

  test("of AWS always has iam_role_anywhere, empty while it is not used", async () => {
    expect((await connect("plain")).iam_role_anywhere).toEqual({});
  });

  test("takes blanks for what is not given", async () => {
    const made = await connect("blanks", { description: "" });
    expect(made.description ?? "").toBe("");
    const changed = await shared.client.ok("PATCH", `${aws}/blanks`, { access_key_id: "", secret_access_key: "" });
    expect(changed.access_key_id).toBe(credentials.access_key_id);
  });

  test("of Azure shows its labels in the responses of POST and PATCH", async () => {
    const id = await azureConnection(shared.client);
    const path = `/connectionmgmt/services/azure/connections/${id}`;
    expect(await shared.client.ok("PATCH", path, { labels: { team: "a" } })).toMatchObject({ labels: { team: "a" } });
  });

  test("is found by a label, and by what its meta contains", async () => {
    await connect("a", { labels: { team: "books" }, meta: { owner: "alice" } });
    await connect("b", { labels: { team: "shoes" }, meta: { owner: "bob" } });
    for (const list of [aws, "/connectionmgmt/connections"]) {
      expect(each(await shared.client.ok("GET", `${list}?labels=team%3Dbooks`), "name")).toEqual(["a"]);
      expect(each(await shared.client.ok("GET", `${list}?meta_contains=bob`), "name")).toEqual(["b"]);
    }
  });
});

describe("a list", () => {
  test("ignores filters that it does not have", async () => {
    const { kms } = await awsContainer(shared.client, ["eu-west-1"]);
    expect(await total("/cckm/aws/kms?nonsense=x")).toBe(1);
    expect(await total(`/cckm/aws/kms?kms_id=${kms}x`)).toBe(1);
  });

  test("of Azure vaults filters neither by Azure's name nor by connection", async () => {
    const vault = await azureVault(shared.client);
    expect(await total("/cckm/azure/vaults?azure_name=none&connection=none")).toBe(1);
    expect(await total("/cckm/azure/vaults?job_config_id=none")).toBe(0);
    expect(await total(`/cckm/azure/vaults?subscription_name=${encodeURIComponent(vault.subscription_name!)}`)).toBe(1);
  });

  test("of OCI vaults filters by name", async () => {
    await ociVault(shared.client);
    const [name] = each(await shared.client.ok("GET", "/cckm/oci/vaults"), "display_name");
    expect(await total(`/cckm/oci/vaults?name=${String(name)}`)).toBe(1);
    expect(await total("/cckm/oci/vaults?name=none")).toBe(0);
  });
});

describe("names and ids", () => {
  test("a container shows its connection as the request named it", async () => {
    const { connection } = await awsContainer(shared.client, ["eu-west-1"]);
    expect((await shared.client.ok("GET", "/cckm/aws/kms/prod")).connection).toBe("aws");
    const changed = await shared.client.ok("PATCH", "/cckm/aws/kms/prod", { connection });
    expect(changed.connection).toBe(connection);
  });

  test("a domain takes its administrators by name and by id", async () => {
    const admin = await shared.client.ok("GET", "/auth/self/user");
    const domain = (name: string, admins: unknown[]) => shared.client.post("/domains", { name, admins });
    expect((await domain("by-name", ["admin"])).status).toBe(201);
    expect((await domain("by-id", [admin.user_id])).status).toBe(201);
    expect((await domain("neither", ["nobody"])).status).toBe(400);
  });
});

test("a key of the vault has meta only if it was given", async () => {
  expect((await shared.client.ok("POST", "/vault/keys2/", { name: "plain" })).meta ?? null).toBeNull();
});

test("a Google key file needs no project", async () => {
  const made = await shared.client.post("/connectionmgmt/services/gcp/connections", {
    name: "bare",
    key_file: keyFile({ project_id: undefined }),
  });
  expect(made.status).toBe(201);
});

test("a Google key names its primary version, and shows no state", async () => {
  const ring = await googleRing(shared.client);
  const made = await shared.client.ok("POST", "/cckm/google/keys", { key_ring: ring, gcp_key_params: symmetric });
  expect(made.gcp_params?.primary).toBe(`${payments}/cryptoKeys/orders/cryptoKeyVersions/1`);
  expect(made.state).toBeUndefined();
});

test("compartments have their own OCID and their parent's, buckets their tags and date", async () => {
  const connection = await ociConnection(shared.client);
  const { data } = await shared.client.ok("POST", "/cckm/oci/get-compartments", { connection });
  expect(data).toContainEqual(expect.objectContaining({ id: ociWorld.security, compartment_id: ociWorld.tenancy }));
  const place = { connection, compartment_id: ociWorld.security };
  const buckets = (await shared.client.ok("POST", "/cckm/oci/storage/list-buckets", place)).data as Loose;
  const tags = listOf(buckets).map(({ freeform_tags, defined_tags }) => ({ freeform_tags, defined_tags }));
  expect(tags).toContainEqual({ freeform_tags: {}, defined_tags: {} });
});

test("the provider reads compartments in both forms", async () => {
  const rig = await startRig();
  try {
    const connection = await makeOciConnection(rig);
    const found = { id: ociWorld.security, compartmentId: ociWorld.tenancy };
    expect(await ociCompartments(rig.api, { connection })).toContainEqual(expect.objectContaining(found));
    const asOracle = { id: ociWorld.security, compartment_id: ociWorld.tenancy };
    const api = { ...rig.api, post: async () => ({ data: [asOracle] }) };
    expect(await ociCompartments(api, { connection })).toEqual([expect.objectContaining(found)]);
  } finally {
    await rig.close();
  }
});

test("a schedule that keys are bound to can be deleted; nothing is bound to it afterwards", async () => {
  const { client } = shared;
  await awsContainer(client, ["eu-west-1"]);
  const config = await client.ok("POST", "/scheduler/job-configs", {
    ...{ name: "nightly", operation: "cckm_key_rotation", run_at: "0 3 * * *", run_on: "any" },
    cckm_key_rotation_params: { cloud_name: "aws" },
  });
  const key = `/cckm/aws/keys/${idOf(await client.ok("POST", "/cckm/aws/keys", { kms: "prod", region: "eu-west-1" }))}`;
  await client.ok("POST", `${key}/enable-rotation-job`, { job_config_id: idOf(config) });
  expect((await client.delete(`/scheduler/job-configs/${idOf(config)}`)).status).toBe(204);
  expect((await client.ok("GET", key)).labels?.job_config_id).toBeUndefined();
});
