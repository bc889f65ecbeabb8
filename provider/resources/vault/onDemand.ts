import type { Api, Wire } from "../../api/client";
import { ApiError, ifFound, isKind } from "../../api/errors";
import { idIn } from "../../api/responses";
import { isEmpty } from "../../api/shown";
import type { OnDemandRotation } from "../onDemand";
import { momentAt } from "../rotation";
import { keyVersions } from "./versions";

// That the service refuses these is inferred, so it is asked first.
/** What to do where the service does not rotate a key because of its newest version. */
function adviceFor({ state, archiveDate, version }: Wire): string | undefined {
  const what = `The newest version, ${String(version)}, is ${String(state)}, and a key is not rotated from such a version:`;
  if (/compromised|destroyed/i.test(String(state)))
    return `${what} declare another VaultKey, and encrypt with it again what this one protects.`;
  return isEmpty(archiveDate) ? undefined : "The newest version is archived: recover it in the service first.";
}

/** Adds a version with new material to a key of the vault, by its newest version. */
export async function addVersion(api: Api, newest: Wire): Promise<Wire> {
  try {
    return await api.post(keyVersions.listOf(newest), {});
  } catch (error) {
    const advice = isKind(error, "conflict", "badRequest", "forbidden") ? adviceFor(newest) : undefined;
    if (advice === undefined || !(error instanceof ApiError)) throw error;
    throw new ApiError(error.message, { ...error.facts, advice }, { cause: error });
  }
}

export const vaultOnDemand: OnDemandRotation = {
  find: (api, id) => ifFound(keyVersions.newest(api, id, {})),
  current: (_api, key) => ({ id: idIn(key), made: momentAt(key, "createdAt") }),
  rotate: ({ api }, key) => addVersion(api, key),
  effect: ({ version }) => `a new version with an id of its own; version ${String(version)} stays active`,
};
