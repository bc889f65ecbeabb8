import type { Api, Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import type { Bag } from "../../lifecycle/vocabulary/definition";
import { rotates } from "../binding";
import { defineSystem } from "../system";
import { ekmEndpoint, endpointPath } from "./endpoint";
import { ekmOnDemand } from "./onDemand";
import { ekmRotation } from "./rotation";

/**
 * The service rotates EKM keys on a schedule, but the API's public sources show neither what the
 * scheduler calls them nor how an endpoint is bound. We chose the name `ekm`, and to write the
 * schedule's id into the endpoint.
 */
async function bind(api: Api, record: Wire, body: Bag | undefined): Promise<Wire> {
  const changed = await api.patch(endpointPath(idIn(record)), { job_config_id: body?.job_config_id ?? "" });
  return bound(changed);
}

/** A binding is read from the labels, where every other key shows it. */
function bound(record: Wire): Wire {
  const id = record.job_config_id;
  return typeof id === "string" && id !== "" ? { labels: { job_config_id: id }, ...record } : record;
}

export const ekm = defineSystem({
  name: "ekm",
  title: "EKM",
  definitions: [ekmEndpoint],
  kinds: { EkmEndpoint: { algorithm: ["algorithm"], usual: ["AES256"] } },
  rotation: ekmRotation(bound),
  onDemand: { EkmEndpoint: ekmOnDemand },
  rotatable: {
    EkmEndpoint: rotates(ekmEndpoint, {
      identifier: { output: "keyURI", label: "Key URI" },
      find: async (api, id) => bound(await api.get(endpointPath(id))),
      sources: [],
      bind,
    }),
  },
});
