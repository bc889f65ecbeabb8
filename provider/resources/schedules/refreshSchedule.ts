import * as z from "zod";
import type { Wire } from "../../api/client";
import { defineResource, type Failure } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { pick } from "../../lifecycle/values/wire";
import type { RefreshFacet } from "../system";
import { refreshItems, systemNamed, systems, type ScheduledSystem } from "../systems";
import { cronText } from "./cron";
import { jobConfigs, scheduleFields } from "./fields";
import { cloudNameOf, patchParameters, systemName, systemOf, withParameters } from "./jobConfig";

const group = "cckm_synchronization_params";
const returned = "job_config_params";

/**
 * A schedule on which the service downloads the keys of containers, so that it knows what is in the
 * cloud. Destroying it ends the refreshes; what was downloaded stays.
 */
export const refreshSchedule = defineResource({
  type: "RefreshSchedule",
  role: "schedule",
  path: jobConfigs,
  feature: "CCKM",
  fixed: { operation: "cckm_synchronization" },
  inputs: {
    /** Name of the schedule, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /** System whose containers it refreshes. */
    cloud: field(systemName<ScheduledSystem>(systems.filter(({ refresh }) => refresh?.scheduled)), {
      change: "replace",
      wire: { to: `${group}.cloud_name`, from: `${returned}.cloud_name`, encode: cloudNameOf, decode: systemOf },
    }),
    /** Ids of the containers to refresh. Default: all containers of the cloud. */
    containers: field(
      z.array(z.string().min(1)).min(1, "needs at least one container; leave it out to refresh all").optional(),
      { as: "set", wire: { to: false, from: containersIn } },
    ),
    /** What to download: `keys`; for Azure also `secrets` and `certificates`. */
    items: field(z.array(z.enum(refreshItems)).min(1, "needs at least one item").default(["keys"]), {
      as: "set",
      wire: { to: false, from: itemsIn },
    }),
    /** Azure: true to have the keys backed up before they are downloaded. */
    takeCloudKeyBackup: field(z.boolean().default(false), {
      wire: { to: false, from: `${returned}.take_cloud_key_backup` },
    }),
    /**
     * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
     * weekday), such as `0 2 * * *`.
     */
    runAt: cronText,
    ...scheduleFields,
  },
  outputs: {},
  filters: ["id", "name", "operation", "disabled"],
  actions: [
    {
      inputs: ["containers", "items", "takeCloudKeyBackup"],
      run: (scope, { id }) => patchParameters(scope, id, group, parametersOf(scope.inputs)),
    },
  ],
  rules: [{ earlier: "startDate", later: "endDate" }],
  hooks: {
    check({ cloud, items = [], takeCloudKeyBackup }) {
      const failures: Failure[] = [];
      if (cloud === undefined) return failures;
      const facet = systemNamed(cloud).refresh!;
      const unknown = items.filter((item) => !wordsOf(facet).includes(item));
      const choice = wordsOf(facet).join(", ");
      failures.push(
        ...unknown.map((item) => ({
          property: "items",
          reason: `"${item}" is not valid for schedules of ${cloud}, only ${choice}`,
        })),
      );
      if (takeCloudKeyBackup && !facet.keyBackup) {
        failures.push({ property: "takeCloudKeyBackup", reason: `is only valid for azure, not for ${cloud}` });
      }
      return failures;
    },
    body: (inputs, encoded) => withParameters(encoded, group, parametersOf(inputs)),
  },
});

/** What a schedule of that system can download: keys, and whatever else its parameters name. */
function wordsOf({ items }: RefreshFacet): string[] {
  return Object.keys(items).filter((name) => name === "keys" || items[name]!.scheduledAs !== undefined);
}

interface Target {
  cloud: string;
  containers?: string[];
  items: string[];
  takeCloudKeyBackup: boolean;
}

/**
 * A list of containers or all of them, one of which is required, and parameters that only some
 * systems have.
 */
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

function shownBy(response: Wire): { parameters: Wire; facet?: RefreshFacet } {
  const parameters = (pick(response, returned) ?? {}) as Wire;
  return { parameters, facet: systems.find(({ cloudName }) => cloudName === parameters.cloud_name)?.refresh };
}

function containersIn(response: Wire): unknown {
  const { parameters, facet } = shownBy(response);
  return parameters.synchronize_all === true || !facet?.scheduled ? undefined : parameters[facet.scheduled];
}

/** Versions of the service differ in the name, and may return a single string. */
function itemsIn(response: Wire): string[] | undefined {
  const { parameters, facet } = shownBy(response);
  const words = [parameters.sync_items ?? parameters.sync_item ?? []].flat();
  if (!facet || words.length === 0) return undefined;
  return wordsOf(facet).filter(
    (name) => words.includes("all") || words.includes(facet.items[name]!.scheduledAs ?? name),
  );
}
