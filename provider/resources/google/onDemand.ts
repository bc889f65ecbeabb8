import { idIn } from "../../api/responses";
import type { Upload } from "../../lifecycle/vocabulary/upload";
import { newestByNumber, unlessUploaded, type OnDemandRotation } from "../onDemand";
import { textAt } from "../rotation";
import { google, presentKey, versionsPath, versionState } from "./keyRecord";

const made = ["gcp_params.create_time", "gcp_params.createTime", "createdAt"];

export const googleUpload: Upload = {
  by: ["sourceKeyId"],
  only: "importOnly",
  again: "declare a GoogleKeyVersion with isNative: false and a new sourceKeyId",
};
const refusesUploaded = unlessUploaded(googleUpload);

export const googleOnDemand: OnDemandRotation = {
  // Whose material it is stands in the version alone.
  async find(api, id) {
    const key = await presentKey(api, id);
    if (!key) return undefined;
    const versions = await api.list(versionsPath(idIn(key)));
    const used = versions.find((one) => one.is_primary === true) ?? newestByNumber(versions);
    return { ...key, key_material_origin: used?.key_material_origin };
  },
  async current(api, key) {
    const versions = await api.list(versionsPath(idIn(key)));
    const newest = newestByNumber(versions);
    if (!newest) return { id: "" };
    const state = versionState(newest);
    const other = versions.find((one) => one.is_primary === true && one !== newest);
    const waits = state === "ENABLED" ? other && "it is not the primary version yet" : `it is ${state}`;
    return { id: idIn(newest), made: textAt(newest, made), waits };
  },
  rotate: ({ api }, key) => api.post(versionsPath(idIn(key)), { is_native: true }),
  effect: () => "a new version, which becomes the primary one if the key has one",
  refuses: (key) =>
    google(key, "import_only") === true
      ? `it takes imported material only: ${googleUpload.again}`
      : refusesUploaded(key),
};
