import * as z from "zod";
import type { Api, Wire } from "../../api/client";
import { defineResource, objectReference, type Bag, type Failure } from "../../engine/definition";
import { itemPath } from "../../engine/paths";
import { systems } from "../systems";

const containers = systems.flatMap(({ definitions }) => definitions).filter(({ acls }) => acls);

/** What a user or a group may do in a container. The service merges permissions: what others permitted there is left alone. Destroying it withdraws what it permitted. */
export const containerAcl = defineResource({
  type: "ContainerAcl",
  path: "/cckm",
  feature: "CCKM",
  label: ({ user, group, container }) =>
    `${String(user ?? group)} in ${(container as Reference | undefined)?.id ?? ""}`,
  inputs: {
    /** The container: the resource itself, or `{ type, id }` with a type such as `AwsKms`. A change replaces the permission. */
    container: objectReference(
      z.object({
        /** Type of the container's resource, such as `AwsKms`. */
        type: z.enum(containers.map(({ type }) => type) as [string, ...string[]], {
          error: ({ input }) =>
            `${String(input)} has no access list; these have: ${containers.map(({ type }) => type).join(", ")}`,
        }),
        /** The service's id of the container. */
        id: z.string().min(1),
      }),
    ),
    /** Id of the user, `local|<uuid>`. Either this or `group`. A change replaces the permission. */
    user: z.string().min(1).optional(),
    /** Name of the group. Either this or `user`. A change replaces the permission. */
    group: z.string().min(1).optional(),
    /** What is permitted, such as `keycreate`; the container's documentation lists the actions. Order has no meaning. Changes in place: what is taken out is forbidden again. */
    actions: z.array(z.string()).min(1, "needs at least one action"),
  },
  outputs: {},
  immutable: ["container", "user", "group"],
  references: ["container", "user"],
  unordered: ["actions"],
  notLookedUp: "it is a part of its container",
  wire: { container: { to: false, from: "container" }, user: { from: "user" } },
  actions: [
    {
      inputs: ["actions"],
      async run({ api, inputs }, { record }) {
        const withdrawn = ((record.actions ?? []) as string[]).filter((one) => !inputs.actions.includes(one));
        if (withdrawn.length > 0) await update(api, inputs, withdrawn, false);
        await update(api, inputs, inputs.actions, true);
        return { ...record, actions: inputs.actions };
      },
    },
  ],
  existing: {
    list: (_api, known) =>
      Promise.resolve(
        known.flatMap(({ definition: { type }, id, record }) =>
          ((containers.some((one) => one.type === type) && (record.acls as Entry[] | undefined)) || []).map((entry) => {
            const who = entry.user_id ? { user: entry.user_id } : { group: entry.group };
            return { ...recordOf({ container: { type, id }, ...who }), actions: entry.actions };
          }),
        ),
      ),
  },
  hooks: {
    check({ container, user, group, actions }): Failure[] {
      const known = containers.find(({ type }) => type === container?.type)?.acls ?? [];
      const failures = (actions ?? [])
        .filter((action) => container && !known.includes(action))
        .map((action) => ({ property: "actions", reason: `"${action}" is not one of ${known.join(", ")}` }));
      if (user === undefined && group === undefined) {
        failures.push({ property: "user", reason: "or group is required: say who is permitted" });
      }
      if (user !== undefined && group !== undefined) {
        failures.push({ property: "user", reason: "excludes group: permit the two in resources of their own" });
      }
      return failures;
    },
    async create({ api, inputs }) {
      await update(api, inputs, inputs.actions, true);
      return { ...recordOf(inputs), actions: inputs.actions };
    },
    async read(api, id, state) {
      const [type = "", containerId = "", ...rest] = id.split("/");
      const who = rest.join("/");
      const reference = { type, id: containerId };
      const container = await api.get(pathOf(reference));
      const entries = (container.acls ?? []) as Entry[];
      const entry = entries.find(({ user_id, group }) => [user_id, group].includes(who));
      if (!entry) return undefined;
      // Actions of the same user that are not written here belong to somebody else.
      const actions = (state.actions as string[] | undefined) ?? entry.actions ?? [];
      const held = actions.filter((action) => entry.actions?.includes(action));
      if (held.length === 0) return undefined;
      return { ...recordOf({ container: reference, user: entry.user_id, group: entry.group }), actions: held };
    },
    async remove({ api, inputs }) {
      await update(api, inputs, inputs.actions, false);
    },
  },
});

interface Reference {
  type: string;
  id: string;
}

interface Entry {
  user_id?: string;
  group?: string;
  actions?: string[];
}

function pathOf({ type, id }: Reference): string {
  const definition = containers.find((one) => one.type === type);
  if (!definition) throw new Error(`${type} has no access list`);
  return itemPath(definition, id);
}

function recordOf({ container, user, group }: Bag): Wire {
  const { type, id } = container as Reference;
  return { id: [type, id, user ?? group].join("/"), container, user, group };
}

async function update(api: Api, inputs: Bag, actions: readonly string[], permit: boolean): Promise<void> {
  const { container, user, group } = inputs;
  const entry = { ...(user ? { user_id: user } : { group }), permit, actions };
  await api.post(`${pathOf(container as Reference)}/update-acls`, { acls: [entry] }, { repeatable: true });
}
