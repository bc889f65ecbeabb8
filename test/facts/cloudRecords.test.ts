import { awsContainer, idOf, listOf, withEmulator, type Loose } from "../emulator/client";
import { salesforce } from "../emulator/systems/rows/salesforce";
import { sap } from "../emulator/systems/rows/sap";
import { SystemClient } from "../emulator/systems/system";

/** Records of SAP and Salesforce, field by field, as the service's documentation shows them. */

const shared = withEmulator();

describe("records of", () => {
  const containerOf = async (system: typeof sap) => {
    const own = await SystemClient.of(shared.client, system);
    return own.client.ok("GET", `${system.containers.path}/${idOf(await own.container())}`);
  };
  const fields = (record: Loose, ...more: string[]) => {
    const common = "account acls createdAt id updatedAt uri".split(" ");
    return { shown: Object.keys(record).sort(), expected: [...common, ...more].sort() };
  };

  test("SAP groups have these fields, and no others", async () => {
    const group = await containerOf(sap);
    expect(group.cloud_name).toBe("sap");
    const own = "name group_id sap_application keystore_id connection cloud_name".split(" ");
    const { shown, expected } = fields(group, ...own);
    expect(shown).toEqual(expected);
  });

  test("SAP groups come in an envelope of their kind", async () => {
    const own = await SystemClient.of(shared.client, sap);
    await own.connect("c");
    const { body } = await own.add("c", sap.containers.offered[0]);
    expect(body.uri).toMatch(/^kylo:kylo:cckm:sap-group:/);
  });

  test("SAP key versions", async () => {
    const { client } = shared;
    const group = await containerOf(sap);
    const body = { group: group.id, name: "k", type: "AES", size: 256, operations: ["ENCRYPT"] };
    const key = await client.ok("POST", "/cckm/sap/keys", body);
    const [version] = listOf((await client.ok("GET", `/cckm/sap/keys/${idOf(key)}/versions`)).resources);
    expect(version!.uri).toMatch(/^kylo:kylo:cckm:SAP_KEY_VERSION:/);
    expect(version).toMatchObject({
      cloud_name: "SAP",
      groupId: group.group_id,
      sap_key_id: key.sap_param?.sap_key_id,
      origin: "native",
      enabled: true,
      operations: ["ENCRYPT"],
      version: 1,
    });
    expect(version!.tenant).toBe(key.tenant);
    expect(Object.keys(version!.meta!)).toEqual(expect.arrayContaining(["created", "creatorId"]));
  });

  test("Salesforce organizations have these fields, and no others", async () => {
    const organization = await containerOf(salesforce);
    expect(organization).toMatchObject({ cloud_name: "sfdc", type: "Regular" });
    const { shown, expected } = fields(organization, ..."name organization_id connection cloud_name type".split(" "));
    expect(shown).toEqual(expected);
  });

  test("Salesforce tenant secrets", async () => {
    const organization = await containerOf(salesforce);
    const secret = await shared.client.ok("POST", "/cckm/sfdc/keys", {
      organization_id: organization.id,
      type: "Data",
    });
    expect(secret.organization_id).toMatch(/^[A-Za-z0-9]{18}$/);
    expect(secret.organization_id).toBe(organization.organization_id);
    expect(Object.keys(secret)).toEqual(expect.arrayContaining(["name", "error_msg"]));
    const own = "salesforce_id created_by_id last_modified_date last_modified_by_id system_modstamp".split(" ");
    expect(Object.keys(secret.sfdc_params!)).toEqual(expect.arrayContaining(own));
  });

  test("an AWS custom key store without aws_param: its name is there, and the type of its container", async () => {
    const { client } = shared;
    await awsContainer(client);
    await client.ok("POST", "/vault/keys2", { name: "health", unexportable: true, undeletable: true, usageMask: 60 });
    const local_hosted_params = { health_check_key_id: "health", max_credentials: 2 };
    const place = { kms: "prod", region: "eu-west-1" };
    const store = await client.ok("POST", "/cckm/aws/custom-key-stores", { name: "s", ...place, local_hosted_params });
    expect(store).toMatchObject({
      aws_param: { custom_key_store_name: "s" },
      local_hosted_params: { source_container_type: "local" },
    });
  });
});
