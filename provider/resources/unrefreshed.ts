import type { Wire } from "../api/client";
import { madeAt } from "../lifecycle/evidence/comparison";
import type { Definition, Scope } from "../lifecycle/vocabulary/definition";
import { itemPath } from "../lifecycle/vocabulary/record";

/**
 * Containers in which several keys may have one name, and which may hold keys that the service does
 * not know.
 */
export interface Unrefreshed {
  container: Definition;
  /** The jobs that record which keys a container holds. */
  jobs: string;
  /** The list of containers in a job, and in the argument of a `Refresh`. */
  list: string;
  /** The system in the argument `cloud` of a `Refresh`. */
  cloud: string;
  /** What its keys are called by, and where they are. */
  words: { name: string; place: string };
}

/** More would take too long to read. */
const mostRead = 1000;

/**
 * Warns that keys which the container already has may be unknown to the service, which then cannot
 * tell that a name occurs twice. It is silent if the container was refreshed since it was added, or
 * if what the service shows does not exclude that.
 */
export function warnIfUnrefreshed(scope: Scope, id: string, unrefreshed: Unrefreshed): Promise<void> {
  return scope.once(`refresh of ${id}`, () => warn(scope, id, unrefreshed));
}

/** Returns false if nothing could be read that tells. */
async function warn({ api, label, progress }: Scope, id: string, unrefreshed: Unrefreshed): Promise<boolean> {
  const { container, jobs, list, cloud, words } = unrefreshed;
  const isUnrefreshed = async () => {
    const record = await api.get(itemPath(container, id));
    if ((await api.count(jobs)) > mostRead) return false;
    const all = await api.list(jobs);
    return madeAt(record) !== undefined && !all.some((job) => mayCover(job, record, list));
  };
  // The check is a help: what it needs may be forbidden, or missing in this version.
  const isDue = await isUnrefreshed().catch(() => undefined);
  if (isDue)
    progress(
      `warning: ${label}: the service shows no refresh of its ${container.type} since that was added. Keys that ${words.place} already ` +
        `has are unknown to it until then, and one of the same ${words.name} gets a duplicate there. Where the ${container.type} may hold ` +
        `keys, such as those of a stack that was destroyed, declare a Refresh with  cloud: "${cloud}"  and the ${container.type}, and give ` +
        `its keys the option  dependsOn  with it.`,
    );
  return isDue !== undefined;
}

/** False only for a job that shows another container, an earlier time or another end. */
function mayCover(job: Wire, container: Wire, list: string): boolean {
  const { [list]: named, overall_status: status, synchronize_all: all } = job;
  const isEarlier = (madeAt(job) ?? Infinity) < madeAt(container)!;
  const names = [container.id, container.name, container.display_name].filter((one) => typeof one === "string");
  const isOther = all !== true && Array.isArray(named) && !names.some((one) => named.includes(one));
  const isOver = status === undefined || status === "completed";
  return isOver && !isEarlier && !isOther;
}
