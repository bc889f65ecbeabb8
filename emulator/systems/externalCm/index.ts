import type { System } from "../../core/scope";
import { connectionOperations } from "../../shared/connections";
import { cmConnection } from "./connection";
import { domainOperations } from "./domains";
import { keyOperations } from "./keys";
import { serverOperations } from "./servers";
import { externalCmKeys } from "./sources";
import { externalCmRefresh } from "./synchronization";
import { externalCmWorld } from "./world";

/** Domains of other managers of the same make: servers that are trusted, connections, domains, keys with versions. */
export const externalCm: System = {
  name: "externalCm",
  operations: {
    ...serverOperations,
    ...connectionOperations(cmConnection),
    ...domainOperations,
    ...keyOperations,
    ...externalCmRefresh.operations,
  },
  keySources: { "external-cm": externalCmKeys },
  world: externalCmWorld,
  work: externalCmRefresh.work,
};
