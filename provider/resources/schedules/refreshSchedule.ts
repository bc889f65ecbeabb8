import * as z from "zod";
import { moment } from "../moment";
import type { Wire } from "../../api/client";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { pick } from "../../engine/wire";
import type { RefreshFacet } from "../system";
import { refreshItems, systemNamed, systems, type ScheduledSystem } from "../systems";
import { cronText } from "./cron";
import { cloudNameOf, jobConfigs, patchParameters, systemName, systemOf } from "./jobConfig";
import { periodProblems } from "./period";

const group = "cckm_synchronization_params";
const answered = "job_config_params";

/** A time plan on which the service downloads the keys of containers, so that it knows what is in the cloud. Destroying it ends the refreshes; what was downloaded stays. */
export const refreshSchedule = defineResource({
  type: "RefreshSchedule",
  path: jobConfigs,
  feature: "CCKM",
  fixed: { operation: "cckm_synchronization" },
  inputs: {
    /** Name of the schedule, unique in the service. Default: the resource's name in the program. A change replaces it. */
    name: namedAfterResource(z.string().min(1)),
    /** System whose containers it refreshes: `aws`, `azure`, `google`, `oci`, `salesforce`, `sap`, `luna` or `dsm`. A change replaces the schedule. */
    cloud: systemName<ScheduledSystem>(systems.filter(({ refresh }) => refresh?.scheduled)),
    /** Ids of the containers to refresh. Order has no meaning. Changes in place. Default: all containers of the cloud. */
    containers: z
      .array(z.string().min(1))
      .min(1, "needs at least one container; leave it out to refresh all")
      .optional(),
    /** What to download: `keys`; for Azure also `secrets` and `certificates`. Order has no meaning. Default `["keys"]`. Changes in place. */
    items: z.array(z.enum(refreshItems)).min(1, "needs at least one item").default(["keys"]),
    /** Azure: true to have the keys backed up before they are downloaded. Default false. Changes in place. */
    takeCloudKeyBackup: z.boolean().default(false),
    /** When it runs, in UTC: cron text of five fields (minute, hour, day of month, month, weekday), such as `0 2 * * *`. Changes in place. */
    runAt: cronText,
    /** Node of the cluster that runs it, or `any`. Default `any`. Changes in place. */
    runOn: z.string().min(1).default("any"),
    /** Free text. Changes in place. Default: none. */
    description: z.string().optional(),
    /** True to pause the schedule. Default false. Changes in place. */
    disabled: z.boolean().default(false),
    /** When it starts to apply, RFC 3339. Changes in place. Default: at once. */
    startDate: moment.optional(),
    /** When it ceases to apply, RFC 3339. Changes in place. Default: never. */
    endDate: moment.optional(),
  },
  outputs: {},
  filters: ["id", "name", "operation", "disabled"],
  immutable: ["name", "cloud"],
  unordered: ["containers", "items"],
  wire: {
    cloud: { to: `${group}.cloud_name`, from: `${answered}.cloud_name`, encode: cloudNameOf, decode: systemOf },
    containers: { to: false, from: containersIn },
    items: { to: false, from: itemsIn },
    takeCloudKeyBackup: { to: false, from: `${answered}.take_cloud_key_backup` },
  },
  actions: [
    {
      inputs: ["containers", "items", "takeCloudKeyBackup"],
      run: (scope, { id }) => patchParameters(scope, id, group, parametersOf(scope.inputs)),
    },
  ],
  hooks: {
    check({ cloud, items = [], takeCloudKeyBackup, startDate, endDate }) {
      const failures = periodProblems({ startDate, endDate });
      if (cloud === undefined) return failures;
      const facet = systemNamed(cloud).refresh!;
      const unknown = items.filter((item) => !wordsOf(facet).includes(item));
      const choice = wordsOf(facet).join(", ");
      failures.push(
        ...unknown.map((item) => ({
          property: "items",
          reason: `"${item}" is not for schedules of ${cloud}, only ${choice}`,
        })),
      );
      if (takeCloudKeyBackup && !facet.keyBackup) {
        failures.push({ property: "takeCloudKeyBackup", reason: `is for azure, not for ${cloud}` });
      }
      return failures;
    },
    create: ({ api, inputs }, body) =>
      api.post(jobConfigs, { ...body, [group]: { ...(body[group] as Wire), ...parametersOf(inputs) } }),
  },
});

/** What a schedule of that system can download: keys, and whatever else its parameters have a word for. */
function wordsOf({ items }: RefreshFacet): string[] {
  return Object.keys(items).filter((name) => name === "keys" || items[name]!.scheduledAs !== undefined);
}

interface Target {
  cloud: string;
  containers?: string[];
  items: string[];
  takeCloudKeyBackup: boolean;
}

/** A list of containers, or all of them: one of the two is needed. And what only some systems know, where they do. */
function parametersOf({ cloud, containers, items, takeCloudKeyBackup }: Target): Wire {
  const facet = systemNamed(cloud).refresh!;
  const list = facet.scheduled!;
  const words = items.flatMap((item) => facet.items[item]!.scheduledAs ?? []);
  return {
    ...(containers ? { [list]: containers, synchronize_all: false } : { [list]: [], synchronize_all: true }),
    ...(words.length > 0 ? { sync_item: words } : {}),
    ...(facet.keyBackup ? { take_cloud_key_backup: takeCloudKeyBackup } : {}),
  };
}

function shownBy(answer: Wire): { parameters: Wire; facet?: RefreshFacet } {
  const parameters = (pick(answer, answered) ?? {}) as Wire;
  return { parameters, facet: systems.find(({ cloudName }) => cloudName === parameters.cloud_name)?.refresh };
}

function containersIn(answer: Wire): unknown {
  const { parameters, facet } = shownBy(answer);
  return parameters.synchronize_all === true || !facet?.scheduled ? undefined : parameters[facet.scheduled];
}

/** Versions of the service differ in the name, and may answer a single text. */
function itemsIn(answer: Wire): string[] | undefined {
  const { parameters, facet } = shownBy(answer);
  const words = [parameters.sync_items ?? parameters.sync_item ?? []].flat();
  if (!facet || words.length === 0) return undefined;
  return wordsOf(facet).filter(
    (name) => words.includes("all") || words.includes(facet.items[name]!.scheduledAs ?? name),
  );
}
