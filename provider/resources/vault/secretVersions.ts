import { createHash } from "node:crypto";
import type { Api, Wire } from "../../api/client";
import { segment } from "../../api/client";
import { counted } from "../../api/counted";
import { ApiError, ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import { Several } from "../../api/several";
import { patient } from "../../lifecycle/service/look";
import { isConfirmed } from "../../lifecycle/service/state";
import type { Bag, Scope } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";

/**
 * Versions of a secret in the vault, each with an id and a value of its own. That they behave as
 * those of keys is inferred.
 */

export const secretsPath = "/vault/secrets";
export const secretPath = (id: string): string => `${secretsPath}/${segment(id)}`;
export const secretVersionsPath = (version: Wire): string => `${secretPath(idIn(version))}/versions/`;

/** All versions of a secret. A list without the one that it was read by is that of another secret. */
export async function secretVersions(api: Api, own: Wire): Promise<Wire[]> {
  const mine = (await api.list(secretVersionsPath(own))).filter(({ name }) => name === own.name);
  return mine.some(({ id }) => id === own.id) ? mine : [own];
}

/** The newest version, by a list that shows the resource's own as well. */
export async function newestSecret(api: Api, id: string, state: Bag): Promise<Wire> {
  const { name } = state;
  const called = typeof name === "string" ? await api.list(secretsPath, { name }) : [];
  const listed = called.find((one) => one.id === id);
  const own = listed ?? (await ownVersion(api, id, state));
  const versions = listed ? called.filter((one) => one.name === own.name) : await secretVersions(api, own);
  return versions.reduce<Wire>((a, b) => (Number(b.version) >= Number(a.version) ? b : a), own);
}

/**
 * The resource's own version, or the last that was reached from it: somebody may have deleted the
 * first.
 */
async function ownVersion(api: Api, id: string, state: Bag): Promise<Wire> {
  const { currentId: last } = state;
  const own = await ifFound(api.get(secretPath(id)));
  const isKnown = typeof last === "string" && last !== id && isConfirmed(state);
  return own ?? (isKnown ? await ifFound(api.get(secretPath(last))) : undefined) ?? (await api.get(secretPath(id)));
}

/**
 * All versions of a secret, by the newest one: a node that lags behind may list the resource's own,
 * and not yet the newest.
 */
export async function everyVersion(api: Api, id: string, newest: Wire): Promise<Wire[]> {
  const listed = (await ifFound(api.list(secretVersionsPath({ id })))) ?? (await secretVersions(api, newest));
  const older = listed.filter((one) => one.name === newest.name && one.id !== newest.id);
  return [...older, newest];
}

/** Deletes all versions, the resource's own last, so that an interrupted destroy can be repeated. */
export async function removeSecret(scope: Scope, id: string, state: Bag): Promise<void> {
  const { api } = scope;
  const own = await api.get(secretPath(id));
  const all = await secretVersions(api, own);
  // A list may lack the newest version, which the state knows. A node that lags behind lacks it for a while.
  const { currentId } = state;
  const isListed = typeof currentId !== "string" || all.some((one) => one.id === currentId);
  if (!isListed) {
    const path = secretPath(currentId);
    const newest = await ifFound(patient(scope, (asked) => asked === path, state).get(path));
    if (newest?.name === own.name) all.push(newest!);
  }
  const held = all.length > 1 && all.find((one) => one.undeletable === true);
  if (held) throw undeletable(held);
  const others = new Set(all.map((one) => idIn(one)).filter((one) => one !== id));
  const older = new Several();
  for (const one of others) await older.send(() => api.delete(secretPath(one)));
  older.end();
  const left = others.size === 0 ? [] : (await secretVersions(api, own)).filter((one) => one.id !== id);
  if (left.length > 0)
    throw new ResourceError(
      `deleting VaultSecret "${String(own.name)}" failed: ${counted(left.length, "other version")} could not be deleted. Run the same command again.`,
    );
  await api.delete(secretPath(id));
}

/** As the service itself refuses it, before any other version has ended. */
function undeletable({ id, name, version }: Wire): ApiError {
  const text = `version ${String(version)} of the secret "${String(name)}" is undeletable, and no version was deleted`;
  const advice = 'Make that version deletable in the service, or set onDestroy to "retain" and run `pulumi up` first.';
  return new ApiError(text, { kind: "forbidden", call: `DELETE ${secretPath(String(id))}`, advice });
}

/**
 * Whether a version has this value, by its fingerprint. Whether the service computes that of the
 * text or of its bytes is not public, so that only equality proves something.
 */
export function provablyHas(version: Wire, dataType: unknown, value: unknown): boolean {
  const { sha256Fingerprint: shown, emptyMaterial } = version;
  if (typeof shown !== "string" || typeof value !== "string" || emptyMaterial === true) return false;
  const readings = [Buffer.from(value), ...(encodings[String(dataType)] ?? []).map((one) => Buffer.from(value, one))];
  return readings.some((bytes) => createHash("sha256").update(bytes).digest("hex") === shown.toLowerCase());
}

/** How values that are no plain text are written. */
const encodings: Readonly<Record<string, readonly BufferEncoding[]>> = { seed: ["hex"], blob: ["base64url"] };
