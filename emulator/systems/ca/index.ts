import type { System } from "../../core/scope";
import { certificateOperations } from "./certificates";
import { makeRequest } from "./csr";
import { externalCaOperations } from "./external";
import { localCaOperations } from "./local";
import { seedRootCa } from "./seed";

/** Certificate authorities: the service's own, and those elsewhere that it trusts. */
export const ca: System = {
  name: "ca",
  operations: {
    ...localCaOperations,
    ...certificateOperations,
    ...externalCaOperations,
    "POST /ca/csr": makeRequest,
  },
  seed: seedRootCa,
};
