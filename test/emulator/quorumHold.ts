import { idOf, listOf, type Client, type Loose, type Reply } from "./client";

/** What tests of quorums do: guarded calls, and people who vote. */

export const quorumsPath = "/quorum-mgmt/quorums";
const password = "Password-Of-Voters-1";

/** Changes the world's part of quorums. */
export async function setPolicy(client: Client, policy: object): Promise<void> {
  const reply = await client.raw("POST", "/emulator/world/quorums/policy", policy);
  expect([reply.status, reply.body]).toEqual([200, expect.objectContaining(policy)]);
}

export const decide = (client: Client, quorum: string, decision: string): Promise<Reply> =>
  client.raw("POST", "/emulator/world/quorums/decisions", { quorum, decision });

/** A call that must be held; returns the id of its quorum, in either form of the response. */
export async function held(client: Client, method: string, path: string, body?: object): Promise<string> {
  const reply = await client.call(method, path, body);
  expect([202, 403]).toContain(reply.status);
  return idOf(reply.status === 202 ? reply.body : reply.body.quorum!);
}

export async function allQuorums(client: Client, query = ""): Promise<Loose[]> {
  return listOf((await client.ok("GET", `${quorumsPath}${query}`)).resources);
}

export const stateOf = async (client: Client, quorum: string): Promise<unknown> =>
  (await client.ok("GET", `${quorumsPath}/${quorum}`)).state;

/** A new user in these groups. */
export async function userIn(client: Client, username: string, ...groups: string[]): Promise<Client> {
  const user = await client.ok("POST", "/usermgmt/users", { username, password });
  for (const group of groups) await client.ok("POST", `/usermgmt/groups/${group}/users/${user.user_id}`);
  return client.as({ name: username, password });
}

export const key = "/vault/keys2/orders";

export async function makeKey(client: Client): Promise<void> {
  await client.ok("POST", "/vault/keys2", { name: "orders" });
}

export interface GuardedCall {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Where its effect shows, if that is not the path of the call. */
  readonly shown?: string;
}

async function onKey(client: Client, action: string, body?: object): Promise<GuardedCall> {
  await makeKey(client);
  return { method: "POST", path: `${key}/${action}`, body, shown: key };
}

async function deletionOf(client: Client, path: string, body: object): Promise<GuardedCall> {
  return { method: "DELETE", path: `${path}/${idOf(await client.ok("POST", path, body))}` };
}

/** A link between two new keys, both called by their names. */
export async function linkedKeys(client: Client): Promise<{ readonly type: string; source: string; target: string }> {
  await makeKey(client);
  await client.ok("POST", "/vault/keys2", { name: "other" });
  return { type: "derivedKey", source: "orders", target: "other" };
}

async function onLink(client: Client, method: string, body?: object): Promise<GuardedCall> {
  const { id } = await client.ok("POST", "/vault/links/", await linkedKeys(client));
  return { method, path: `/vault/links/${id}`, body };
}

export const policiesPath = "/admin/policies/";
export const attachmentsPath = "/admin/policy-attachments/";
export const accessPolicy = { name: "readers", actions: ["ReadKey"], resources: ["kylo:*:vault:keys:*"], allow: true };
export const attachment = { policy: "readers", principalSelector: { cust: { groups: ["ops"] } } };

/** A call of each guardable operation; its objects are there before it is guarded. */
export const guardedCalls: Readonly<Record<string, (client: Client) => Promise<GuardedCall>>> = {
  DeleteKey: async (client) => ({ ...(await onKey(client, "")), method: "DELETE", path: key }),
  RevokeKey: (client) => onKey(client, "revoke", { reason: "KeyCompromise" }),
  ReActivateKey: async (client) => {
    const call = await onKey(client, "reactivate", { reason: "DeactivatedToActive" });
    await client.ok("POST", `${key}/revoke`, { reason: "Superseded" });
    return call;
  },
  ArchiveKey: (client) => onKey(client, "archive"),
  RecoverKey: async (client) => {
    const call = await onKey(client, "recover");
    await client.ok("POST", `${key}/archive`);
    return call;
  },
  CreateLink: async (client) => {
    return { method: "POST", path: "/vault/links/", body: await linkedKeys(client), shown: key };
  },
  UpdateLink: (client) => onLink(client, "PATCH", { type: "parent" }),
  DeleteLink: (client) => onLink(client, "DELETE"),
  DeletePolicy: async (client) => {
    const { id } = await client.ok("POST", policiesPath, accessPolicy);
    return { method: "DELETE", path: `${policiesPath}${id}` };
  },
  CreateAttachedPolicy: async (client) => {
    await client.ok("POST", policiesPath, accessPolicy);
    return { method: "POST", path: attachmentsPath, body: attachment };
  },
  DeleteAttachedPolicy: async (client) => {
    await client.ok("POST", policiesPath, accessPolicy);
    const { id } = await client.ok("POST", attachmentsPath, attachment);
    return { method: "DELETE", path: `${attachmentsPath}${id}` };
  },
  AddUserToGroup: async (client) => {
    const { user_id } = await client.ok("POST", "/usermgmt/users", { username: "new", password });
    await client.ok("POST", "/usermgmt/groups", { name: "ops" });
    return { method: "POST", path: `/usermgmt/groups/ops/users/${user_id}`, shown: "/usermgmt/groups/ops" };
  },
  DeleteDomain: async (client) => {
    const { user_id } = await client.ok("GET", "/auth/self/user");
    return deletionOf(client, "/domains", { name: "team", admins: [user_id] });
  },
  DeleteEKMEndpoint: async (client) => {
    await client.ok("POST", "/cckm/google/projects", { project_id: "acme-prod" });
    const policy = { basic: { clients: ["service-402817365510@gcp-sa-ekms.iam.gserviceaccount.com"] } };
    return deletionOf(client, "/cckm/ekm/endpoints", { name: "orders", keyURIHostname: "keys.example.com", policy });
  },
  DeleteGoogleWorkspaceCSEEndpoint: (client) =>
    deletionOf(client, "/cckm/GoogleWorkspaceCSE/endpoints", {
      name: "docs",
      endpoint_url_hostname: "cse.example.com",
      authenticationAud: ["audience"],
    }),
  UpdateQuorumProfile: () =>
    Promise.resolve({ method: "PATCH", path: "/quorum-mgmt/profiles/RevokeKey", body: { required_approvals: 2 } }),
};
