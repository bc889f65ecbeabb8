import type { Wire } from "../api/client";
import { isInDoubt, isKind } from "../api/errors";
import { idIn } from "../api/responses";
import type { Scope } from "../engine/definition";
import { pauses } from "../engine/look";

/** How often a request is sent again whose response was lost, and which made nothing. */
const resends = 3;

/**
 * Makes one more item of a list in which nothing could tell ours from others: no name is unique, no field carries a mark.
 * Where the response is lost, what the list did not have before is the one.
 */
export async function oneMore(
  scope: Pick<Scope, "pause">,
  list: () => Promise<Wire[]>,
  make: () => Promise<Wire>,
): Promise<Wire> {
  const before = new Set((await list()).map((one) => idIn(one)));
  for (let attempt = 0; ; attempt++) {
    try {
      return await make();
    } catch (error) {
      if (!isInDoubt(error)) throw error;
      const found = await added(scope, list, before).catch(() => undefined);
      if (found?.length === 1) return found[0]!;
      // What the service could not do once, it is not asked again and again.
      if (!found || found.length > 1 || attempt >= resends || !isKind(error, "unanswered")) throw error;
    }
  }
}

async function added(
  { pause }: Pick<Scope, "pause">,
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
