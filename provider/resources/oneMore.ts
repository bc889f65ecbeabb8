import type { Wire } from "../api/client";
import { isInDoubt, isKind, unproven } from "../api/errors";
import { idIn } from "../api/responses";
import type { Scope } from "../lifecycle/vocabulary/definition";
import { resends } from "../lifecycle/reconciler/obtain";

/**
 * Creates an item of a list in which ours cannot be distinguished from others: no name is unique,
 * no field can carry a mark. If the response is lost, or names an item that was there before, it is
 * the item that the list did not contain.
 */
export async function oneMore(
  scope: Pick<Scope, "pause" | "pauses">,
  list: () => Promise<Wire[]>,
  make: () => Promise<Wire>,
): Promise<Wire> {
  const before = new Set((await list()).map((one) => idIn(one)));
  const makeNew = async () => {
    const made = await make();
    if (!before.has(idIn(made))) return made;
    throw unproven("is about another object");
  };
  for (let attempt = 0; ; attempt++) {
    try {
      return await makeNew();
    } catch (error) {
      if (!isInDoubt(error)) throw error;
      const found = await added(scope, list, before).catch(() => undefined);
      if (found?.length === 1) return found[0]!;
      // A call that the service could not process is not repeated indefinitely.
      if (!found || found.length > 1 || attempt >= resends || !isKind(error, "unanswered")) throw error;
    }
  }
}

async function added(
  { pause, pauses }: Pick<Scope, "pause" | "pauses">,
  list: () => Promise<Wire[]>,
  before: ReadonlySet<string>,
): Promise<Wire[]> {
  for (const milliseconds of [...pauses, 0]) {
    const fresh = (await list()).filter((one) => !before.has(idIn(one)));
    if (fresh.length > 0 || milliseconds === 0) return fresh;
    await pause(milliseconds);
  }
  return [];
}
