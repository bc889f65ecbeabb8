import { segment, type Api, type Wire } from "../../api/client";
import { isKind } from "../../api/errors";
import { rotationOf, textAt, whileEnabled, type RotationFacet } from "../rotation";
import { ekmEndpoint } from "./endpoint";

/** Each rotation makes a version of the vault key behind the endpoint: the vault knows when. */
export async function versionMade(api: Api, record: Wire): Promise<string | null> {
  const version = await behind(record, (path) => api.get(path));
  return textAt(version, "createdAt") ?? null;
}

/** A version of number 0 is the first. */
async function history(record: Wire, api: Api): Promise<readonly string[]> {
  const versions = (await behind(record, (path) => api.list(`${path}/versions/`))) ?? [];
  return versions.flatMap((one) => (Number(one.version) > 0 ? (textAt(one, "createdAt") ?? []) : []));
}

/** What the vault has of the key behind an endpoint; a user may see the endpoint and not the key. */
async function behind<T>(record: Wire, read: (path: string) => Promise<T>): Promise<T | undefined> {
  const id = textAt(record, ["kekID", "kek_id"]);
  if (id === undefined) return undefined;
  try {
    return await read(`/vault/keys2/${segment(id)}`);
  } catch (error) {
    if (isKind(error, "notFound") || isKind(error, "forbidden")) return undefined;
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
    history,
  });
