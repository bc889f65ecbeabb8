import type { Wire } from "../../api/client";
import { ifFound, isKind } from "../../api/errors";
import type { Scope, Verb } from "../vocabulary/definition";
import { explain, OverdueError } from "../vocabulary/failure";
import { patient } from "../service/look";

/** How an object shows that a call has ended it. */

/** How long an object may be seen after its end: longer than a node of the service lags behind. */
const endSeconds = 45;

const notEnded =
  "Others may have to approve it first (a quorum), or the response was not the service's own. The resource stays in the state: run the same " +
  "command again.";

interface Awaited {
  readonly tried: string;
  /** The path of the object. */
  readonly item: string;
  isEnded(): Promise<boolean>;
}

/** Waits until an object shows that an accepted call was carried out. */
export async function until(scope: Scope, { tried, item, isEnded }: Awaited): Promise<void> {
  const look = async () => {
    if (await isEnded()) return true;
    await scope.api.refuseHeld(item);
    scope.progress(`${scope.label} is as before, although the service has accepted its deletion; looking again`);
    return undefined;
  };
  try {
    await scope.poll(look, endSeconds, () => "the service accepted the call, and the object is as before");
  } catch (error) {
    throw error instanceof OverdueError ? explain(tried, error, notEnded) : error;
  }
}

const showsEnd = (record: Wire | undefined, unless: Verb["unless"]): boolean => !record || (unless(record) ?? true);

interface First extends Partial<Pick<Verb, "unless">> {
  tried: string;
  item: string;
}

/**
 * The record of an object is deleted once it shows that the call has ended the object. One that was
 * lost meanwhile needs no ending; a 404 alone does not tell, because a node that lags behind may
 * not know the object yet.
 */
export async function endFirst(scope: Scope, done: Promise<unknown>, { tried, item, unless }: First): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!isKind(error, "notFound")) throw error;
    const record = await ifFound(patient(scope, (path) => path === item).get(item));
    if (record && unless?.(record) !== true) throw error;
  }
  if (!unless) return;
  await until(scope, { tried, item, isEnded: async () => showsEnd(await ifFound(scope.api.get(item)), unless) });
}
