import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import type { OnDemandRotation } from "../onDemand";
import { momentAt } from "../rotation";
import { firstAt } from "../shown";
import { endpointPath } from "./endpoint";
import { versionMade, versionNumber } from "./rotation";

export const ekmOnDemand: OnDemandRotation = {
  find: (api, id) => ifFound(api.get(endpointPath(id))),
  async current(api, endpoint) {
    const version = versionNumber(endpoint);
    const made = version > 0 ? await versionMade(api, endpoint) : momentAt(endpoint, "createdAt");
    return { id: [firstAt(endpoint, ["kekID", "kek_id"]), version].join("/"), made: made ?? undefined };
  },
  rotate: ({ api }, endpoint) => api.post(`${endpointPath(idIn(endpoint))}/rotate`),
  effect: () => "another version of the vault key behind the endpoint",
};
