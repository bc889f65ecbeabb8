import { segment } from "../../api/client";
import { idIn } from "../../api/responses";
import type { Upload } from "../../lifecycle/vocabulary/upload";
import { newestByNumber, unlessUploaded, type OnDemandRotation } from "../onDemand";
import { textAt } from "../rotation";
import { keyPath, presentKey } from "./keyRecord";

const versionsOf = (key: object): string => `${keyPath(idIn(key))}/versions`;

export const sapUpload: Upload = {
  by: ["sourceKeyIdentifier"],
  again: "give its SapKey another sourceKeyIdentifier, which adds a version at once",
};

export const sapOnDemand: OnDemandRotation = {
  find: presentKey,
  async current(api, key) {
    const newest = newestByNumber(await api.list(versionsOf(key)));
    if (!newest) return { id: "" };
    const waits = newest.enabled === false ? "it is disabled" : undefined;
    return { id: idIn(newest), made: textAt(newest, ["meta.created", "createdAt"]), waits };
  },
  rotate: ({ api }, key) => api.post(versionsOf(key), { is_native: true }),
  // New versions start disabled.
  putToUse: (api, key, { id }) => api.patch(`${versionsOf(key)}/${segment(id)}`, { enabled: true }),
  effect: () => "a new version, which is then enabled",
  refuses: unlessUploaded(sapUpload),
};
