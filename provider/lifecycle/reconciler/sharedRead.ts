import { isDeepStrictEqual } from "node:util";
import type { Api, Wire } from "../../api/client";
import type { ListOf, SharedReads } from "../../api/sharedReads";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { diff, trustedInputs } from "../values/diff";
import { ResourceError } from "../vocabulary/failure";
import { needsOf } from "../vocabulary/field";
import { foreignTo, idOf, itemPath } from "../vocabulary/record";
import { confirmed, tellOtherStack, type Home } from "../evidence/belonging";
import { look, lagAfter, waitFor } from "../service/look";
import { project, type Stored } from "../service/state";
import { importedKey } from "../vocabulary/hiddenKeys";

/** The list that shows the objects of this type, if their paths end with their ids. */
export function listsOf(definition: Definition): ListOf[] {
  const { path, filters, listing: { within, usual: query, omits: unlisted } = {}, id } = definition;
  const items = itemPath(definition, "");
  const isPlain = path !== "" && filters && !within && items !== "" && itemPath(definition, "x") === `${items}x`;
  return isPlain ? [{ path, items, query, id, unlisted }] : [];
}

/**
 * Whether a plan would find an object as it was left. Outputs that ask for nothing do not count:
 * what uses the object may have changed them since.
 */
async function isAsLeft(definition: Definition, { api }: Scope, state: Bag, seen?: Stored): Promise<boolean> {
  if (!seen) return false;
  const now = await api.time();
  const plan = diff(definition, seen.state, state, now);
  return plan.changed.length === 0 && (!plan.changes || diff(definition, state, state, now).changes);
}

/**
 * What the service has of an object whose state is known, as state; `undefined` if it has none. The
 * entry of a list only ever confirms that nothing has changed: whatever else it shows, or lacks, is
 * read from the object itself.
 */
export async function observe(
  definition: Definition,
  scope: Scope,
  shared: SharedReads | undefined,
  { id, state }: { id: string; state: Bag },
): Promise<Stored | undefined> {
  const recent = await lagAfter(scope, state);
  // What is not found, or found otherwise than it was left a moment ago, is read again below.
  const patience = recent.length > 0 ? { pauses: [] } : {};
  const from = async (api: Api) => {
    const record = await look(definition, { ...scope, ...patience, api }, id, state);
    return record && { id, state: await project(definition, api, record, state) };
  };
  const lasting = async (api: Api) => {
    let seen = await from(api);
    for (const milliseconds of recent) {
      if (await isAsLeft(definition, scope, state, seen)) break;
      await waitFor(scope, milliseconds);
      seen = await from(api);
    }
    return seen;
  };
  const certain = async (api: Api) => readTwice(definition, scope, state, await lasting(api), () => from(api));
  if (!shared) return certain(scope.api);
  const needed = needsOf(definition).map(([, one]) => one);
  const view = shared.view(scope.api, [definition.partOf?.(state) ?? definition, ...needed].flatMap(listsOf));
  try {
    const seen = await from(view.api);
    if (isDeepStrictEqual(seen?.state, state)) return seen;
    const isFinal = !view.isUsed() && (recent.length === 0 || (await isAsLeft(definition, scope, state, seen)));
    if (isFinal) return await readTwice(definition, scope, state, seen, () => from(view.direct));
  } catch (error) {
    if (!view.isUsed()) throw error;
  }
  return certain(view.direct);
}

/** The inputs in which an object differs from its state so that it would be replaced. */
const forcing = (definition: Definition, state: Bag, seen?: Stored): readonly string[] =>
  seen ? diff(definition, seen.state, state).replaces : [];

/** No single response replaces an object: what would do so has to be read twice alike. */
async function readTwice(
  definition: Definition,
  scope: Scope,
  state: Bag,
  seen: Stored | undefined,
  again: () => Promise<Stored | undefined>,
): Promise<Stored | undefined> {
  let last = seen;
  for (const milliseconds of [0, ...scope.pauses]) {
    const keys = forcing(definition, state, last);
    if (keys.length === 0) return last;
    await scope.pause(milliseconds);
    const next = await again();
    if (next && keys.every((key) => isDeepStrictEqual(next.state[key], last!.state[key]))) return next;
    last = next;
  }
  return last;
}

/**
 * An object of which nothing is known, because it is looked up or imported, perhaps by its name:
 * its response has its id.
 */
export async function firstSeen(
  definition: Definition,
  scope: Scope,
  id: string,
  imported?: { home: Home | undefined },
): Promise<Stored | undefined> {
  const record = await look(definition, scope, id, {});
  if (!record) return undefined;
  const state = await project(definition, scope.api, record, {});
  if (imported) noteImported(definition, scope, { record, state, ...imported });
  return { id: idOf(definition, record), state };
}

interface Imported {
  record: Wire;
  state: Bag;
  home: Home | undefined;
}

/**
 * Refuses an object of another type; says if it was made for another owner, and what of it no
 * response shows.
 */
function noteImported(definition: Definition, scope: Scope, { record, state, home }: Imported): void {
  const { label, progress } = scope;
  const foreign = foreignTo(definition, record);
  if (foreign !== undefined)
    throw new ResourceError(`importing ${label} was refused: ${foreign}. Import it as the type that it has.`);
  tellOtherStack(definition, scope, record, home);
  // An import names the object by its id, as `adopt` does.
  Object.assign(state, { [importedKey]: true, ...confirmed(home) });
  const trusted = trustedInputs(definition);
  if (trusted.length === 0) return;
  progress(
    `${label}: the service never returns ${trusted.join(", ")}; what the program says there counts as what the object has`,
  );
}
