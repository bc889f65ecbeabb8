import type { Api, Wire } from "../../api/client";
import { momentAt, rotationOf, type Frequency } from "../rotation";
import { frequencyOf, vaultKey } from "./key";
import { select } from "./keyQuery";
import { isEnded } from "./revocation";
import { keyVersions } from "./versions";

/** Public halves, certificates and other objects are listed with the keys. */
const keyTypes = [undefined, "Symmetric Key", "Private Key"];
const outOfUse = ["Deactivated", "Compromised"];

function typeOf(record: Wire): string | undefined {
  const isOwn = vaultKey.existing?.owner?.(record) === undefined;
  const isKey = keyTypes.includes(record.objectType as string | undefined) && !isEnded(record);
  return isOwn && isKey ? "VaultKey" : undefined;
}

const day = 86_400_000;

/**
 * The record does not show when the frequency was set: not before the version was made, and not
 * after its last change. Whether its days have passed narrows that down.
 */
async function frequency(record: Wire, api: Api): Promise<Frequency | undefined> {
  const days = frequencyOf(record);
  if (days === 0) return undefined;
  const at = (place: string): number => Date.parse(momentAt(record, place) ?? "") || 0;
  const [created, changed] = [at("createdAt"), at("updatedAt")];
  // The clocks of the service's nodes may differ.
  const now = Math.max(await api.time(), created, changed);
  const turn = now - days * day;
  const { rotationDateReached: reached } = record;
  const earliest = reached === false ? Math.max(created, turn) : created;
  const isBound = changed > 0 && (reached !== false || changed >= turn);
  const latest = Math.min(isBound ? Math.max(changed, created) : now, reached === true ? turn : now);
  return {
    earliest: earliest > 0 ? new Date(earliest).toISOString() : undefined,
    latest: new Date(latest).toISOString(),
    reached: reached === true,
  };
}

const isRotation = ({ version }: Wire): boolean => Number(version) > 0;

export const vaultRotation = rotationOf(vaultKey, {
  filters: { version: "-1" },
  versions: { of: "name", number: "version" },
  containers: false,
  type: typeOf,
  rotated: (record) => (isRotation(record) ? momentAt(record, "createdAt") : undefined),
  async history(record, api) {
    const all = await api.list(keyVersions.listOf(record));
    return all.filter(isRotation).flatMap((one) => momentAt(one, "createdAt") ?? []);
  },
  idle: ({ state }) => (outOfUse.includes(String(state)) ? `its newest version is ${String(state)}` : undefined),
  frequency,
  selecting: { operation: "key_rotation", select },
});
