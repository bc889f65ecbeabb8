import { segment, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { lastOf, rotationOf, versionsMade, whileEnabled } from "../rotation";
import { isInGroup } from "./group";
import { sapHyokKey, sapHyokKeys } from "./hyokKey";
import { sapKey } from "./key";
import { isDeleted, keyPath } from "./keyRecord";

/** Keys of keystores stand in no group. */
const isHyok = (record: Wire): boolean => record.keystore_id !== undefined;

const pathOf = (record: Wire): string =>
  isHyok(record) ? `${sapHyokKeys}/${segment(idIn(record))}` : keyPath(idIn(record));

const history = versionsMade((record) => `${pathOf(record)}/versions`, ["meta.created", "createdAt"]);

export const sapRotation = rotationOf(sapKey, {
  others: [sapHyokKeys],
  containers: { holds: (group, key) => isInGroup(key, group) },
  type(record) {
    if (isHyok(record)) return "SapHyokKey";
    return isDeleted(record) ? undefined : "SapKey";
  },
  name: ["sap_param.name", "name"],
  idle: (record) => whileEnabled(isHyok(record) ? sapHyokKey : sapKey)(record),
  created: ["sap_param.meta.created", "createdAt"],
  rotated: lastOf(history),
  history,
});
