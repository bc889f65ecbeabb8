import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { isKind } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource, type Failure, type Scope } from "../../engine/definition";
import { ResourceError } from "../../engine/failure";
import { awsRegion } from "../aws/kms";
import type { Downloadable, RefreshFacet } from "../system";
import { refreshItems, systemNamed, systems, type RefreshedSystem } from "../systems";
import { compare, holdings, count, nothingFound, sum } from "./findings";
import { systemName } from "./jobConfig";

const refreshable = systems.filter((one) => one.refresh);

/** Downloads the keys of containers into the service, now. It runs when it is created and when an argument changes; destroying it does nothing. */
export const refresh = defineResource({
  type: "Refresh",
  path: "/cckm",
  feature: "CCKM",
  action: true,
  label: ({ cloud }) => String(cloud),
  inputs: {
    /** System to refresh: `aws`, `azure`, `google`, `oci`, `salesforce`, `sap`, `luna`, `dsm` or `externalCm`. */
    cloud: systemName<RefreshedSystem>(refreshable),
    /** Ids of the containers. Order has no meaning. Default: all containers of the system. */
    containers: z
      .array(z.string().min(1))
      .min(1, "needs at least one container; leave it out to refresh all")
      .optional(),
    /** What to download, where a system offers a choice: `keys`; AWS also `keyStores`, Azure `secrets` and `certificates`, Salesforce `certificates`, Luna `haMembers`. Default: its keys. */
    items: z.array(z.enum(refreshItems)).min(1, "needs at least one item").optional(),
    /** AWS: regions to refresh. Needs `containers`. Default: all regions of each container. */
    regions: z.array(awsRegion).optional(),
    /** Azure: true to have the keys backed up before they are downloaded. Default false. */
    takeCloudKeyBackup: z.boolean().default(false),
    /** Values of any kind; when one changes, the refresh runs again. */
    triggers: z.record(z.string(), z.unknown()).optional(),
    /** Seconds to wait for the refresh to end, 1 to 86400. Default 3600. */
    timeoutSeconds: z.number().min(1).max(86400).default(3600),
  },
  outputs: {
    /** How the job ended: `completed`. */
    status: z.string(),
    /** How many keys the service knew of these containers afterwards. */
    keys: z.number(),
    /** How many of them it had not known before. */
    newKeys: z.number(),
    /** How many of them it had known, and found different in the cloud: rotated, disabled, tagged, whatever its record shows. */
    changedKeys: z.number(),
    /** How many it had known, and found gone from the cloud. */
    goneKeys: z.number(),
  },
  unordered: ["containers", "items", "regions"],
  wire: {
    status: { from: "overall_status" },
    keys: { from: "keys" },
    newKeys: { from: "new_keys" },
    changedKeys: { from: "changed_keys" },
    goneKeys: { from: "gone_keys" },
  },
  hooks: {
    check: ({ cloud, regions, containers, items, takeCloudKeyBackup }) => {
      if (cloud === undefined) return [];
      const facet = systemNamed(cloud).refresh!;
      const backup =
        takeCloudKeyBackup && !facet.keyBackup
          ? [{ property: "takeCloudKeyBackup", reason: `is for azure, not for ${cloud}` }]
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
      scope.progress(`${scope.label}: ${keys} keys; ${new_keys} new, ${changed_keys} changed, ${gone_keys} gone`);
      return { ...job, ...found };
    },
    async remove() {
      // A download that has happened cannot be undone, and nothing needs to be.
    },
  },
});

function regionProblems(cloud: string, facet: RefreshFacet, regions?: string[], containers?: string[]): Failure[] {
  if (!regions) return [];
  if (!facet.regions) return [{ property: "regions", reason: `is not for ${cloud}` }];
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
  /** False for a job that others started: it is not ours to cancel. */
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
 * Starts a job. The service refuses a second one while one runs: one that downloads what is wanted here is joined, another
 * is waited for. Sending it again is therefore safe.
 */
async function startJob(scope: Scope, { containers: name }: RefreshFacet, { jobs }: Downloadable): Promise<Job> {
  const { containers, regions, takeCloudKeyBackup } = wantedOf(scope);
  const target = containers ? { [name]: containers, regions } : { synchronize_all: true };
  const body = takeCloudKeyBackup ? { ...target, take_cloud_key_backup: true } : target;
  const pathTo = (job: Wire) => `${jobs}/${segment(idIn(job))}`;
  for (;;) {
    try {
      return { path: pathTo(await scope.api.post(jobs, body, { repeatable: true })), ours: true };
    } catch (error) {
      if (!isKind(error, "conflict")) throw error;
      const found = await scope.api.list(jobs, { overall_status: "in_progress" });
      const running = found.findLast((job) => job.overall_status === "in_progress");
      if (!running) throw error;
      scope.progress(`${scope.label}: another refresh is under way; waiting for that`);
      if (covers(running, name, wantedOf(scope))) return { path: pathTo(running), ours: false };
      await ended(scope, pathTo(running));
    }
  }
}

/** True when a job downloads all that is wanted here, as far as it tells. */
function covers(job: Wire, name: string, { containers, regions, takeCloudKeyBackup }: Wanted): boolean {
  const within = (wanted: string[] | undefined, held: unknown) =>
    !Array.isArray(held) || held.length === 0 || (wanted !== undefined && wanted.every((one) => held.includes(one)));
  const everywhere = job.synchronize_all === true || within(containers, job[name]);
  return everywhere && within(regions, job.regions) && (!takeCloudKeyBackup || job.take_cloud_key_backup === true);
}

/** Waits until somebody else's job is over, however it ends. */
async function ended(scope: Scope, path: string): Promise<void> {
  const { timeoutSeconds } = wantedOf(scope);
  const look = async () => (String((await scope.api.get(path)).overall_status) === "in_progress" ? undefined : true);
  await scope.poll(look, timeoutSeconds, () => `${scope.label} waits for another refresh, ${path}, that goes on`);
}

/** Follows the job to its end; when this process is told to stop, so is the job, unless it is somebody else's. */
async function awaitJob(scope: Scope, downloadable: Downloadable, { path, ours }: Job): Promise<Wire> {
  const { containers, timeoutSeconds } = wantedOf(scope);
  let status = "in_progress";
  const look = async () => {
    const job = await scope.api.get(path);
    status = String(job.overall_status);
    if (status === "completed") return job;
    if (status !== "in_progress") {
      const advice = "Run `pulumi up` again once the cause is gone.";
      throw new ResourceError(`${scope.label} failed: the job ended as ${status}. ${detail(job)}${advice}`);
    }
    const known = await count(scope.api, downloadable, containers);
    scope.progress(`${scope.label}: the service is downloading; it knows ${known} keys so far`);
    return undefined;
  };
  const overdue = () =>
    `${scope.label} is still ${status} after ${timeoutSeconds} s: raise timeoutSeconds, or look at the job ${path}`;
  try {
    return await scope.poll(look, timeoutSeconds, overdue);
  } catch (error) {
    if (!ours || !isKind(error, "interrupted")) throw error;
    const cancelled = await scope.api.post(`${path}/cancel`, undefined, { repeatable: true }).catch(() => undefined);
    const what = cancelled ? "the job was cancelled in the service" : `the job ${path} may still run in the service`;
    throw new ResourceError(`${scope.label} was interrupted; ${what}. Run \`pulumi up\` to refresh again.`, {
      cause: error,
    });
  }
}

function detail(job: Wire): string {
  return job.detailed_status === undefined ? "" : `It says: ${JSON.stringify(job.detailed_status)}. `;
}
