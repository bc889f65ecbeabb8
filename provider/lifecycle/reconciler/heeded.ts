import { ApiError } from "../../api/errors";
import { persist } from "../../api/persist";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { sameValue } from "../values/diff";
import { fieldsWhere, marksOf } from "../vocabulary/field";
import { decodeAll, sentKeys } from "../values/wire";
import { itemPath } from "../vocabulary/record";
import { newer, type HeldObject } from "./means";

interface Changed {
  /** What the object showed before. */
  readonly before: Bag;
  /** The inputs that were sent. */
  readonly keys: readonly string[];
}

/**
 * An accepted change is no proof: the service may hold it until others approve it, or the response
 * was not the service's own. The object shows whether it was carried out, at the latest when every
 * node knows it.
 */
export async function awaitHeeded(
  definition: Definition,
  scope: Scope,
  held: Omit<HeldObject, "transfer">,
  changed: Changed,
): Promise<void> {
  const left = () => unheeded(definition, scope, held, changed);
  if (left().length === 0) return;
  const reread = async () => {
    held.record = await newer(definition, scope, held, {});
    return left();
  };
  const { label, pauses } = scope;
  const wait = async (milliseconds: number) => {
    await scope.api.refuseHeld(itemPath(definition, held.id));
    scope.progress(`${label} is as before, although the service has accepted the change; looking again`);
    return scope.pause(milliseconds);
  };
  await persist(reread, {
    afterValue: (keys) => (keys.length > 0 ? { pauses, wait, overdue: () => notHeeded(keys) } : undefined),
  });
}

function notHeeded(keys: readonly string[]): ApiError {
  return new ApiError(`the service accepted ${keys.join(", ")}, and the object is as before`, {
    kind: "failed",
    call: "reading it back",
    advice:
      "Others may have to approve the change first (a quorum), the response was not the service's own, or the service spells the value " +
      "in another way, which `pulumi preview --refresh` shows. Run `pulumi up` again.",
  });
}

/** What was sent and is shown as before. */
function unheeded(
  definition: Definition,
  { inputs }: Scope,
  held: Omit<HeldObject, "transfer">,
  { before, keys }: Changed,
): string[] {
  const { record, isNew, doubted = [] } = held;
  const made = isNew ? sentKeys(definition).filter((key) => !marksOf(definition, key).by) : [];
  const shown = decodeAll(definition, record);
  const wanted = inputs as Bag;
  const shownKeys = fieldsWhere(
    definition,
    ({ seen, ref }) => seen !== "never" && seen !== "local" && typeof ref !== "object",
  );
  return shownKeys.filter((key) => {
    if (
      !keys.includes(key) ||
      made.includes(key) ||
      (shown[key] === undefined && !doubted.includes(key)) ||
      sameValue(definition, key, shown[key], wanted[key])
    )
      return false;
    return isAsBefore(before[key], shown[key], wanted[key]) || sameValue(definition, key, shown[key], before[key]);
  });
}

/**
 * True for a set or a map in which something is left that the change removes, or missing that it
 * adds.
 */
function isAsBefore(before: unknown, shown: unknown, wanted: unknown): boolean {
  const [old, now, next] = [entriesIn(before), entriesIn(shown), entriesIn(wanted)];
  if (!old || !now || !next) return false;
  const isLeft = [...old.keys()].some((key) => !next.has(key) && now.has(key));
  return isLeft || [...next].some(([key, value]) => old.get(key) !== value && now.get(key) === old.get(key));
}

/** Items of a list by themselves, fields of an object by their names. */
function entriesIn(value: unknown): Map<string, string> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const all = Array.isArray(value) ? value.map((one): [unknown, unknown] => [one, one]) : Object.entries(value);
  return new Map(all.map(([key, one]) => [JSON.stringify(key), JSON.stringify(one)]));
}
