import * as z from "zod";
import { segment } from "../../api/client";
import { defineResource, namedAfterResource, type Bag } from "../../engine/definition";

const path = "/usermgmt/groups/";

/** A group of users, to which permissions are given. */
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
    users: z.array(z.string()).optional(),
  },
  outputs: {},
  filters: ["name", "users", "clients", "connection"],
  immutable: ["name"],
  unordered: ["users"],
  computed: ["users"],
  mark: "app_metadata",
  wire: { users: { to: false, from: "users" } },
  actions: [
    {
      inputs: ["users"],
      async run({ api, inputs }, { id, record }) {
        const wanted = inputs.users ?? [];
        const held = (record.users ?? []) as string[];
        const member = (one: string) => `${path}${segment(id)}/users/${segment(one)}`;
        for (const one of wanted.filter((each) => !held.includes(each)))
          await api.post(member(one), undefined, { repeatable: true });
        for (const one of held.filter((each) => !wanted.includes(each))) await api.delete(member(one));
        return { ...record, users: wanted };
      },
    },
  ],
  existing: {
    owner: ({ app_metadata }) => ((app_metadata as Bag | undefined)?.system === true ? "the service" : undefined),
  },
  hooks: {
    // A group does not list its members; the users do. Asked only by those who manage membership here.
    async enrich(api, record, state) {
      if (state.users === undefined) return record;
      const members = await api.list("/usermgmt/users/", { groups: String(record.name) });
      return { ...record, users: members.map((one) => one.user_id) };
    },
  },
});
