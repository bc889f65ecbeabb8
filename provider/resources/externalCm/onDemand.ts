import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import { itemPath } from "../../lifecycle/vocabulary/record";
import type { OnDemandRotation } from "../onDemand";
import { firstAt } from "../shown";
import { externalCmKey } from "./key";

const pathOf = (id: string): string => itemPath(externalCmKey, id);

export const externalCmOnDemand: OnDemandRotation = {
  async find(api, id) {
    const record = await ifFound(api.get(pathOf(id)));
    return record?.gone === true ? undefined : record;
  },
  current: (_api, key) => ({ id: String(firstAt(key, ["cm_key_params.key_id", "cm_key_params.version"])) }),
  // No public source shows the body: we chose that of the vault, which makes the material itself.
  rotate: ({ api }, key) => api.post(`${pathOf(idIn(key))}/versions`, {}),
  effect: () => "a new version in the other manager; the body of the call is inferred",
  undated: "its newest version has another id",
};
