import type { Wire } from "../../api/client";
import { ApiError } from "../../api/errors";
import type { Action, Bag, Definition, Scope, Shape } from "../vocabulary/definition";
import { fieldsWhere, isImmutable, isOnlyStored, marksOf } from "../vocabulary/field";
import { commonInputs } from "../values/check";
import { changedInputs } from "../values/diff";
import { mergePatch, decodeAll, emptyOf, encodeSome, isUpdatable } from "../values/wire";
import { currentPath, itemPath } from "../vocabulary/record";
import { withAdded, unplanned } from "./outside";
import { settledFirst, moveOwed } from "./handover";
import { awaitHeeded } from "./heeded";
import { type HeldObject, isOf, lacks, newer, steppedInputs, stepsOf } from "./means";
import { patient } from "../service/look";
import { keepingMark } from "../evidence/mark";
import { awaitReady, isTestedAfter } from "../service/readiness";
import { withReferences } from "../service/references";
import { writtenKey } from "../vocabulary/hiddenKeys";

/** Outputs that later responses no longer contain. */
export function keep(definition: Definition, held: HeldObject): void {
  const shown = decodeAll(definition, held.record);
  for (const key of fieldsWhere(definition, ({ seen }) => seen === "once"))
    if (shown[key] !== undefined) held.state[key] = shown[key];
}

async function isDue(action: Action<Shape>, scope: Scope, state: Bag): Promise<boolean> {
  const due = action.due?.(state, scope.inputs);
  return due !== undefined && (due.from <= 0 || due.from <= (await scope.api.time()));
}

/**
 * Updates an existing object to what the inputs describe: patch, then actions, then readiness, then
 * what it is owed by the objects that it replaces. Every step is idempotent.
 */
export async function settle(definition: Definition, whole: Scope, held: HeldObject): Promise<void> {
  const around = settledFirst(definition, whole, held);
  const program = around.inputs as Bag;
  // The object exists: a node that does not know it lags behind.
  const direct = { ...around, api: patient(around, (path) => path === itemPath(definition, held.id)) };
  if (lacks(definition, held.record, program)) held.record = await newer(definition, direct, held, held.record);
  const now = await withReferences(definition, direct.api, known(definition, held), program);
  const shown = { ...now, [writtenKey]: held.planned?.[writtenKey] };
  const differing = changedInputs(definition, shown, program).filter((key) => !isImmutable(definition, key));
  held.left = unplanned(definition, held.planned, program, differing);
  const changed = differing.filter((key) => !held.left!.includes(key));
  held.added = withAdded(definition, direct, { planned: held.planned, shown, changed });
  const scope = { ...direct, inputs: { ...program, ...held.added } as Scope["inputs"] };
  const { first, then } = stepsOf(definition);
  const stepped = steppedInputs(definition);
  const isSent = (key: string) => stepped.has(key) || isUpdatable(definition, key);
  await act(definition, scope, held, { actions: first, later: then, changed, shown });
  await patch(definition, scope, held, changed);
  await act(definition, scope, held, { actions: then, later: [], changed, shown });
  await ready(definition, scope, held, isTestedAfter(definition, changed));
  // One wrong read may have shown as done what the preview has planned.
  const planned = held.planned ? changedInputs(definition, held.planned, program) : [];
  const keys = [...new Set([...changed, ...planned])].filter(isSent);
  await awaitHeeded(definition, scope, held, { before: { ...held.planned, ...shown }, keys });
  // What was read back may show that it was not ready.
  await ready(definition, scope, held);
  // References may be returned by name: only the program knows which object was meant.
  const mine = fieldsWhere(definition, ({ seen, ref }) => seen === "local" || typeof ref === "object");
  take(held, whole.inputs, [...mine, ...commonInputs]);
  await moveOwed(definition, { ...whole, api: scope.api }, held);
}

const ready = (definition: Definition, scope: Scope, held: HeldObject, retest = false): Promise<Wire> =>
  awaitReady(scope, {
    definition,
    id: held.id,
    record: held.record,
    retest,
    seen: (record) => (held.record = record),
  });

interface Round {
  actions: readonly Action<Shape>[];
  /** What is done after them. */
  later: readonly Action<Shape>[];
  changed: readonly string[];
  /** What the object showed before the first step. */
  shown: Bag;
}

/**
 * A later action may rule out an earlier one, as disabling a key does: what an action has completed
 * is seen before the next.
 */
async function act(definition: Definition, scope: Scope, held: HeldObject, round: Round): Promise<void> {
  const { actions, changed } = round;
  for (const [index, action] of actions.entries()) {
    const asked = action.inputs.some((key) => changed.includes(key));
    if (!asked && !(await isDue(action, scope, known(definition, held)))) continue;
    const expect = (record: Wire) => void (held.record = record);
    const at = { id: held.id, record: held.record, state: held.state, changed, expect };
    const record = await action.run(scope, at);
    if (record) held.record = isOf(definition, held.record, record) ? record : await newer(definition, scope, held, {});
    take(held, scope.inputs, action.inputs);
    keep(definition, held);
    const open = new Set([...actions.slice(index + 1), ...round.later].flatMap(({ inputs }) => [...inputs]));
    const keys = action.inputs.filter((key) => changed.includes(key) && !open.has(key));
    await awaitHeeded(definition, scope, held, { before: round.shown, keys });
  }
}

async function patch(
  definition: Definition,
  scope: Scope,
  held: HeldObject,
  changed: readonly string[],
): Promise<void> {
  const wanted = scope.inputs as Bag;
  const shown = known(definition, held);
  const stepped = steppedInputs(definition);
  const keys = withCompanions(definition, wanted, { changed, shown }).filter((key) => !stepped.has(key));
  const values = Object.fromEntries(keys.map((key) => [key, valueToSend(definition, key, shown[key], wanted[key])]));
  const body = encodeSome(definition, values, keys);
  if (Object.keys(body).length > 0) {
    const marked = keepingMark(definition, held.record, body);
    const response = await scope.api.patch(currentPath(definition, held), { ...marked, ...definition.update?.with });
    held.record = await newer(definition, scope, held, response);
    if (!isOf(definition, held.record, response)) held.doubted = [...(held.doubted ?? []), ...keys];
  }
  take(held, wanted, keys);
}

interface Changes {
  changed: readonly string[];
  shown: Bag;
}

/** The inputs that differ, and those that the service requires along with them. */
function withCompanions(definition: Definition, wanted: Bag, { changed, shown }: Changes): string[] {
  const { together = [], whole = [] } = definition.update ?? {};
  const isAsked = (set: readonly string[]) => set.some((key) => changed.includes(key));
  const required = together.filter(isAsked).flatMap((set) => set.filter((key) => wanted[key] !== undefined));
  const kept = isAsked(whole) ? whole.filter((key) => (wanted[key] ?? shown[key]) !== undefined) : [];
  return [...new Set([...changed, ...required, ...kept])];
}

function valueToSend(definition: Definition, key: string, held: unknown, wanted: unknown): unknown {
  if (marksOf(definition, key).as === "merge") return mergePatch(held, wanted ?? {});
  return wanted ?? (definition.update?.whole?.includes(key) ? held : undefined) ?? emptyOf(definition.inputs[key]!);
}

/** What the response contains is taken from it; write-only inputs are taken as last applied. */
export function known(definition: Definition, held: Pick<HeldObject, "record" | "state">): Bag {
  const shown = decodeAll(definition, held.record, held.state);
  const unseen = fieldsWhere(definition, isOnlyStored);
  const hidden = unseen.filter((key) => key in held.state);
  return { ...shown, ...Object.fromEntries(hidden.map((key) => [key, held.state[key]])) };
}

function take(held: HeldObject, wanted: Bag, keys: readonly string[]): void {
  for (const key of keys) {
    if (wanted[key] === undefined) delete held.state[key];
    else held.state[key] = wanted[key];
  }
}

/**
 * If the service accepts a value and keeps its own, every update would send it again without
 * explanation. Who may use a key, and what protects it, must be as the program says.
 */
export function tellUnheeded(
  definition: Definition,
  { inputs, label, progress }: Scope,
  state: Bag,
  held: HeldObject,
): void {
  const changed = changedInputs(definition, state, { ...inputs, ...held.added });
  if (changed.length === 0) return;
  const guarding = changed.filter((key) => marksOf(definition, key).guards);
  if (guarding.length > 0) throw unguarded(guarding);
  progress(
    `${label}: the service accepted ${changed.join(", ")} and returned a different value; the next preview will report it again`,
  );
}

const unguarded = (keys: readonly string[]): ApiError =>
  new ApiError(`the service accepted ${keys.join(", ")}, and the object has a different value`, {
    kind: "failed",
    call: "reading it back",
    advice:
      "This decides who has access, or protects a key: compare the object in the service with the program. " +
      "`pulumi preview --refresh` shows the difference; run `pulumi up` again, or write what the service has.",
  });
