import type { Api, Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import type { OnDemandRotation } from "../onDemand";
import { momentAt } from "../rotation";
import { newestOf, vaultKey } from "./key";

/** Adds a version with new material to a key of the vault, by its newest version. */
export const addVersion = (api: Api, newest: Wire): Promise<Wire> =>
  api.post(`${vaultKey.item!(idIn(newest))}/versions/`, {});

export const vaultOnDemand: OnDemandRotation = {
  find: (api, id) => ifFound(newestOf(api, id, {})),
  current: (_api, key) => ({ id: idIn(key), made: momentAt(key, "createdAt") }),
  rotate: ({ api }, key) => addVersion(api, key),
  effect: () => "a new version with an id of its own; the old one stays active",
};
