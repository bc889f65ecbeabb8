import type { Scope } from "../../core/scope";
import type { System } from "../../core/system";
import { connectionOperations } from "../connections/service";
import { cmConnection } from "./connection";
import { domainOperations, domains } from "./domains";
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
  uses: (scope: Scope, { type, id }) =>
    type === "connection"
      ? scope.by(domains, "connection", id).map(({ name }) => `the external CM domain ${name}`)
      : [],
};
