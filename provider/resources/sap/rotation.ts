import { segment, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { pick } from "../../lifecycle/wire";
import { latest } from "../moment";
import { rotationOf } from "../rotation";
import { sapHyokKeys } from "./hyokKey";
import { sapKey } from "./key";
import { isDeleted, keyPath } from "./keyRecord";

/** Keys of keystores stand in no group. */
const isHyok = (record: Wire): boolean => record.keystore_id !== undefined;

export const sapRotation = rotationOf(sapKey, {
  others: [sapHyokKeys],
  type(record) {
    if (isHyok(record)) return "SapHyokKey";
    return isDeleted(record) ? undefined : "SapKey";
  },
  name: (record) => String(pick(record, "sap_param.name") ?? record.name),
  /** The record does not say when its current version was made; the versions do. */
  async facts(api, record) {
    const created = (pick(record, "sap_param.meta.created") ?? record.createdAt) as string;
    const key = isHyok(record) ? `${sapHyokKeys}/${segment(idIn(record))}` : keyPath(idIn(record));
    const versions = await api.list(`${key}/versions`);
    const made = versions.map((one) => (pick(one, "meta.created") ?? one.createdAt) as string | undefined);
    return { created, rotated: versions.length > 1 ? latest(...made) : undefined };
  },
});
