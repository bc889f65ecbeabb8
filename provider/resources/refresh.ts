import { z } from "zod";
import { segment, type Api, type Query, type Wire } from "../api/client";
import { isKind } from "../api/errors";
import { defineResource, type Failure, type Scope } from "../engine/definition";
import { ResourceError } from "../engine/failure";

/** How one system downloads the keys of its containers. */
interface System {
  jobs: string;
  /** What the job's request calls the list of containers. */
  containers: string;
  /** The keys that the service knows of these containers. */
  keys: string;
  keysOf: string;
}

const systems: Record<string, System> = {
  aws: { jobs: "/cckm/aws/synchronization-jobs", containers: "kms", keys: "/cckm/aws/keys", keysOf: "kms_id" },
};

/** Downloads the keys of containers into the service, now. It runs when it is created and when an argument changes. */
export const refresh = defineResource({
  type: "Refresh",
  path: "/cckm",
  feature: "CCKM",
  action: true,
  label: ({ cloud }) => String(cloud),
  inputs: {
    /** System to refresh: `aws`. */
    cloud: z.enum(["aws"]),
    /** Ids of the containers. Order has no meaning. Default: all containers of the system. */
    containers: z
      .array(z.string().min(1))
      .min(1, "needs at least one container; leave it out to refresh all")
      .optional(),
    /** AWS: regions to refresh. Needs `containers`. Default: all regions of each container. */
    regions: z.array(z.string()).optional(),
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
    /** How many it had known, and found gone from the cloud. */
    goneKeys: z.number(),
  },
  unordered: ["containers", "regions"],
  wire: {
    status: { from: "overall_status" },
    keys: { from: "keys" },
    newKeys: { from: "new_keys" },
    goneKeys: { from: "gone_keys" },
  },
  hooks: {
    check({ regions, containers }): Failure[] {
      return regions && !containers
        ? [{ property: "regions", reason: "needs containers: all containers refresh all their regions" }]
        : [];
    },
    async create(scope) {
      const { cloud, containers, regions } = scope.inputs;
      const system = systems[cloud]!;
      const before = await countKeys(scope.api, system, containers);
      const job = await scope.api.post(
        system.jobs,
        containers ? { [system.containers]: containers, regions } : { synchronize_all: true },
      );
      const ended = await awaitJob(scope, `${system.jobs}/${segment(String(job.id))}`);
      const after = await countKeys(scope.api, system, containers);
      return {
        ...ended,
        keys: after.present,
        new_keys: Math.max(0, after.present + after.gone - before.present - before.gone),
        gone_keys: Math.max(0, after.gone - before.gone),
      };
    },
    async remove() {
      // A download that has happened cannot be undone, and nothing needs to be.
    },
  },
});

async function countKeys(api: Api, { keys, keysOf }: System, containers: string[] | undefined) {
  const of: Query = containers ? { [keysOf]: containers } : {};
  const all = await api.count(keys, of);
  const gone = await api.count(keys, { ...of, gone: true });
  return { present: all - gone, gone };
}

/** Follows the job to its end; when this process is told to stop, so is the job. */
async function awaitJob(scope: Scope, path: string): Promise<Wire> {
  let job: Wire = {};
  const look = async () => {
    job = await scope.api.get(path);
    const status = String(job.overall_status);
    if (status === "completed") return job;
    if (status !== "in_progress")
      throw new ResourceError(
        `${scope.label} failed: the job ended as ${status}. ${detail(job)}Run \`pulumi up\` again once the cause is gone.`,
      );
    scope.progress(`${scope.label}: the service is downloading keys`);
    return undefined;
  };
  const seconds = (scope.inputs as { timeoutSeconds: number }).timeoutSeconds;
  try {
    return await scope.poll(
      look,
      seconds,
      () =>
        `${scope.label} is still ${String(job.overall_status)} after ${seconds} s: raise timeoutSeconds, or look at the job ${String(job.id)}`,
    );
  } catch (error) {
    if (isKind(error, "interrupted"))
      await scope.api.post(`${path}/cancel`, undefined, { repeatable: true }).catch(() => {});
    throw error;
  }
}

function detail(job: Wire): string {
  return job.detailed_status === undefined ? "" : `It says: ${JSON.stringify(job.detailed_status)}. `;
}
