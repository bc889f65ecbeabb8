import { Key } from "./awsKey";
import { azureVault } from "./azurePlace";
import { awsContainer, withEmulator, type Reply } from "./client";
import { googleConnection, GoogleKey, googleRing } from "./googleRing";
import { OciKey, ociVault, ociConnection } from "./oci";
import { ociWorld } from "./systems/ociWorld";
import { subscription_id } from "./systems/rows/azure";

/**
 * The least and the greatest number that an operation takes are the last ones: beyond them, it
 * refuses.
 */

const shared = withEmulator();
const post = (path: string, body: object): Promise<Reply> => shared.client.post(path, body);

interface Bounds {
  name: string;
  least: number;
  most?: number;
  /** Makes what the operation needs, and returns it for a number. */
  prepare(): Promise<(value: number) => Promise<Reply>>;
}

let made = 0;
const unique = (): string => `n-${++made}`;

const rows: Bounds[] = [
  {
    name: "days until an AWS key is deleted",
    least: 7,
    most: 30,
    prepare: async () => {
      await awsContainer(shared.client);
      return async (days) =>
        (await Key.create(shared.client, { aws_param: {} })).refused("schedule-deletion", { days });
    },
  },
  {
    name: "days between rotations of an AWS key",
    least: 90,
    most: 2560,
    prepare: async () => {
      await awsContainer(shared.client);
      const key = await Key.create(shared.client);
      return (rotation_period_in_days) => key.refused("enable-auto-rotation", { rotation_period_in_days });
    },
  },
  {
    name: "days until an OCI key is deleted",
    least: 7,
    most: 30,
    prepare: async () => {
      const { vault } = await ociVault(shared.client);
      return async (days) => (await OciKey.create(shared.client, vault)).refused("schedule-deletion", { days });
    },
  },
  {
    name: "objects on a page of an OCI lookup",
    least: 1,
    most: 1000,
    prepare: async () => {
      const connection = await ociConnection(shared.client);
      const body = { connection, compartment_id: ociWorld.security, region: "eu-frankfurt-1" };
      return (limit) => post("/cckm/oci/get-vaults", { ...body, limit });
    },
  },
  {
    name: "objects on a page of a Google lookup",
    least: 1,
    most: 1000,
    prepare: async () => {
      await googleConnection(shared.client);
      return (page_size) => post("/cckm/google/get-projects", { connection: "google", page_size });
    },
  },
  {
    name: "the version of a Google key's policy",
    least: 1,
    most: 3,
    prepare: async () => {
      await googleRing(shared.client);
      const key = await GoogleKey.create(shared.client);
      return (version) => post(`${key.path}/policy`, { bindings: [], version });
    },
  },
  {
    name: "months that an Azure certificate is valid",
    least: 1,
    most: 1200,
    prepare: async () => {
      const vault = await azureVault(shared.client);
      return (validity_months) =>
        post("/cckm/azure/certificates", {
          cert_name: unique(),
          key_vault: vault.id,
          azure_param: { policy: { x509_props: { subject: "CN=x", validity_months } } },
        });
    },
  },
  {
    name: "vaults on a page of an Azure lookup",
    least: 1,
    prepare: async () => {
      await azureVault(shared.client);
      return (limit) => post("/cckm/azure/get-vaults", { connection: "azure", subscription_id, limit });
    },
  },
  {
    name: "days that a client's certificate is valid",
    least: 1,
    most: 36_500,
    prepare: async () => (cert_duration) => post("/client-management/profiles/", { name: unique(), cert_duration }),
  },
  {
    name: "days that the certificate of an Azure connection is valid",
    least: 1,
    most: 3650,
    prepare: async () => (cert_duration) =>
      post("/connectionmgmt/services/azure/connections", {
        name: unique(),
        client_id: "c",
        tenant_id: "t",
        is_certificate_used: true,
        cert_duration,
      }),
  },
  {
    name: "failed logins of a user",
    least: 0,
    prepare: async () => (failed_logins_count) =>
      post("/usermgmt/users/", { username: unique(), password: "Quick-Start-1", failed_logins_count }),
  },
];

test.each(rows)("$name", async ({ least, most, prepare }) => {
  const send = await prepare();
  const statusOf = async (value: number) => [value, (await send(value)).status < 300 ? "taken" : "refused"];
  expect(await statusOf(least)).toEqual([least, "taken"]);
  // Where 0 is not allowed it counts as not sent.
  const below = least === 1 ? -1 : least - 1;
  expect(await send(below)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(`must be between ${least} and ${most ?? ""}.*, not ${below}`) },
  });
  if (most === undefined) return;
  expect(await statusOf(most)).toEqual([most, "taken"]);
  expect(await statusOf(most + 1)).toEqual([most + 1, "refused"]);
});

test("a new user has logged in neither with success nor without", async () => {
  const user = await shared.client.ok("POST", "/usermgmt/users/", { username: "new", password: "Quick-Start-1" });
  expect(user).toMatchObject({ logins_count: 0, failed_logins_count: 0 });
});
