import type { System } from "../../core/scope";
import { assembled } from "../../shared/assembled";
import { connectionOperations } from "../../shared/connections";
import { cmConnection } from "./connection";
import { externalDomains } from "./domains";
import { externalKeys } from "./keyRecord";
import { operated, versionOperations } from "./keys";
import { serverOperations } from "./servers";
import { externalCmKeys } from "./sources";
import { externalCmRefresh } from "./synchronization";
import { externalCmWorld } from "./world";

/** Domains of other managers of the same make: servers that are trusted, connections, domains, keys with versions. */
export const externalCm: System = assembled(
  { name: "externalCm", world: externalCmWorld, keySources: { "external-cm": externalCmKeys } },
  serverOperations,
  connectionOperations(cmConnection),
  externalDomains.operations(externalKeys.forgetIn),
  operated.operations,
  versionOperations,
  // On demand only: the service's scheduler has no name for it.
  { ...externalCmRefresh, schedule: undefined },
);
