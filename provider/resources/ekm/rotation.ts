import { segment, type Api, type Wire } from "../../api/client";
import { isKind } from "../../api/errors";
import { rotationOf, type RotationFacet } from "../rotation";
import { ekmEndpoint } from "./endpoint";

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** Each rotation makes a version of the vault key behind the endpoint: the vault knows when. */
async function versionMade(api: Api, record: Wire): Promise<string | null> {
  const id = text(record.kekID ?? record.kek_id);
  if (id === undefined) return null;
  try {
    return text((await api.get(`/vault/keys2/${segment(id)}`)).createdAt) ?? null;
  } catch (error) {
    // A user may see the endpoint and not the key behind it.
    if (isKind(error, "notFound") || isKind(error, "forbidden")) return null;
    throw error;
  }
}

export const ekmRotation = (bound: (record: Wire) => Wire): RotationFacet =>
  rotationOf(ekmEndpoint, {
    shown: bound,
    async facts(api, record) {
      const version = Number(record.kekVersion ?? record.kek_version ?? 0);
      return { created: text(record.createdAt), rotated: version > 0 ? await versionMade(api, record) : undefined };
    },
  });
