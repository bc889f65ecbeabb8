import { segment } from "../../api/client";
import type { Action } from "../../engine/definition";
import type * as z from "zod";

/** Brings `blocked` about for an object of this collection: what is blocked cannot be used from Oracle Cloud. */
export function blocking<I extends { blocked: z.ZodType<boolean> }>(path: string): Action<I> {
  return {
    inputs: ["blocked"],
    run: ({ api, inputs }, { id }) =>
      api.post(`${path}/${segment(id)}/${inputs.blocked ? "block" : "unblock"}`, undefined, { repeatable: true }),
  };
}
