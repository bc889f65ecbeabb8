import * as z from "zod";
import { moment } from "../moment";
import type { Wire } from "../../api/client";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { pick } from "../../engine/wire";
import { systemNamed, systems } from "../systems";
import { cronText } from "./cron";
import { cloudNameOf, jobConfigs, patchParameters, systemName, systemOf } from "./jobConfig";

const group = "cckm_synchronization_params";
const answered = "job_config_params";

/** A time plan on which the service downloads the keys of containers, so that it knows what is in the cloud. */
export const refreshSchedule = defineResource({
  type: "RefreshSchedule",
  path: jobConfigs,
  feature: "CCKM",
  fixed: { operation: "cckm_synchronization" },
  inputs: {
    /** Name of the schedule, unique in the service. Default: the resource's name in the program. A change replaces it. */
    name: namedAfterResource(z.string().min(1)),
    /** System whose containers it refreshes: `aws`. A change replaces the schedule. */
    cloud: systemName(systems.filter(({ refresh }) => refresh?.scheduled)),
    /** Ids of the containers to refresh. Order has no meaning. Changes in place. Default: all containers of the cloud. */
    containers: z
      .array(z.string().min(1))
      .min(1, "needs at least one container; leave it out to refresh all")
      .optional(),
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
  unordered: ["containers"],
  wire: {
    cloud: { to: `${group}.cloud_name`, from: `${answered}.cloud_name`, encode: cloudNameOf, decode: systemOf },
    containers: { to: false, from: containersIn },
  },
  actions: [
    {
      inputs: ["containers"],
      run: (scope, { id }) => patchParameters(scope, id, group, target(scope.inputs)),
    },
  ],
  hooks: {
    create: ({ api, inputs }, body) =>
      api.post(jobConfigs, { ...body, [group]: { ...(body[group] as Wire), ...target(inputs) } }),
  },
});

/** One of the two is needed: a list of containers, or all of them. */
function target({ cloud, containers }: { cloud: string; containers?: string[] }): Wire {
  const list = systemNamed(cloud).refresh!.scheduled!;
  return containers ? { [list]: containers, synchronize_all: false } : { [list]: [], synchronize_all: true };
}

function containersIn(answer: Wire): unknown {
  const parameters = (pick(answer, answered) ?? {}) as Wire;
  const list = systems.find(({ cloudName }) => cloudName === parameters.cloud_name)?.refresh?.scheduled;
  return parameters.synchronize_all === true || !list ? undefined : parameters[list];
}
