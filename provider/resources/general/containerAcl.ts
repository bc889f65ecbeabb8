import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { isInDoubt } from "../../api/errors";
import { isThere } from "../../lifecycle/service/references";
import { groupPath } from "../identity/members";
import { userId } from "../identity/userId";
import { defineResource, type Bag, type Failure } from "../../lifecycle/vocabulary/definition";
import { field } from "../../lifecycle/vocabulary/field";
import { itemPath, withArticle } from "../../lifecycle/vocabulary/record";
import { hintFor } from "../../lifecycle/values/mistakes";
import { accessLists, containerActions, definitionIn, type AclContainer, type ContainerAction } from "../systems";

const containerTypes = Object.keys(accessLists) as AclContainer[];
const isContainer = (type: unknown): type is AclContainer => containerTypes.includes(type as AclContainer);

/**
 * An action that is known of some container; or another, where the lists are not known to be
 * complete.
 */
export const containerAction = z.union([z.enum(containerActions), z.string().min(1)]) as z.ZodType<
  ContainerAction | (string & Record<never, never>)
>;

/**
 * Permissions of a user or a group in a container. The service merges permissions: those that
 * others granted are not changed. Destroying it revokes the permissions that it granted.
 */
export const containerAcl = defineResource({
  type: "ContainerAcl",
  path: "/cckm",
  label: ({ user, group, container }) =>
    `${String(user ?? group)} in ${(container as Reference | undefined)?.id ?? ""}`,
  inputs: {
    /**
     * The container: `{ type, id }` with a type such as `AwsKms`; in TypeScript also the resource
     * itself.
     */
    container: field(
      z.object({
        /** Type of the container's resource, such as `AwsKms`. */
        type: z.enum(containerTypes, {
          error: ({ input }) => `${String(input)} has no access list; these have: ${containerTypes.join(", ")}`,
        }),
        /** The service's id of the container. */
        id: z.string().min(1),
      }),
      { ref: "object", change: "replace", wire: { to: false, from: "container" } },
    ),
    /** Id of the user, `local|<uuid>`. Either this or `group`. */
    user: field(userId.optional(), { ref: "any", change: "replace", wire: { from: "user" } }),
    /** Name of the group. Either this or `user`. */
    group: field(z.string().min(1).optional(), { change: "replace" }),
    /**
     * Permitted actions. Compared as a set. Updated in place: removed actions are revoked. By type
     * of the container: {@accessLists}
     */
    actions: field(z.array(containerAction).min(1, "needs at least one action"), { as: "set", guards: true }),
  },
  outputs: {},
  partOf: ({ container }) => definitionIn((container as Reference | undefined)?.type),
  actions: [
    {
      inputs: ["actions"],
      async run({ api, inputs }, { record, expect }) {
        const held = (record.actions ?? []) as string[];
        const withdrawn = held.filter((one) => !inputs.actions.includes(one));
        expect({ ...record, actions: [...new Set([...held, ...inputs.actions])] });
        // Without any permission left it would count as missing.
        const granted = await update(api, inputs, inputs.actions, true);
        const last = withdrawn.length > 0 ? await update(api, inputs, withdrawn, false) : granted;
        return { ...record, actions: await heldOf(api, inputs, last) };
      },
    },
  ],
  existing: {
    notLookedUp: "it is a part of its container",
    list: (_api, known) =>
      Promise.resolve(
        known.flatMap(({ definition: { type }, id, record }) =>
          ((isContainer(type) && (record.acls as Entry[] | undefined)) || []).map((entry) => {
            const who = entry.user_id ? { user: entry.user_id } : { group: entry.group };
            return { ...recordOf({ container: { type, id }, ...who }), actions: entry.actions };
          }),
        ),
      ),
  },
  rules: [{ choose: ["user", "group"], because: "use one resource for each" }],
  hooks: {
    check: ({ container, actions }) => actionProblems(container?.type, actions),
    async culprit(api, { container, user, group }) {
      if (group !== undefined && !(await isThere(api, groupPath(group))))
        return `group: the service has no group "${group}". Create it with a Group resource, or give the name of an existing one.`;
      if (user !== undefined && !(await isThere(api, `/usermgmt/users/${segment(user)}`)))
        return `user: the service has no user with the id "${user}". Give the output userId of a User.`;
      if (!(await isThere(api, pathOf(container))))
        return `container: the service has no ${container.type} with the id "${container.id}". Give the container's resource, or its id.`;
      return undefined;
    },
    async create({ api, inputs }) {
      const record = recordOf(inputs);
      try {
        const response = await update(api, inputs, inputs.actions, true);
        return { ...record, actions: await heldOf(api, inputs, response) };
      } catch (error) {
        if (!isInDoubt(error)) throw error;
        // What may be granted has to be on record.
        const granted = await shown(api, String(record.id), inputs).catch(() => ({ ...record, actions: [] }));
        if (granted) return granted;
        throw error;
      }
    },
    read: shown,
    async remove({ api, inputs }) {
      await update(api, inputs, inputs.actions, false);
    },
  },
});

/** What the container's list has of the permissions that `state` names, of all if it names none. */
async function shown(api: Api, id: string, state: Bag): Promise<Wire | undefined> {
  const [type = "", containerId = "", ...rest] = id.split("/");
  const who = rest.join("/");
  const reference = { type, id: containerId };
  const container = await api.get(pathOf(reference));
  // No independent source shows every container's list. Taking a permission for missing only grants it again.
  const entries = (Array.isArray(container.acls) ? container.acls : []) as Entry[];
  const entry = entries.find(({ user_id, group }) => [user_id, group].includes(who));
  if (!entry) return undefined;
  // Actions of the same user that are not written here belong to somebody else.
  const actions = (state.actions as string[] | undefined) ?? entry.actions ?? [];
  const held = actions.filter((action) => entry.actions?.includes(action));
  if (held.length === 0) return undefined;
  return { ...recordOf({ container: reference, user: entry.user_id, group: entry.group }), actions: held };
}

/** Actions that a container of this type is known not to have. */
export function actionProblems(type: unknown, actions: readonly string[] = []): Failure[] {
  if (!isContainer(type) || accessLists[type].orOthers) return [];
  const { actions: known } = accessLists[type];
  return actions
    .filter((action) => !known.includes(action))
    .map((action) => ({
      property: "actions",
      reason: `"${action}" is not an action of ${withArticle(type)}; ${hintFor(action, known, "actions")}`,
    }));
}

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
  const definition = definitionIn(type);
  if (!definition) throw new Error(`${type} has no access list`);
  return itemPath(definition, id);
}

function recordOf({ container, user, group }: Bag): Wire {
  const { type, id } = container as Reference;
  return { id: [type, id, user ?? group].join("/"), container, user, group };
}

/**
 * The permissions that the program writes, as far as the container's list has them: the list in the
 * response, if that is the container. Where a service shows no list, they count as granted.
 */
async function heldOf(api: Api, { container, user, group, actions }: Bag, response: Wire): Promise<unknown> {
  const reference = container as Reference;
  const { acls } = response.id === reference.id && response.acls ? response : await api.get(pathOf(reference));
  if (!Array.isArray(acls)) return actions;
  const entry = (acls as Entry[]).find((one) => [one.user_id, one.group].includes((user ?? group) as string));
  return (actions as string[]).filter((action) => entry?.actions?.includes(action));
}

async function update(api: Api, inputs: Bag, actions: readonly string[], permit: boolean): Promise<Wire> {
  const { container, user, group } = inputs;
  const entry = { ...(user ? { user_id: user } : { group }), permit, actions };
  return api.post(`${pathOf(container as Reference)}/update-acls`, { acls: [entry] }, { repeatable: true });
}
