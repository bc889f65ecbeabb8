import * as z from "zod";
import { segment, type Api } from "../../api/client";
import { ApiError, isKind } from "../../api/errors";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy } from "../../lifecycle/vocabulary/field";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { isTrialUsedUp, usedUp } from "../../lifecycle/service/licence";

const path = "/licensing/trials";

/**
 * The trial license that ships with the service, activated. Cloud key management needs it, or a
 * `License`. Destroying it leaves the trial active, unless `onDestroy` says otherwise.
 */
export const trialLicense = defineResource({
  type: "TrialLicense",
  path,
  label: ({ name }) => name as string | undefined,
  inputs: {
    /** Name of the trial. Needed only where the service offers several. */
    name: field(z.string().optional(), { change: "replace", absent: "theirs" }),
    /**
     * On destroy, `retain` leaves the trial active, `deactivate` ends it, which makes cloud key
     * management read-only.
     */
    onDestroy: onDestroy({
      retain: [],
      deactivate: [
        { verb: "deactivate", unless: ({ status }) => (status === undefined ? undefined : status !== "activated") },
      ],
    }),
  },
  outputs: {
    /** `available`, `activated` or `deactivated`. */
    status: z.string(),
    /** What the trial covers. */
    description: z.string().optional(),
  },
  filters: [],
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
    // A trial always exists: what is created is its activation.
    async create({ api, inputs, label }) {
      const offered = await api.list(`${path}/`);
      const [trial, ...others] = offered.filter((one) => inputs.name === undefined || one.name === inputs.name);
      const names = offered.map((one) => `"${String(one.name)}"`).join(", ") || "none";
      if (!trial)
        throw new ResourceError(
          `creating ${label} failed: the service has no such trial. It has: ${names}. Correct the argument name, or, if there is none, activate a License instead.`,
        );
      if (others.length > 0)
        throw new ResourceError(`creating ${label} failed: name one of the service's trials: ${names}.`);
      return trial;
    },
  },
});

/**
 * An expired trial is refused like a missing permission; only its remaining time distinguishes the
 * two.
 */
async function activate(api: Api, id: string): Promise<void> {
  try {
    await api.post(`${path}/${segment(id)}/activate`, undefined, { repeatable: true });
  } catch (error) {
    if (!isKind(error, "forbidden") || !(await isTrialUsedUp(api))) throw error;
    throw new ApiError(error.message, { ...error.facts, advice: usedUp }, { cause: error });
  }
}
