import { idOf, withEmulator, type Client } from "./client";

/** Refusals with their status, each of something that the service would carry out otherwise. */

const shared = withEmulator();
const password = "Quick-Start-1";

interface Refusal {
  name: string;
  /** Makes what the call needs; returns its path, and who makes it if that is not the administrator. */
  prepare(client: Client): Promise<string | readonly [path: string, as: Client]>;
  call: "POST" | "PATCH" | "DELETE";
  body?: object;
  status: number;
  says: RegExp;
}

/** A vault key, after these calls. */
const vaultKey =
  (path: string, more: object = {}, ...before: string[]): Refusal["prepare"] =>
  async (client) => {
    const at = `/vault/keys2/${idOf(await client.ok("POST", "/vault/keys2/", { name: "k", ...more }))}`;
    for (const verb of before) await client.ok("POST", `${at}/${verb}`);
    return `${at}${path}`;
  };

async function domain(client: Client): Promise<Client> {
  const admins = [String((await client.ok("GET", "/auth/self/user")).user_id)];
  await client.ok("POST", "/domains/", { name: "tenant", admins });
  return client.as({ domain: "tenant" });
}

const at = (path: string) => async () => path;

const rows: Refusal[] = [
  {
    name: "a user of a domain that manages none",
    prepare: async (client) => ["/usermgmt/users/", await domain(client)],
    call: "POST",
    body: { username: "jane", password },
    status: 403,
    says: /does not manage users/,
  },
  {
    name: "a user of a directory that is not connected",
    prepare: at("/usermgmt/users/"),
    call: "POST",
    body: { username: "jane", connection: "nowhere" },
    status: 400,
    says: /no LDAP or OIDC connection/,
  },
  {
    name: "a member that the root domain does not know",
    prepare: async (client) => ["/usermgmt/users/", await domain(client)],
    call: "POST",
    body: { user_id: "local|nobody" },
    status: 400,
    says: /user_id must name a user/,
  },
  {
    name: "a new name for a group of the service",
    prepare: at("/usermgmt/groups/CCKM%20Users"),
    call: "PATCH",
    body: { name: "ours" },
    status: 403,
    says: /cannot be renamed/,
  },
  {
    name: "the name of another group",
    prepare: async (client) => {
      await client.ok("POST", "/usermgmt/groups/", { name: "auditors" });
      await client.ok("POST", "/usermgmt/groups/", { name: "operators" });
      return "/usermgmt/groups/operators";
    },
    call: "PATCH",
    body: { name: "auditors" },
    status: 409,
    says: /exists already/,
  },
  {
    name: "a member of a group that is no user",
    prepare: at("/usermgmt/groups/admin/users/local%7Cnobody"),
    call: "POST",
    status: 404,
    says: /Resource not found/,
  },
  {
    name: "an admin group without users",
    prepare: async (client) =>
      `/usermgmt/groups/admin/users/${encodeURIComponent((await client.ok("GET", "/auth/self/user")).user_id!)}`,
    call: "DELETE",
    status: 400,
    says: /at least one user/,
  },
  {
    name: "destroying a vault key that is undeletable",
    prepare: vaultKey("/destroy", { undeletable: true }),
    call: "POST",
    status: 403,
    says: /not deletable/,
  },
  {
    name: "a date of a compromise for another reason to revoke a vault key",
    prepare: vaultKey("/revoke"),
    call: "POST",
    body: { reason: "Superseded", compromiseOccurrenceDate: "2026-01-01T00:00:00Z" },
    status: 400,
    says: /compromiseOccurrenceDate needs one of the reasons KeyCompromise, CACompromise/,
  },
  {
    name: "archiving a vault key twice",
    prepare: vaultKey("/archive", {}, "archive"),
    call: "POST",
    status: 409,
    says: /archived already/,
  },
  {
    name: "recovering a vault key that is not archived",
    prepare: vaultKey("/recover"),
    call: "POST",
    status: 409,
    says: /is not archived/,
  },
  {
    name: "a lookup in AWS through no connection",
    prepare: at("/cckm/aws/accounts"),
    call: "POST",
    body: { connection: "nope" },
    status: 400,
    says: /there is no AWS connection nope/,
  },
];

test.each(rows)("$name is refused with $status", async ({ prepare, call, body, status, says }) => {
  const prepared = await prepare(shared.client);
  const [path, client] = typeof prepared === "string" ? [prepared, shared.client] : prepared;
  try {
    expect(await client.call(call, path, body)).toMatchObject({
      status,
      body: { message: expect.stringMatching(says) },
    });
  } finally {
    if (client !== shared.client) await client.close();
  }
});
