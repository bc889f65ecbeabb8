import * as z from "zod";
import { segment, type Api } from "../../api/client";
import { ApiError, isKind } from "../../api/errors";
import { defineResource } from "../../engine/definition";
import { ResourceError } from "../../engine/failure";
import { isTrialUsedUp, usedUp } from "../../engine/licence";

const path = "/licensing/trials";

/** The trial licence that ships with the service, activated. Cloud key management needs it, or a `License`. Destroying it leaves the trial active, unless `onDestroy` says otherwise. */
export const trialLicense = defineResource({
  type: "TrialLicense",
  path,
  label: ({ name }) => name as string | undefined,
  inputs: {
    /** Name of the trial. Needed only where the service offers several. A change replaces the resource. */
    name: z.string().optional(),
    /** What destroying the resource does: `retain` leaves the trial active, `deactivate` ends it, which makes cloud key management read-only. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "deactivate"]).default("retain"),
  },
  outputs: {
    /** `available`, `activated` or `deactivated`. */
    status: z.string(),
    /** What the trial covers. */
    description: z.string().optional(),
  },
  filters: [],
  immutable: ["name"],
  computed: ["name"],
  local: ["onDestroy"],
  ready: {
    output: "status",
    is: ["activated"],
    pending: [],
    timeoutSeconds: 30,
    async test(api, id) {
      await activate(api, id);
      return api.get(`${path}/${segment(id)}`);
    },
  },
  hooks: {
    // A trial is there from the start: what is created is its activation.
    async create({ api, inputs, label }) {
      const offered = await api.list(`${path}/`);
      const [trial, ...others] = offered.filter((one) => inputs.name === undefined || one.name === inputs.name);
      const names = offered.map((one) => `"${String(one.name)}"`).join(", ") || "none";
      if (!trial)
        throw new ResourceError(`creating ${label} failed: the service offers no such trial. It offers: ${names}.`);
      if (others.length > 0)
        throw new ResourceError(`creating ${label} failed: name one of the service's trials: ${names}.`);
      return trial;
    },
    async remove({ api, inputs }, id) {
      if (inputs.onDestroy === "deactivate")
        await api.post(`${path}/${segment(id)}/deactivate`, undefined, { repeatable: true });
    },
  },
});

/** A trial that is over is refused like a missing permission; only what is left of it tells the two apart. */
async function activate(api: Api, id: string): Promise<void> {
  try {
    await api.post(`${path}/${segment(id)}/activate`, undefined, { repeatable: true });
  } catch (error) {
    if (!isKind(error, "forbidden") || !(await isTrialUsedUp(api))) throw error;
    throw new ApiError(error.message, { ...error.facts, advice: usedUp }, { cause: error });
  }
}
