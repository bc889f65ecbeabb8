import * as z from "zod";
import { segment, type Api } from "../../api/client";
import { ifFound } from "../../api/errors";
import { defineResource, type Bag } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { isThere } from "../../lifecycle/service/references";
import { changeMembers, clientIn, groupPath, groups, groupsWith, userIn } from "./members";
import { userId } from "./userId";

/**
 * A group of users, to which permissions are given. Destroying it removes its permissions from its
 * members; the users are not deleted.
 */
export const group = defineResource({
  type: "Group",
  path: groups,
  item: groupPath,
  id: "name",
  inputs: {
    /** Name of the group, unique. */
    name: named(z.string().min(1), { change: "replace" }),
    /** Free text. */
    description: z.string().optional(),
    /** Ids of the users in the group, `local|<uuid>`. If omitted, membership is not managed. */
    users: field(z.array(userId).optional(), {
      absent: "theirs",
      as: "set",
      wire: { to: false, from: "users" },
      guards: true,
    }),
    /**
     * Ids of registered clients in the group. Clients that others added, or that joined through
     * their profile, are not changed. If omitted, clients are not managed: those that are in the
     * group stay.
     */
    clients: field(z.array(z.string()).optional(), {
      absent: "theirs",
      as: "set",
      wire: { to: false, from: "clients" },
      guards: true,
    }),
    /** Arbitrary JSON values by key. */
    userMetadata: field(z.record(z.string(), z.unknown()).optional(), { as: "merge" }),
    /** Arbitrary JSON values by key, for clients. */
    clientMetadata: field(z.record(z.string(), z.unknown()).optional(), { as: "merge" }),
  },
  outputs: {},
  filters: ["name", "users", "clients", "connection"],
  mark: "app_metadata",
  actions: [
    {
      inputs: ["users"],
      async run({ api, inputs }, { id, record, expect }) {
        const wanted = inputs.users ?? [];
        const held = (record.users ?? []) as string[];
        const members = {
          wanted,
          held,
          ours: held,
          expect: (users: readonly string[]) => expect({ ...record, users }),
        };
        await changeMembers(api, members, (user) => userIn(id, user));
        // Whether it was carried out shows in the list.
        return { ...record, users: await usersIn(api, id) };
      },
    },
    {
      inputs: ["clients"],
      async run({ api, inputs }, { id, record, state, expect }) {
        const wanted = inputs.clients ?? [];
        const [held, ours] = [record.clients, state.clients].map((ids) => (ids ?? []) as string[]) as [
          string[],
          string[],
        ];
        const members = { wanted, held, ours, expect: (clients: readonly string[]) => expect({ ...record, clients }) };
        await changeMembers(api, members, (client) => clientIn(id, client));
        return { ...record, clients: await clientsIn(api, id, [...new Set([...wanted, ...ours])]) };
      },
    },
  ],
  existing: {
    owner: ({ app_metadata }) => ((app_metadata as Bag | undefined)?.system === true ? "the service" : undefined),
  },
  hooks: {
    async culprit(api, { users = [], clients = [] }) {
      for (const one of users)
        if (!(await isThere(api, `/usermgmt/users/${segment(one)}`)))
          return `users: the service has no user with the id "${one}". Give the output userId of a User.`;
      for (const one of clients)
        if (!(await isThere(api, `/client-management/clients/${segment(one)}`)))
          return `clients: the service has no client with the id "${one}". Give the output clientId of a RegisteredClient.`;
      return undefined;
    },
    // A group of the service's own, adopted for its members, stays; so do its users.
    async remove({ api, label, progress }, id, { clients = [] }) {
      const { app_metadata: about } = await api.get(groupPath(id));
      if ((about as Bag | undefined)?.system !== true) return api.delete(groupPath(id));
      for (const one of clients as string[]) await ifFound(api.delete(clientIn(id, one)));
      progress(
        `${label} stays in the service, whose own group it is; the clients that it had by this resource have left it`,
      );
    },
    ended: ({ app_metadata: about }) => (about as Bag | undefined)?.system === true,
    // A group does not list its members; the users do. Read only for resources that manage membership.
    async enrich(api, record, state, known) {
      const name = String(record.name);
      const members = { ...record };
      if (state.users !== undefined) {
        members.users = await usersIn(api, name);
      }
      if (state.clients !== undefined) {
        const ours = [state.clients, known.clients].flatMap((ids) => (ids ?? []) as string[]);
        members.clients = await clientsIn(api, name, [...new Set(ours)]);
      }
      return members;
    },
  },
});

async function usersIn(api: Api, name: string): Promise<unknown[]> {
  return (await api.list("/usermgmt/users/", { groups: name })).map((one) => one.user_id);
}

/** Those of the clients that are in the group; the list of clients may not show it. */
async function clientsIn(api: Api, name: string, clients: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(clients.map((one) => groupsWith(api, one, name)));
  return clients.filter((_one, index) => lists[index]!.some((group) => group.name === name));
}
