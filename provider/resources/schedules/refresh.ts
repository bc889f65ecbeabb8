import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { counted } from "../../api/counted";
import { isKind } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource, type Failure, type Scope } from "../../lifecycle/vocabulary/definition";
import { field } from "../../lifecycle/vocabulary/field";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { awsRegion } from "../aws/kms";
import { isRunning } from "../jobs";
import type { Downloadable, RefreshFacet } from "../system";
import { refreshItems, systemNamed, systems, type RefreshedSystem } from "../systems";
import { compare, holdings, count, nothingFound, sum } from "./findings";
import { systemName } from "./jobConfig";

const refreshable = systems.filter((one) => one.refresh);

/**
 * Downloads the keys of containers into the service, now. It runs when it is created and when an
 * argument changes; destroying it does nothing.
 */
export const refresh = defineResource({
  type: "Refresh",
  path: "/cckm",
  feature: "CCKM",
  action: true,
  inputs: {
    /** System to refresh. */
    cloud: systemName<RefreshedSystem>(refreshable),
    /** Ids of the containers. Default: all containers of the system. */
    containers: field(
      z.array(z.string().min(1)).min(1, "needs at least one container; leave it out to refresh all").optional(),
      { as: "set" },
    ),
    /**
     * What to download, where a system offers a choice: `keys`; AWS also `keyStores`, Azure
     * `secrets` and `certificates`, Salesforce `certificates`, Luna `haMembers`. Default: its
     * keys.
     */
    items: field(z.array(z.enum(refreshItems)).min(1, "needs at least one item").optional(), { as: "set" }),
    /** AWS: regions to refresh. Needs `containers`. Default: all regions of each container. */
    regions: field(z.array(awsRegion).optional(), { as: "set" }),
    /** Azure: true to have the keys backed up before they are downloaded. */
    takeCloudKeyBackup: z.boolean().default(false),
    /** Values of any kind; when one changes, the refresh runs again. */
    triggers: z.record(z.string(), z.unknown()).optional(),
    /** Seconds to wait for the refresh to end, 1 to 86400. */
    timeoutSeconds: z.number().min(1).max(86400).default(3600),
  },
  outputs: {
    /** How the job ended: `completed`. */
    status: field(z.string(), { wire: { from: "overall_status" } }),
    /** How many keys the service knew of these containers afterwards. */
    keys: field(z.number(), { wire: { from: "keys" } }),
    /** How many of them were new to the service. */
    newKeys: field(z.number(), { wire: { from: "new_keys" } }),
    /**
     * How many known keys differed in the cloud: rotated, disabled, tagged, or changed in any other
     * recorded way.
     */
    changedKeys: field(z.number(), { wire: { from: "changed_keys" } }),
    /** How many known keys no longer exist in the cloud. */
    goneKeys: field(z.number(), { wire: { from: "gone_keys" } }),
  },
  hooks: {
    check: ({ cloud, regions, containers, items, takeCloudKeyBackup }) => {
      if (cloud === undefined) return [];
      const facet = systemNamed(cloud).refresh!;
      const backup =
        takeCloudKeyBackup && !facet.keyBackup
          ? [{ property: "takeCloudKeyBackup", reason: `is only valid for azure, not for ${cloud}` }]
          : [];
      return [...regionProblems(cloud, facet, regions, containers), ...itemProblems(facet, items ?? []), ...backup];
    },
    async create(scope) {
      const { cloud, containers, items } = scope.inputs;
      const facet = systemNamed(cloud).refresh!;
      const wanted = items ?? Object.keys(facet.items).slice(0, 1);
      let found = nothingFound;
      let job: Wire = {};
      for (const item of wanted) {
        const downloadable = facet.items[item]!;
        const before = await holdings(scope.api, downloadable, containers);
        job = await awaitJob(scope, downloadable, await startJob(scope, facet, downloadable));
        const after = await holdings(scope.api, downloadable, containers);
        found = sum(found, compare(before, after));
      }
      const { keys, new_keys, changed_keys, gone_keys } = found;
      scope.progress(
        `${scope.label}: ${counted(keys, "key")}; ${new_keys} new, ${changed_keys} changed, ${gone_keys} gone`,
      );
      return { ...job, ...found };
    },
    async remove() {
      // A completed download cannot be undone, and need not be.
    },
  },
});

function regionProblems(cloud: string, facet: RefreshFacet, regions?: string[], containers?: string[]): Failure[] {
  if (!regions) return [];
  if (!facet.regions) return [{ property: "regions", reason: `is not valid for ${cloud}` }];
  if (containers) return [];
  return [{ property: "regions", reason: "needs containers: all containers refresh all their regions" }];
}

function itemProblems(facet: RefreshFacet, items: string[]): Failure[] {
  const offered = Object.keys(facet.items);
  const unknown = items.filter((item) => !offered.includes(item));
  return unknown.map((item) => ({ property: "items", reason: `"${item}" is not one of ${offered.join(", ")}` }));
}

interface Job {
  path: string;
  /** False for a job that others started, which must not be canceled. */
  ours: boolean;
}

interface Wanted {
  containers?: string[];
  regions?: string[];
  takeCloudKeyBackup: boolean;
  timeoutSeconds: number;
}

const wantedOf = (scope: Scope): Wanted => scope.inputs as unknown as Wanted;

/**
 * Starts a job. The service refuses a second one while one runs: one that downloads the same
 * objects is joined, another is waited for. Retrying is therefore safe.
 */
async function startJob(
  scope: Scope,
  { containers: name, running: word = "in_progress" }: RefreshFacet,
  { jobs }: Downloadable,
): Promise<Job> {
  const { containers, regions, takeCloudKeyBackup } = wantedOf(scope);
  const target = containers ? { [name]: containers, regions } : { synchronize_all: true };
  const body = takeCloudKeyBackup ? { ...target, take_cloud_key_backup: true } : target;
  const pathTo = (job: Wire) => `${jobs}/${segment(idIn(job))}`;
  for (;;) {
    try {
      return { path: pathTo(await scope.api.post(jobs, body, { repeatable: true })), ours: true };
    } catch (error) {
      if (!isKind(error, "conflict")) throw error;
      const found = await scope.api.list(jobs, { overall_status: word });
      const running = found.findLast((job) => isRunning(job.overall_status));
      if (!running) throw error;
      scope.progress(`${scope.label}: another refresh is in progress; waiting for it`);
      if (covers(running, name, wantedOf(scope))) return { path: pathTo(running), ours: false };
      await ended(scope, pathTo(running));
    }
  }
}

/** True if a job downloads everything that is wanted here, as far as it shows. */
function covers(job: Wire, name: string, { containers, regions, takeCloudKeyBackup }: Wanted): boolean {
  const within = (wanted: string[] | undefined, held: unknown) =>
    !Array.isArray(held) || held.length === 0 || (wanted !== undefined && wanted.every((one) => held.includes(one)));
  const everywhere = job.synchronize_all === true || within(containers, job[name]);
  return everywhere && within(regions, job.regions) && (!takeCloudKeyBackup || job.take_cloud_key_backup === true);
}

/** Waits until somebody else's job is over, however it ends. */
async function ended(scope: Scope, path: string): Promise<void> {
  const { timeoutSeconds } = wantedOf(scope);
  const look = async () => (isRunning((await scope.api.get(path)).overall_status) ? undefined : true);
  await scope.poll(
    look,
    timeoutSeconds,
    () => `${scope.label} waits for another refresh, ${path}, that is still running`,
  );
}

/**
 * Follows the job to its end; if this process is told to stop, the job is canceled, unless somebody
 * else started it.
 */
async function awaitJob(scope: Scope, downloadable: Downloadable, { path, ours }: Job): Promise<Wire> {
  const { containers, timeoutSeconds } = wantedOf(scope);
  let status = "in_progress";
  const look = async () => {
    const job = await scope.api.get(path);
    status = String(job.overall_status);
    if (status === "completed") return job;
    if (!isRunning(status)) {
      const advice = "Fix the cause, then run `pulumi up` again.";
      throw new ResourceError(`${scope.label} failed: the job ended as ${status}. ${detail(job)}${advice}`);
    }
    const known = await count(scope.api, downloadable, containers);
    scope.progress(`${scope.label}: the service is downloading; it knows ${counted(known, "key")} so far`);
    return undefined;
  };
  const overdue = () =>
    `${scope.label} is still ${status} after ${timeoutSeconds} s: raise timeoutSeconds, or check the job ${path}`;
  try {
    return await scope.poll(look, timeoutSeconds, overdue);
  } catch (error) {
    if (!ours || !isKind(error, "interrupted")) throw error;
    const cancelled = await scope.api.post(`${path}/cancel`, undefined, { repeatable: true }).catch(() => undefined);
    const what = cancelled ? "the job was canceled in the service" : `the job ${path} may still run in the service`;
    throw new ResourceError(`${scope.label} was interrupted; ${what}. Run \`pulumi up\` to refresh again.`, {
      cause: error,
    });
  }
}

function detail(job: Wire): string {
  return job.detailed_status === undefined ? "" : `Details: ${JSON.stringify(job.detailed_status)}. `;
}
