import { sourceActions } from "../keySources";
import { keyKind } from "../vault/keyFields";
import { defineSystem, inContainers } from "../system";
import { externalCmConnection } from "./connection";
import { externalCmDomain } from "./domain";
import { externalCmKey } from "./key";
import { externalCmOnDemand } from "./onDemand";
import { externalCmRotation } from "./rotation";
import { externalCmServer } from "./server";

/** The service refreshes these on demand only: its scheduler has no name for them. */
export const externalCm = defineSystem({
  name: "externalCm",
  title: "External CM domain",
  definitions: [externalCmServer, externalCmConnection, externalCmDomain, externalCmKey],
  acls: { ExternalCmDomain: { actions: sourceActions, orOthers: true } },
  refresh: {
    containers: "domains",
    running: "in progress",
    scheduled: false,
    items: { keys: inContainers(externalCmKey, "/cckm/external-cm/refresh") },
  },
  rotation: externalCmRotation,
  onDemand: { ExternalCmKey: externalCmOnDemand },
  kinds: { ExternalCmKey: keyKind },
  unrotatable: {
    ExternalCmKey:
      "the service's scheduler rotates no keys there: use it as the source of other keys, with keySource external-cm",
  },
});
