import { idIn } from "../../api/responses";
import type { OnDemandRotation } from "../onDemand";
import { firstAt } from "../shown";
import { endpointPath, endpointRecord } from "./endpoint";

export const dkeOnDemand: OnDemandRotation = {
  find: endpointRecord,
  current: (_api, endpoint) => ({ id: String(firstAt(endpoint, ["key_uri", "kek_name", "kek_id"])) }),
  rotate: ({ api }, endpoint) => api.post(`${endpointPath(idIn(endpoint))}/rotate`),
  effect: () => "another key URI, which the settings of the label in Purview need",
  undated: "its key_uri names another key",
};
