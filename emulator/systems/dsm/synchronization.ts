import { refresh } from "../../shared/cloud/refresh";
import { dsmDomains } from "./domains";
import { dsmKeys } from "./keys";
import { managerDomains } from "./manager";

export const dsmRefresh = refresh({
  root: "/cckm/dsm/refresh",
  cloudName: "dsm",
  containers: "domains",
  offered: dsmDomains,
  keys: dsmKeys,
  seconds: (world, { hidden }) => world.get(managerDomains.kind, hidden.place)?.refreshSeconds,
  done: ({ dsm_params }) => ({ [dsm_params.name]: "domain refreshed successfully" }),
});
