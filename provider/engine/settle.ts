import type { Wire } from "../api/client";
import { isImmutable, type Action, type Bag, type Definition, type Scope, type Shape } from "./definition";
import { commonInputs } from "./check";
import { changedInputs } from "./diff";
import { look, patient } from "./look";
import { hasId, itemPath } from "./paths";
import { awaitReady } from "./readiness";
import { withReferences } from "./references";
import { decodeAll, emptyOf, encodeSome } from "./wire";

/** What the service is known to hold; grows more accurate with every answer. */
export interface Held {
  id: string;
  /** The service's latest answer. */
  record: Wire;
  /** Inputs the answer does not show, as far as they have been brought about. */
  state: Bag;
}

/** Outputs that later answers no longer show. */
export function keep(definition: Definition, held: Held): void {
  const shown = decodeAll(definition, held.record);
  for (const key of definition.shownOnce ?? []) if (shown[key] !== undefined) held.state[key] = shown[key];
}

async function isDue(action: Action<Shape>, scope: Scope, state: Bag): Promise<boolean> {
  const due = action.due?.(state, scope.inputs);
  return due !== undefined && (due.from <= 0 || due.from <= (await scope.api.time()));
}

/** Brings an existing object to what the inputs describe: patch, then actions, then readiness. Every step may be repeated. */
export async function settle(definition: Definition, around: Scope, held: Held): Promise<void> {
  // The object is there: a node that has not heard of it lags.
  const scope = { ...around, api: patient(around, (path) => path === itemPath(definition, held.id)) };
  const wanted = scope.inputs as Bag;
  const shown = await withReferences(definition, scope.api, known(definition, held), wanted);
  const changed = changedInputs(definition, shown, wanted).filter((key) => !isImmutable(definition, key));
  const byAction = new Set(definition.actions?.flatMap((action) => [...action.inputs]));
  await patch(
    definition,
    scope,
    held,
    withCompanions(definition, wanted, changed).filter((key) => !byAction.has(key)),
  );
  for (const action of definition.actions ?? []) {
    const asked = action.inputs.some((key) => changed.includes(key));
    if (!asked && !(await isDue(action, scope, known(definition, held)))) continue;
    const at = { id: held.id, record: held.record, state: held.state, changed };
    held.record = (await action.run(scope, at)) ?? held.record;
    take(held, wanted, action.inputs);
    keep(definition, held);
  }
  await awaitReady(scope, {
    definition,
    id: held.id,
    record: held.record,
    retest: definition.ready?.retestOn?.some((key) => changed.includes(key)) ?? false,
    seen: (record) => (held.record = record),
  });
  // References may be shown by name: which object was meant is in the program alone.
  take(held, wanted, [...(definition.local ?? []), ...commonInputs, ...Object.keys(definition.needs ?? {})]);
}

/** What differs, and what the service wants to be told along with it. */
function withCompanions(definition: Definition, wanted: Bag, changed: readonly string[]): string[] {
  const sets = (definition.together ?? []).filter((set) => set.some((key) => changed.includes(key)));
  return [...new Set([...changed, ...sets.flat().filter((key) => wanted[key] !== undefined)])];
}

async function patch(definition: Definition, scope: Scope, held: Held, keys: readonly string[]): Promise<void> {
  const wanted = scope.inputs as Bag;
  const shown = known(definition, held);
  const values = Object.fromEntries(keys.map((key) => [key, valueToSend(definition, key, shown[key], wanted[key])]));
  const body = encodeSome(definition, values, keys);
  if (Object.keys(body).length > 0) {
    const answer = await scope.api.patch(itemPath(definition, held.id), body);
    held.record = hasId(definition, answer)
      ? ((await definition.hooks?.enrich?.(scope.api, answer, wanted, held.state)) ?? answer)
      : ((await look(definition, scope, held.id, held.state, wanted)) ?? held.record);
  }
  take(held, wanted, keys);
}

function valueToSend(definition: Definition, key: string, held: unknown, wanted: unknown): unknown {
  if (definition.merged?.includes(key)) {
    const removed = Object.keys((held ?? {}) as Bag).map((name) => [name, null]);
    return { ...Object.fromEntries(removed), ...(wanted as Bag | undefined) };
  }
  return wanted ?? emptyOf(definition.inputs[key]!);
}

/** What the answer shows counts as shown; what it can never show counts as last brought about. */
export function known(definition: Definition, held: Pick<Held, "record" | "state">): Bag {
  const shown = decodeAll(definition, held.record, held.state);
  const unseen = [...(definition.writeOnly ?? []), ...(definition.local ?? []), ...(definition.shownOnce ?? [])];
  const hidden = unseen.filter((key) => key in held.state);
  return { ...shown, ...Object.fromEntries(hidden.map((key) => [key, held.state[key]])) };
}

function take(held: Held, wanted: Bag, keys: readonly string[]): void {
  for (const key of keys) {
    if (wanted[key] === undefined) delete held.state[key];
    else held.state[key] = wanted[key];
  }
}
