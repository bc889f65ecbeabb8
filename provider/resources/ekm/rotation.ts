import { segment, type Api, type Wire } from "../../api/client";
import { isKind } from "../../api/errors";
import { rotationOf, textAt, whileEnabled, type RotationFacet } from "../rotation";
import { ekmEndpoint } from "./endpoint";

/** Each rotation makes a version of the vault key behind the endpoint: the vault knows when. */
export async function versionMade(api: Api, record: Wire): Promise<string | null> {
  const id = textAt(record, ["kekID", "kek_id"]);
  if (id === undefined) return null;
  try {
    return textAt(await api.get(`/vault/keys2/${segment(id)}`), "createdAt") ?? null;
  } catch (error) {
    // A user may see the endpoint and not the key behind it.
    if (isKind(error, "notFound") || isKind(error, "forbidden")) return null;
    throw error;
  }
}

export const versionNumber = (record: Wire): number => Number(record.kekVersion ?? record.kek_version ?? 0);

export const ekmRotation = (bound: (record: Wire) => Wire): RotationFacet =>
  rotationOf(ekmEndpoint, {
    shown: bound,
    idle: whileEnabled(ekmEndpoint),
    rotated(record, api) {
      return versionNumber(record) > 0 ? versionMade(api, record) : undefined;
    },
  });
