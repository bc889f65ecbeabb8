import { demoCertificates } from "../../emulator/shared/demoCertificates";
import { awsContainer, idOf, listOf, withEmulator, type Loose } from "../emulator/client";

/**
 * Facts about key policies and custom key stores of AWS, from other clients of the service and
 * their tests.
 */

const shared = withEmulator();
const { stringMatching } = expect as unknown as { stringMatching(pattern: RegExp): unknown };

const statements = (policy: Loose | undefined) => listOf(policy?.Statement).map(({ Sid }) => Sid);

describe("a policy template", () => {
  const path = "/cckm/aws/templates";
  const template = (body: object) => shared.client.ok("POST", path, { name: "template", kms: "prod", ...body });
  beforeEach(() => awsContainer(shared.client, ["eu-west-1"]));

  test("may be made without a policy: it then is AWS's default policy", async () => {
    const made = await template({});
    expect(statements(made.policy)).toEqual(["Enable IAM User Permissions"]);
  });

  test("shows its policy also when it was made from lists", async () => {
    const made = await template({ key_users: ["alice"], key_admins_roles: ["KeyAdministrator"] });
    expect(statements(made.policy)).toEqual(["Enable IAM User Permissions", "Administer the key", "Use the key"]);
    const { body } = await shared.client.get(`${path}/${idOf(made)}`);
    expect(body.policy).toEqual(made.policy);
  });

  test("takes a policy with empty lists beside it", async () => {
    const made = await template({ key_users: ["alice"] });
    const policy = { Version: "2012-10-17", Id: "ours", Statement: [] };
    const lists = { key_users: [], key_users_roles: [], key_admins: [], key_admins_roles: [], external_accounts: [] };
    const changed = await shared.client.ok("PATCH", `${path}/${idOf(made)}`, { policy, ...lists });
    expect(changed).toMatchObject({ policy, key_users: [] });
  });
});

describe("a key", () => {
  test("whose policy is set to nothing has AWS's default policy again", async () => {
    const { client } = shared;
    await awsContainer(client, ["eu-west-1"]);
    const made = await client.ok("POST", "/cckm/aws/keys", { kms: "prod", region: "eu-west-1", key_users: ["alice"] });
    const changed = await client.ok("POST", `/cckm/aws/keys/${idOf(made)}/policy`, {});
    expect(changed.key_users).toEqual([]);
    expect(statements(changed.aws_param?.Policy)).toEqual(["Enable IAM User Permissions"]);
  });
});

/** As an audit of drift reports by users of other tools found it; the values are theirs. */
describe("AWS keeps the policy of a key in its own form", () => {
  const [account, first, second] = ["123456789012", "111122223333", "444455556666"];
  const root = (id: string) => `arn:aws:iam::${id}:root`;
  const statement = { Effect: "Allow", Principal: { AWS: [root(account)] }, Action: "kms:*", Resource: "*" };
  const keep = async (changes: object): Promise<unknown> => {
    const { client } = shared;
    await awsContainer(client, ["eu-west-1"]);
    const Policy = { Version: "2012-10-17", Statement: [{ ...statement, ...changes }] };
    const made = await client.ok("POST", "/cckm/aws/keys", { kms: "prod", region: "eu-west-1", aws_param: { Policy } });
    return (made.aws_param?.Policy?.Statement as unknown as unknown[])[0];
  };

  test.each([
    ["a list of one principal", {}, { Principal: { AWS: root(account) } }],
    ["a list of one action", { Action: ["kms:DescribeKey"] }, { Action: "kms:DescribeKey" }],
    ["a list of one resource", { Resource: ["*"] }, { Resource: "*" }],
    ["an account number", { Principal: { AWS: "777788889999" } }, { Principal: { AWS: root("777788889999") } }],
    [
      "the order of principals",
      { Principal: { AWS: [root(first), root(second)] } },
      { Principal: { AWS: [root(second), root(first)] } },
    ],
  ])("%s", async (_name, changes, expected) => {
    expect(await keep(changes)).toMatchObject(expected);
  });

  test("a sentence is no principal", async () => {
    await expect(keep({ Principal: { AWS: "Calling [toJSON] on an [Output<T>] is not supported." } })).rejects.toThrow(
      "MalformedPolicyDocumentException",
    );
  });
});

describe("an external key store", () => {
  const path = "/cckm/aws/custom-key-stores";
  let backing: string;
  beforeEach(async () => {
    await awsContainer(shared.client, ["eu-west-1"]);
    const key = { name: "source", algorithm: "AES", size: 256, usageMask: 60, unexportable: true, undeletable: true };
    backing = idOf(await shared.client.ok("POST", "/vault/keys2/", key));
  });
  const hosted = () => ({ source_key_tier: "local", health_check_key_id: backing, max_credentials: 2 });
  const make = (body: object = {}) =>
    shared.client.ok("POST", path, {
      ...{ name: "held", kms: "prod", region: "eu-west-1", local_hosted_params: hosted() },
      ...body,
    });

  test("needs no aws_param while AWS does not know it", async () => {
    const made = await make();
    expect(made).toMatchObject({
      type: "LOCAL",
      linked_state: false,
      aws_param: {
        custom_key_store_type: "EXTERNAL_KEY_STORE",
        xks_proxy_connectivity: "PUBLIC_ENDPOINT",
        xks_proxy_uri_endpoint: "",
        xks_proxy_uri_path: stringMatching(/\/kms\/xks\/v1$/),
      },
    });
    const link = await shared.client.post(`${path}/${idOf(made)}/link`, {});
    expect(link.status).toBe(400);
  });

  test("holds several unlinked keys on one source key, with the description and tags of the request", async () => {
    const store = idOf(await make());
    const key = () =>
      shared.client.ok("POST", "/cckm/aws/create-hyok-key", {
        local_hosted_params: { custom_key_store_id: store, source_key_id: backing, source_key_tier: "local" },
        aws_param: { Description: "ledger", Tags: [{ TagKey: "team", TagValue: "books" }] },
      });
    const [one, other] = [await key(), await key()];
    expect(idOf(one)).not.toBe(idOf(other));
    expect(other).toMatchObject({
      linked_state: false,
      aws_param: { Description: "ledger", Tags: [{ TagKey: "team", TagValue: "books" }] },
    });
  });
});

describe("a CloudHSM key store", () => {
  const path = "/cckm/aws/custom-key-stores";
  const cluster = {
    cloud_hsm_cluster_id: "cluster-kmshsm2eu3a",
    key_store_password: "Kmsuser-Demo-1",
    trust_anchor_certificate: demoCertificates["cluster-kmshsm2eu3a"],
  };
  const make = (more: object = {}) =>
    shared.client.ok("POST", path, {
      ...{ name: "cluster", kms: "prod", region: "eu-west-1" },
      aws_param: { custom_key_store_type: "AWS_CLOUDHSM", ...cluster },
      ...more,
    });
  beforeEach(() => awsContainer(shared.client, ["eu-west-1"]));

  test("responds with local_hosted_params, too", async () => {
    expect(await make()).toMatchObject({ type: "CloudHSM", local_hosted_params: { linked_state: true } });
  });

  test("may be unlinked, with keys that AWS does not know", async () => {
    const { client } = shared;
    const store = await make({ linked_state: false });
    expect(store).toMatchObject({ linked_state: false });
    const key = await client.ok("POST", `${path}/${idOf(store)}/create-aws-key`, { aws_param: {} });
    expect(key).toMatchObject({ linked_state: false, custom_key_store_id: idOf(store) });
    expect(key.aws_param?.KeyState).toBe("Enabled");
    expect(await client.ok("POST", `${path}/${idOf(store)}/link`, {})).toMatchObject({ linked_state: true });
  });
});
