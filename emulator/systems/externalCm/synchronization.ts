import { refresh } from "../../shared/cloud/refresh";
import { externalDomains } from "./domains";
import { externalKeys } from "./keyRecord";
import { remoteDomains } from "./manager";

/** The service refreshes these on demand only: its scheduler has no name for them. */
export const externalCmRefresh = refresh({
  root: "/cckm/external-cm/refresh",
  cloudName: "external-cm",
  containers: "domains",
  offered: externalDomains,
  keys: externalKeys,
  seconds: (world, { domain_id }) => world.get(remoteDomains.kind, domain_id)?.refreshSeconds,
  done: ({ name }) => ({ [name]: "domain refreshed successfully" }),
});
