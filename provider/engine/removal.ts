import { around } from "../api/around";
import { ifFound, isKind } from "../api/errors";
import { isContainer, type Bag, type Definition, type Scope } from "./definition";
import { explain, OverdueError, type ResourceError } from "./failure";
import { look, patient } from "./look";
import { itemPath } from "./paths";
import { serviceKey, type Missing, type Presence } from "./presence";

/** Deletes that the service refuses as "in use" are tried again this long: what uses the object may be on its way out. */
const conflictSeconds = 20;

const stillThere =
  "The object itself is still there, so it was not forgotten: run `pulumi up --refresh` to see what is left of it, " +
  "then try again.";

export interface Removal {
  id: string;
  state: Bag;
  /** Clause for errors, such as `deleting AwsKms "prod"`. */
  tried: string;
  presence?: Presence;
}

/** Deletes an object, and counts one that is gone as deleted. Throws what the service says, in words where that is a refusal. */
export async function removeObject(definition: Definition, scope: Scope, removal: Removal): Promise<void> {
  const { state, tried, presence } = removal;
  let refusal: unknown;
  const attempt = async () => {
    try {
      const wasThere = await (definition.hooks?.remove ? byHook : plain)(definition, scope, removal);
      if (wasThere) presence?.seen();
      else await presence?.gone(tried, scope.label, missing(definition, scope, state));
      return true;
    } catch (error) {
      if (isKind(error, "notFound") && (await isGone(definition, scope, removal))) {
        await presence?.gone(tried, scope.label, missing(definition, scope, state));
        return true;
      }
      if (!isKind(error, "notFound", "conflict")) throw error;
      refusal = error;
      const why = isKind(error, "conflict") ? "is still in use" : "is still there, though a part of it is gone";
      scope.progress(`${scope.label} ${why}; trying again`);
      return undefined;
    }
  };
  await presence?.verify(tried, state[serviceKey]);
  try {
    await scope.poll(attempt, conflictSeconds, () => `${scope.label} is still in use`);
  } catch (error) {
    if (refusal === undefined || !(error instanceof OverdueError)) throw error;
    throw await refused(definition, scope, removal, refusal);
  }
}

/** What is to be known of a missing object before it is forgotten. */
export function missing(definition: Definition, { api }: Pick<Scope, "api">, state: Bag): Missing {
  const lostContainer = async () => {
    for (const [key, needed] of Object.entries(definition.needs ?? {})) {
      const id = state[key];
      if (!needed || typeof id !== "string" || !isContainer(needed)) continue;
      const container = await ifFound(api.get(itemPath(needed, id)));
      if (!container) return `${needed.type} "${id}"`;
    }
    return undefined;
  };
  return { remembered: state[serviceKey], lostContainer };
}

/** Says whether the object was there. */
async function plain(definition: Definition, { api }: Scope, { id }: Removal): Promise<boolean> {
  await api.delete(itemPath(definition, id));
  return true;
}

/** A hook may find nothing to do: whether the object was there at all, its first look at it tells. */
async function byHook(definition: Definition, scope: Scope, { id, state }: Removal): Promise<boolean> {
  const ids = [id, ...Object.values(state).filter((value) => typeof value === "string" && value !== "")] as string[];
  const own = new Set(ids.map((one) => itemPath(definition, one)));
  let first: boolean | undefined;
  const known = patient(scope, (path) => first !== true && own.has(path));
  const api = around(known, async (call, work) => {
    const isLook = call.method === "GET" && own.has(call.path);
    try {
      const found = await work();
      if (isLook) first ??= true;
      return found;
    } catch (error) {
      if (isLook && isKind(error, "notFound")) first ??= false;
      throw error;
    }
  });
  await definition.hooks!.remove!({ ...scope, api }, id, state);
  return first ?? true;
}

/**
 * A hook takes several steps, and what one of them did not find need not be the object itself; and a node that lags may not
 * have heard of the object yet. Only a look at it tells. An event has nothing to look at.
 */
async function isGone(definition: Definition, scope: Scope, { id, state }: Removal): Promise<boolean> {
  return definition.action === true || (await look(definition, scope, id, state)) === undefined;
}

async function refused(
  definition: Definition,
  { api }: Scope,
  { id, tried }: Removal,
  refusal: unknown,
): Promise<ResourceError> {
  if (isKind(refusal, "notFound")) return explain(tried, refusal, stillThere);
  const users = await definition.hooks?.users?.(api, id).catch(() => undefined);
  return explain(tried, refusal, users ? `It is used by ${users}: remove that first.` : "Remove what uses it first.");
}
