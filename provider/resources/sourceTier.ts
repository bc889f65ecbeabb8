import { open } from "../lifecycle/vocabulary/field";

/** Where the service finds a key whose material is uploaded into a cloud. */
export const sourceTier = open(["local", "dsm", "hsm-luna", "external-cm"]);

/** Where the service finds a key that does a cloud's work and never leaves. */
export const ownTier = open(["local", "hsm-luna"]);
