import { idIn } from "../../api/responses";
import type { Upload } from "../../lifecycle/vocabulary/upload";
import { newestByNumber, unlessUploaded, type OnDemandRotation } from "../onDemand";
import { textAt } from "../rotation";
import { presentKey, versionsPath, versionState } from "./keyRecord";

const made = ["gcp_params.create_time", "gcp_params.createTime", "createdAt"];

export const googleUpload: Upload = {
  by: ["sourceKeyId"],
  only: "importOnly",
  again: "declare a GoogleKeyVersion with isNative: false and a new sourceKeyId",
};

export const googleOnDemand: OnDemandRotation = {
  find: presentKey,
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
  refuses: unlessUploaded(googleUpload),
};
