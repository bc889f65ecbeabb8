import { ifFound, isKind } from "../api/errors";
import { isContainer, type Bag, type Definition, type Scope } from "./definition";
import { explain, OverdueError, type ResourceError } from "./failure";
import { look } from "./look";
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
  const { id, state, tried, presence } = removal;
  let refusal: unknown;
  const attempt = async () => {
    try {
      await (definition.hooks?.remove ? definition.hooks.remove(scope, id, state) : plain(definition, scope, removal));
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

async function plain(definition: Definition, { api }: Scope, { id, presence }: Removal): Promise<void> {
  await api.delete(itemPath(definition, id));
  presence?.seen();
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
