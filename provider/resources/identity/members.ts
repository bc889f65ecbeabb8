import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { Several } from "../../api/several";

/** Membership in groups: the service changes it one member at a time. */

export const groups = "/usermgmt/groups/";

/** The path of a group. */
export const groupPath = (name: string): string => `${groups}${segment(name)}`;

/** The path under which a user is a member of a group. */
export const userIn = (group: string, user: string): string => `${groupPath(group)}/users/${segment(user)}`;

/** The path under which a registered client is a member of a group. */
export const clientIn = (group: string, client: string): string =>
  `/client-management/groups/${segment(group)}/clients/${segment(client)}`;

interface Members {
  readonly wanted: readonly string[];
  readonly held: readonly string[];
  /** Those that this program added. */
  readonly ours: readonly string[];
  /** Notes, first, which are ours if a request fails. */
  expect(ours: readonly string[]): void;
}

/**
 * Adds those that are wanted and not there, and then removes those of ours that are wanted no more:
 * what others added stays. An addition that waits for the approval of others is not ours.
 */
export async function changeMembers(
  api: Api,
  { wanted, held, ours, expect }: Members,
  path: (one: string) => string,
): Promise<void> {
  const expected = new Set([...ours, ...wanted]);
  expect([...expected]);
  const additions = new Several();
  for (const one of wanted.filter((each) => !held.includes(each))) {
    const isAdded = await additions.send(() => api.post(path(one), undefined, { repeatable: true }));
    if (!isAdded) expected.delete(one);
  }
  expect([...expected]);
  // What was deleted is a member of nothing.
  for (const one of ours.filter((each) => !wanted.includes(each))) {
    await ifFound(api.delete(path(one)));
    expected.delete(one);
  }
  expect([...expected]);
  additions.end();
}

/** The groups that the client is in, according to the list of groups: the client may not show them. */
export function groupsWith(api: Api, client: string, name?: string): Promise<Wire[]> {
  return api.list(groups, name === undefined ? { clients: client } : { name, clients: client });
}
