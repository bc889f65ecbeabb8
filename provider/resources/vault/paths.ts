import { segment, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";

/** Paths of keys in the service's own vault. */

export const keysPath = "/vault/keys2/";
export const keyPath = (id: string): string => `${keysPath}${segment(id)}`;
/** The versions of a key, by the record of one of them. */
export const versionsPath = (version: Wire): string => `${keyPath(idIn(version))}/versions/`;
