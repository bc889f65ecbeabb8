import { pick } from "../../engine/wire";
import { latest } from "../moment";
import type { RotationFacet } from "../system";
import { isDeleted, keyPath, sapKeys } from "./keyRecord";

export const sapRotation: RotationFacet = {
  list: sapKeys,
  containers: {
    type: "SapGroup",
    path: "/cckm/sap/groups",
    name: ({ name }) => String(name),
    filters: (_api, id) => ({ group: id }),
    holds: ({ id }, { group }) => group === id,
  },
  type: (record) => (isDeleted(record) ? undefined : "SapKey"),
  name: (record) => String(pick(record, "sap_param.name") ?? record.name),
  /** The record does not say when its current version was made; the versions do. */
  async facts(api, record) {
    const created = (pick(record, "sap_param.meta.created") ?? record.createdAt) as string;
    const versions = await api.list(`${keyPath(String(record.id))}/versions`);
    const made = versions.map((one) => (pick(one, "meta.created") ?? one.createdAt) as string | undefined);
    return { created, rotated: versions.length > 1 ? latest(...made) : undefined };
  },
};
