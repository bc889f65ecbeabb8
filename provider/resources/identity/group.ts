import * as z from "zod";
import { segment, type Api } from "../../api/client";
import { ifFound } from "../../api/errors";
import { defineResource, namedAfterResource, type Bag } from "../../engine/definition";
import { isThere } from "../../engine/culprit";
import { userId } from "./userId";

const path = "/usermgmt/groups/";

/** A group of users, to which permissions are given. Destroying it takes its permissions from its members; the users stay. */
export const group = defineResource({
  type: "Group",
  path,
  item: (id) => `${path}${segment(id)}`,
  id: "name",
  inputs: {
    /** Name of the group, unique. Default: the resource's name in the program. A change replaces the group. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place. Default: none. */
    description: z.string().optional(),
    /** Ids of the users in the group, `local|<uuid>`. Order has no meaning. While it is left out, membership is left alone. Changes in place. */
    users: z.array(userId).optional(),
    /** Ids of registered clients in the group. Order has no meaning. Clients that others added, or that joined through their profile, are left alone. Changes in place. */
    clients: z.array(z.string()).optional(),
    /** Free JSON values by key. Changes in place. Default: none. */
    userMetadata: z.record(z.string(), z.unknown()).optional(),
    /** Free JSON values by key, for clients. Changes in place. Default: none. */
    clientMetadata: z.record(z.string(), z.unknown()).optional(),
  },
  outputs: {},
  filters: ["name", "users", "clients", "connection"],
  immutable: ["name"],
  unordered: ["users", "clients"],
  computed: ["users", "clients"],
  mark: "app_metadata",
  wire: { users: { to: false, from: "users" }, clients: { to: false, from: "clients" } },
  actions: [
    {
      inputs: ["users"],
      async run({ api, inputs }, { id, record }) {
        const wanted = inputs.users ?? [];
        const held = (record.users ?? []) as string[];
        const member = (one: string) => `${path}${segment(id)}/users/${segment(one)}`;
        for (const one of wanted.filter((each) => !held.includes(each)))
          await api.post(member(one), undefined, { repeatable: true });
        for (const one of held.filter((each) => !wanted.includes(each))) await ifFound(api.delete(member(one)));
        return { ...record, users: wanted };
      },
    },
    {
      inputs: ["clients"],
      // Who is gone is in no group.
      async run({ api, inputs }, { id, record, state }) {
        const wanted = inputs.clients ?? [];
        const [held, ours] = [record.clients, state.clients].map((ids) => (ids ?? []) as string[]) as [
          string[],
          string[],
        ];
        const member = (one: string) => `/client-management/groups/${segment(id)}/clients/${segment(one)}`;
        for (const one of wanted.filter((each) => !held.includes(each)))
          await api.post(member(one), undefined, { repeatable: true });
        for (const one of ours.filter((each) => !wanted.includes(each))) await ifFound(api.delete(member(one)));
        return { ...record, clients: wanted };
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
    // A group does not list its members; the users do. Asked only by those who manage membership here.
    async enrich(api, record, state, known) {
      const name = String(record.name);
      const members = { ...record };
      if (state.users !== undefined) {
        members.users = (await api.list("/usermgmt/users/", { groups: name })).map((one) => one.user_id);
      }
      if (state.clients !== undefined) {
        const ours = [state.clients, known.clients].flatMap((ids) => (ids ?? []) as string[]);
        members.clients = await clientsIn(api, name, [...new Set(ours)]);
      }
      return members;
    },
  },
});

/** Those of the clients that are in the group: the list of groups knows, the list of clients need not. */
async function clientsIn(api: Api, name: string, clients: readonly string[]): Promise<string[]> {
  const groups = await Promise.all(clients.map((one) => api.list(path, { name, clients: one })));
  return clients.filter((_one, index) => groups[index]!.some((group) => group.name === name));
}
