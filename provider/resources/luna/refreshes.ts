import type { Scope } from "../../lifecycle/definition";
import type { Wire } from "../../api/client";
import { madeAt } from "../../lifecycle/date";
import { itemPath } from "../../lifecycle/paths";
import { lunaPartition } from "./partition";

/** Jobs that record the keys which a partition holds. */
export const lunaRefreshes = "/cckm/hsm/luna/refresh";

/** More would take too long to read. */
const mostRead = 1000;

/** Partitions that need no warning; their ids are unique, and what was refreshed remains so. */
const refreshed = new Set<string>();

/**
 * Warns that keys which the HSM already has may be unknown to the service, which then cannot tell that a label occurs twice.
 * It is silent if the partition was refreshed since it was added, or if what the service shows does not exclude that.
 */
export async function warnIfUnrefreshed({ api, label, progress }: Scope, partitionId: string): Promise<void> {
  if (refreshed.has(partitionId)) return;
  const isUnrefreshed = async () => {
    const partition = await api.get(itemPath(lunaPartition, partitionId));
    if ((await api.count(lunaRefreshes)) > mostRead) return false;
    const jobs = await api.list(lunaRefreshes);
    return madeAt(partition) !== undefined && !jobs.some((job) => mayCover(job, partition));
  };
  // The check is a help: what it needs may be forbidden, or missing in this version.
  const isDue = await isUnrefreshed().catch(() => undefined);
  if (isDue === false) refreshed.add(partitionId);
  if (isDue !== true) return;
  progress(
    `warning: ${label}: the service shows no refresh of its LunaPartition since that was added. Keys that the HSM already ` +
      `has are unknown to it until then, and one of the same label gets a duplicate in the HSM. Where the partition may hold ` +
      `keys, such as those of a stack that was destroyed, declare a Refresh with  cloud: "luna"  and the partition, and give ` +
      `its keys the option  dependsOn  with it.`,
  );
}

/** False only for a job that shows another partition, an earlier time or another end. */
function mayCover(job: Wire, partition: Wire): boolean {
  const { partitions: named, overall_status: status, synchronize_all: all } = job;
  const isEarlier = (madeAt(job) ?? Infinity) < madeAt(partition)!;
  const isOther =
    all !== true && Array.isArray(named) && ![partition.id, partition.name].some((one) => named.includes(one));
  const isOver = status === undefined || status === "completed";
  return isOver && !isEarlier && !isOther;
}
