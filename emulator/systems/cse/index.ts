import type { System } from "../../core/scope";
import { endpointOperations } from "./endpoints";
import { issuerOperations } from "./issuers";

/** Client-side encryption of Google Workspace: identity providers, and endpoints with their keys. */
export const cse: System = { name: "cse", operations: { ...issuerOperations, ...endpointOperations } };
