import type * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import type { Action, Shape } from "../../engine/definition";

/** What keystores that stay with the service, and their keys, have in common. */

/** Every action answers with the object. */
export function act(api: Api, path: string, id: string, verb: string): Promise<Wire> {
  return api.post(`${path}/${segment(id)}/${verb}`, undefined, { repeatable: true });
}

/** The public sources spell states in several ways. */
const isIn = ({ status }: Wire, state: string): boolean => String(status).toLowerCase() === state;

export const isArchived = (record: Wire): boolean => isIn(record, "archived");
export const isBlocked = (record: Wire): boolean => record.blocked === true || isIn(record, "blocked");
export const isDisabled = (record: Wire): boolean => record.enabled === false || isIn(record, "disabled");

type Archivable = Shape & { blocked: z.ZodType<boolean>; archived: z.ZodType<boolean> };

/** Recovers first of all: what is archived refuses everything else. */
export function recovering<I extends Archivable>(path: string): Action<I> {
  return {
    inputs: ["archived"],
    run: async ({ api, inputs }, { id, record }) =>
      isArchived(record) && !inputs.archived ? act(api, path, id, "recover") : record,
  };
}

/** Blocks or unblocks, and archives last of all, for the same reason. */
export function blockingAndArchiving<I extends Archivable>(path: string): Action<I>[] {
  return [
    {
      inputs: ["blocked"],
      run: ({ api, inputs }, { id }) => act(api, path, id, inputs.blocked ? "block" : "unblock"),
    },
    {
      inputs: ["archived"],
      run: async ({ api, inputs }, { id, record }) => (inputs.archived ? act(api, path, id, "archive") : record),
    },
  ];
}

/** Leaves, archives or, once it is archived, deletes. */
export async function removed(api: Api, path: string, id: string, onDestroy: string): Promise<void> {
  if (onDestroy === "retain") return;
  const item = `${path}/${segment(id)}`;
  if (!isArchived(await api.get(item))) await act(api, path, id, "archive");
  if (onDestroy === "destroy") await api.delete(item);
}
