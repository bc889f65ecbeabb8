import { idOf, listOf, type Client, type Loose } from "../../emulator/client";

/** The secret that Terraform stores in plain text. */
export const terraformSecret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

interface InState {
  type: string;
  name: string;
  attributes: object;
  more?: object;
}

/**
 * A state as Terraform writes it, with some of these objects, one that was deleted, and some that
 * are irrelevant here.
 */
export async function terraformState(client: Client): Promise<object> {
  const first = async (path: string): Promise<Loose> => listOf((await client.ok("GET", path)).resources)[0]!;
  const connection = await first("/connectionmgmt/services/aws/connections?name=aws");
  const kms = await first("/cckm/aws/kms");
  const key = await first("/cckm/aws/keys?alias=orders&region=eu-west-1");
  const ring = await first("/cckm/google/key-rings");
  const alice = await first("/usermgmt/users/?username=alice");
  const schedule = await first("/scheduler/job-configs?name=quarterly");
  const vaultKey = await first("/vault/keys2/?name=source");
  const permission = { user_id: alice.user_id, permit: true, actions: ["view", "keycreate"] };
  await client.ok("POST", `/cckm/google/key-rings/${idOf(ring)}/update-acls`, { acls: [permission] });
  const resources: InState[] = [
    { type: "aws_connection", name: "main", attributes: { id: connection.id, secret_access_key: terraformSecret } },
    { type: "aws_kms", name: "main", attributes: { id: kms.id } },
    {
      type: "aws_key",
      name: "orders",
      more: { index_key: "eu" },
      attributes: {
        id: `eu-west-1\\${String(key.aws_param?.KeyID)}`,
        key_id: key.id,
        enable_rotation: [{ job_config_id: schedule.id }],
      },
    },
    { type: "scheduler", name: "quarterly", attributes: { id: schedule.id } },
    { type: "gcp_keyring", name: "payments", attributes: { id: ring.name } },
    { type: "gcp_acl", name: "alice", attributes: { id: "x", keyring_id: ring.name, user_id: alice.user_id } },
    { type: "user", name: "alice", attributes: { id: alice.user_id, username: "alice", password: "secret" } },
    { type: "cm_key", name: "source", attributes: { id: vaultKey.id, name: "source" } },
    { type: "azure_key", name: "lost", attributes: { id: "https://x", key_id: "no-such-key" } },
    { type: "cte_client", name: "server", attributes: { id: "c-1" } },
  ];
  const managed = resources.map(({ type, name, attributes, more }) => ({
    mode: "managed",
    type: `ciphertrust_${type}`,
    name,
    provider: 'provider["registry.terraform.io/thalesgroup/ciphertrust"]',
    instances: [{ ...more, schema_version: 0, attributes }],
  }));
  const instances = [{ attributes: { id: idOf(kms) } }];
  return {
    version: 4,
    terraform_version: "1.9.0",
    resources: [
      ...managed,
      { mode: "data", type: "ciphertrust_aws_kms", name: "other", instances },
      { mode: "managed", type: "aws_s3_bucket", name: "logs", instances: [{ attributes: { id: "logs" } }] },
    ],
  };
}
