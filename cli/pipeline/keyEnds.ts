import { alike } from "../../provider/api/alike";
import { counted } from "../../provider/api/counted";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import {
  endsKeys,
  isFull,
  leavesKeys,
  containerTypeOf,
  actOf,
  wayBack,
  type Act,
} from "../../provider/lifecycle/service/keyEnds";
import { deleting, type EngineEvent, type Step } from "./events";

/**
 * The engine calls no provider for a delete in a preview. What a run would end is therefore counted
 * from its plan: a delete destroys an object as the last update recorded it.
 */

/** A key that would end, or has, or what has keys inside. */
export interface KeyEnd {
  readonly isContainer: boolean;
  /** True for a container whose keys stay in the external system. */
  readonly leavesKeys?: boolean;
  readonly act: Act;
  readonly id: string;
  /**
   * How to get it back, as a sentence; for a resource of that label. `holders` are types whose
   * containers end in the same run.
   */
  back(label: string, holders: readonly string[]): string | undefined;
}

/** What the step ends; `undefined` if that is no key, and holds none. */
export function keyEndOf({ op, old }: Step, definition: Definition | undefined): KeyEnd | undefined {
  if (!deleting.has(op) || !definition || !old || old.retainOnDelete) return undefined;
  const state = { ...old.inputs, ...old.outputs };
  if (!endsKeys(definition, state)) return undefined;
  const id = old.id ?? "";
  return {
    isContainer: isFull(definition),
    leavesKeys: leavesKeys(definition),
    act: actOf(definition, state),
    id,
    back(label, holders) {
      const holder = containerTypeOf(definition);
      const isHeld = holder !== undefined && holders.includes(holder);
      return wayBack(definition, {
        label,
        id,
        state,
        isReplaced: op !== "delete",
        holder: isHeld ? holder : undefined,
      });
    },
  };
}

/** The steps of a plan; once a run has begun, those that it has taken. */
export function decisiveSteps(events: readonly EngineEvent[]): Step[] {
  const isBegun = events.some(({ resourcePreEvent }) => resourcePreEvent && resourcePreEvent.planning !== true);
  return events.flatMap(({ resourcePreEvent, resOutputsEvent }) => {
    if (!isBegun) return resourcePreEvent?.metadata ?? [];
    return resOutputsEvent && resOutputsEvent.planning !== true ? resOutputsEvent.metadata : [];
  });
}

/** Of a destroy with a thousand keys the table of the plan has the rest. */
export const mostNamed = 50;

type Named = KeyEnd & { readonly label: string };

/** `this update schedules the deletion of 1 key (AwsKey "a"), and deletes 1 key (VaultKey "b")`. */
export function deletionTold(ends: readonly Named[], what: "update" | "destroy", isDone: boolean): string {
  const kindOf = (end: Named) => `${end.isContainer ? "container" : "key"} ${end.leavesKeys} ${end.act.now}`;
  const clauses = alike(ends, kindOf).map((group) => clauseOf(group, isDone));
  const last = clauses.pop();
  return `this ${what} ${clauses.length > 0 ? `${clauses.join(", ")}, and ` : ""}${last}`;
}

function clauseOf(group: readonly Named[], isDone: boolean): string {
  const [{ act, isContainer, leavesKeys: isRecord }] = group as [Named];
  const rest = group.length > mostNamed ? [`and ${group.length - mostNamed} more`] : [];
  const named = [...group.slice(0, mostNamed).map(({ label }) => label), ...rest].join(", ");
  const verb = isDone ? act.done : act.now;
  if (!isContainer) return `${verb} ${counted(group.length, "key")} (${named})`;
  const [them, whose] = [group.length === 1 ? "it" : "them", "whose keys stay in the external system"];
  return `${verb} ${counted(group.length, "container")}${isRecord ? `, ${whose}` : ` with the keys in ${them}`} (${named})`;
}
