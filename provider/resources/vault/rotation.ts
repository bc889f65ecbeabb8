import { segment, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { momentAt, rotationOf } from "../rotation";
import { vaultKey } from "./key";
import { select } from "./keyQuery";

/** Public halves, certificates and other objects are listed with the keys. */
const keyTypes = [undefined, "Symmetric Key", "Private Key"];
const ended = ["Destroyed", "Destroyed Compromised"];
const outOfUse = ["Deactivated", "Compromised"];

function typeOf(record: Wire): string | undefined {
  const isOwn = vaultKey.existing?.owner?.(record) === undefined;
  const isKey = keyTypes.includes(record.objectType as string | undefined) && !ended.includes(String(record.state));
  return isOwn && isKey ? "VaultKey" : undefined;
}

const isRotation = ({ version }: Wire): boolean => Number(version) > 0;

export const vaultRotation = rotationOf(vaultKey, {
  filters: { version: "-1" },
  versions: { of: "name", number: "version" },
  containers: false,
  type: typeOf,
  rotated: (record) => (isRotation(record) ? momentAt(record, "createdAt") : undefined),
  async history(record, api) {
    const all = await api.list(`${vaultKey.path}${segment(idIn(record))}/versions/`);
    return all.filter(isRotation).flatMap((one) => momentAt(one, "createdAt") ?? []);
  },
  idle: ({ state }) => (outOfUse.includes(String(state)) ? `its newest version is ${String(state)}` : undefined),
  selecting: { operation: "key_rotation", select },
});
