import { segment, type Api, type Wire } from "../../api/client";
import { ApiError, ifFound, unproven } from "../../api/errors";
import type { Bag, Hooks, Ready, Scope, Shape } from "../../lifecycle/vocabulary/definition";
import { onDestroy } from "../../lifecycle/vocabulary/field";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { pick } from "../../lifecycle/values/wire";
import { anyCase } from "../names";
import { mayHave } from "../shown";

/**
 * Keys, secrets and certificates as the service records them. Every version is a record of its own,
 * with its own id, and rotation adds one. A resource keeps the id of the version it began with and
 * stands for the whole name; what it shows is the newest version, except for what belongs to a
 * single version (dates, tags, operations): that is compared with the version that this program
 * last set, for a rotation must never look like drift.
 */
export interface Family {
  /** The collection. */
  readonly path: string;
  /** The field that holds the name. */
  readonly nameField: string;
  /** The input that holds the name. */
  readonly nameInput: string;
  /** What messages call it. */
  readonly noun: string;
  /** Deletes what the service still has of a purged object, which frees the name. */
  forget(api: Api, record: Wire): Promise<unknown>;
}

export const azureKeys: Family = {
  path: "/cckm/azure/keys",
  nameField: "key_name",
  nameInput: "keyName",
  noun: "key",
  forget: (api, record) => act(api, azureKeys, record, "delete-backup"),
};

export const azureSecrets: Family = {
  path: "/cckm/azure/secrets",
  nameField: "secret_name",
  nameInput: "secretName",
  noun: "secret",
  forget: (api, record) => api.delete(itemOf(azureSecrets, record)),
};

/** The choice of how such an object ends. Its name stays in use until it is purged. */
export const vaultEnds = () =>
  onDestroy({
    softDelete: { calls: "hook", recoverable: "until the retention of the vault ends", keeps: "every" },
    purge: "hook",
    retain: [],
  });

/**
 * Azure makes a key and a secret for each certificate, and calls them managed: they share its
 * lifecycle. The service's list has a filter of that name; where its records show it is not known,
 * so both places count and absence means nothing.
 */
export const ownerOf = (record: Wire): string | undefined =>
  record.managed === true || pick(record, "azure_param.managed") === true
    ? "Azure, which made it for a certificate"
    : undefined;

export const azureCertificates: Family = {
  path: "/cckm/azure/certificates",
  nameField: "cert_name",
  nameInput: "certName",
  noun: "certificate",
  forget: (api, record) => api.delete(itemOf(azureCertificates, record)),
};

/** The path of the newest version's record. */
const itemOf = ({ path }: Family, record: Wire): string => `${path}/${segment(String(currentIdOf(record)))}`;

/** A response keeps the resource's own id, and contains the id of the newest record beside it. */
export const currentIdOf = (record: Wire): unknown => record.newest_id ?? record.id;

/** Every action returns the record, and is idempotent. */
export function act(api: Api, family: Family, record: Wire, action: string, body?: Wire): Promise<Wire> {
  return api.post(`${itemOf(family, record)}/${segment(action)}`, body, { repeatable: true });
}

const createdAt = (record: Wire): number => Number(pick(record, "azure_param.attributes.created") ?? 0);
const isLost = (record: Wire): boolean => record.status === "DELETED" || record.gone === true;

/** Records of all versions of a name, oldest first. */
export async function versionsOf(api: Api, family: Family, vault: string, name: string): Promise<Wire[]> {
  const found = await possibleVersions(api, family, vault, name);
  const isNamed = (one: Wire) => anyCase(String(one[family.nameField])) === anyCase(name);
  return found.filter((one) => isNamed(one) && one.key_vault_id === vault);
}

/**
 * The name, and how an object of that name may be recorded: in another case it is the same, and the
 * list's filter does not find it.
 */
async function spellings({ listed }: Scope, { path, nameField }: Family, vault: string, name: string) {
  const shown = (await listed(path, { key_vault_id: vault })).map((one) => String(one[nameField]));
  return [...new Set([name, ...shown.filter((one) => anyCase(one) === anyCase(name))])];
}

/** Those, and others of which the records do not show that they are not. */
async function possibleVersions(api: Api, { path, nameField }: Family, vault: string, name: string): Promise<Wire[]> {
  const found = await api.list(path, { key_vault_id: vault, [nameField]: name });
  const own = found.filter((one) => mayHave(one, nameField, name) && mayHave(one, "key_vault_id", vault));
  return own.sort((a, b) => createdAt(a) - createdAt(b) || inFull(a.createdAt).localeCompare(inFull(b.createdAt)));
}

/**
 * A time of the service as a sortable string, because it omits trailing zeros of fractional
 * seconds.
 */
function inFull(time: unknown): string {
  const [seconds, fraction = ""] = String(time).replace(/Z$/, "").split(".");
  return `${seconds}.${fraction.padEnd(9, "0")}`;
}

/** The record of the version that a resource began with, and all of its name. */
interface Records {
  readonly own: Wire;
  readonly all: readonly Wire[];
}

async function recordsOf(api: Api, family: Family, id: string, state: Bag): Promise<Records> {
  const { [family.nameInput]: name, keyVault } = state as Record<string, string | undefined>;
  const known = name && keyVault ? await versionsOf(api, family, keyVault, name) : [];
  // Only reading the object itself decides whether it was deleted; a list never does.
  const own = known.find((one) => one.id === id) ?? (await api.get(itemOf(family, { id })));
  const vault = String(own.key_vault_id);
  const all = known.length > 0 ? known : await versionsOf(api, family, vault, String(own[family.nameField]));
  // No independent source shows the records of secrets and certificates: where the list cannot be matched, its own record counts. So it
  // does where the list lacks it, which is then that of another object.
  return { own, all: all.some((one) => one.id === id) ? all : [own] };
}

/**
 * The newest version, with the version that the program last set as `settled`; `undefined` when
 * Azure has none.
 */
export async function currentObject(api: Api, family: Family, id: string, state: Bag): Promise<Wire | undefined> {
  return newestOf(await recordsOf(api, family, id, state), state);
}

/**
 * Azure loses all versions at once: what has the name after its own version was lost is somebody
 * else's.
 */
function newestOf({ own, all }: Records, state: Bag): Wire | undefined {
  const present = isLost(own) ? [] : all.filter((one) => !isLost(one));
  const newest = present.at(-1);
  if (!newest) return undefined;
  const set = present.find((one) => one.version === state.managedVersion) ?? newest;
  return { ...newest, id: own.id, newest_id: newest.id, settled: set };
}

/** The version that the program last set. */
export const settledOf = (response: Wire): Wire => (response.settled ?? response) as Wire;

/** Reads a field of that version. */
export const ofSettled = (path: string) => (response: Wire) => pick(settledOf(response), path);

/**
 * Whether the current key is enabled. A schedule may leave new versions disabled: then the one that
 * was last set counts.
 */
export function isEnabled(response: Wire): unknown {
  const leftDisabled = String(pick(response, "labels.auto_rotate_enable_key")) === "false";
  return pick(leftDisabled ? settledOf(response) : response, "azure_param.attributes.enabled");
}

/** A response that represents both the newest version and the one that was last set. */
export const settled = (record: Wire): Wire => ({ ...record, newest_id: record.id, settled: record });

/**
 * The object after a new version of it was made. A response about another object is as good as
 * none.
 */
export function renewed({ nameField }: Family, record: Wire, version: Wire): Wire {
  const isIts = [nameField, "key_vault_id"].every((field) => mayHave(version, field, String(record[field])));
  const isNew = version.id !== undefined && version.id !== record.newest_id;
  if (isIts && isNew) return { ...settled(version), id: record.id };
  throw unproven("is not about a new version of the object");
}

/** Azure counts seconds since 1970; programs write RFC 3339. */
export const date = (field: "nbf" | "exp") => ({
  to: `azure_param.attributes.${field}`,
  from: ofSettled(`azure_param.attributes.${field}`),
  encode: (text: string) => Math.floor(Date.parse(text) / 1000),
  decode: (seconds: number) => new Date(seconds * 1000).toISOString().replace(".000Z", "Z"),
});

/**
 * Changes the newest version; a soft-deleted object is recovered first. After a rotation the newest
 * version gets all values of the program, because it never had them.
 */
export async function patchNewest(
  scope: Scope,
  family: Family,
  record: Wire,
  changed: readonly string[],
): Promise<Wire> {
  const { enabled, nbf, exp, tags, keyOps, contentType } = scope.inputs as Record<string, unknown>;
  const rotated = settledOf(record).version !== record.version;
  const pickOut = (values: Bag) => Object.entries(values).filter(([key]) => rotated || changed.includes(key));
  const dates = pickOut({ enabled, nbf: toSeconds(nbf), exp: toSeconds(exp) });
  const names: Record<string, string> = { keyOps: "key_ops" };
  const rest = pickOut({ tags, keyOps, contentType }).map(([key, value]) => [names[key] ?? key, value] as const);
  const body: Wire = {
    ...(dates.length > 0 ? { attributes: Object.fromEntries(dates) } : {}),
    ...Object.fromEntries(rest),
  };
  const live = await recovered(scope, family, record);
  const path = itemOf(family, live);
  const patched = await scope.api.patch(path, body);
  // A response without an id says nothing of the version.
  return { ...settled(patched.id === undefined ? await scope.api.get(path) : patched), id: record.id };
}

function toSeconds(text: unknown): number | undefined {
  return typeof text === "string" ? Math.floor(Date.parse(text) / 1000) : undefined;
}

export async function recovered({ api }: Scope, family: Family, record: Wire): Promise<Wire> {
  if (record.status === "SOFT-DELETED") await act(api, family, record, "recover");
  return record;
}

/**
 * Ready means that it exists in Azure and is not soft-deleted: a soft-deleted declared object is
 * recovered.
 */
export function objectReady(family: Family): Ready {
  return {
    output: "status",
    is: ["AVAILABLE"],
    pending: [],
    timeoutSeconds: 240,
    async test(api, id) {
      const record = await currentObject(api, family, id, {});
      // An object that exists and shows no status is not soft-deleted, as far as the service shows.
      if (record?.status !== "SOFT-DELETED") return record ? { status: "AVAILABLE", ...record } : {};
      return { ...record, ...(await act(api, family, record, "recover")), id, newest_id: record.newest_id };
    },
  };
}

/** Creating a name that is in use adds a version: that would take over somebody else's object. */
export async function refuseIfTaken(scope: Scope, family: Family): Promise<void> {
  const { [family.nameInput]: name, keyVault } = scope.inputs as unknown as Record<string, string>;
  const names = await spellings(scope, family, keyVault!, name!);
  const found = await Promise.all(names.map((one) => possibleVersions(scope.api, family, keyVault!, one)));
  const taken = found.flat().findLast((one) => !isLost(one));
  if (!taken) return;
  const how = taken.status === "SOFT-DELETED" ? "exists, soft-deleted" : "exists already";
  throw new ApiError(`the ${family.noun} ${how}`, { kind: "conflict", call: `GET ${family.path}` });
}

async function existing(scope: Scope, family: Family): Promise<Wire[]> {
  const { [family.nameInput]: name, keyVault } = scope.inputs as Record<string, string>;
  const names = await spellings(scope, family, keyVault!, name!);
  const found = await Promise.all(names.map((one) => versionsOf(scope.api, family, keyVault!, one)));
  const present = found.flat().filter((one) => !isLost(one));
  const [oldest, newest] = [present[0], present.at(-1)];
  return oldest && newest ? [{ ...settled(newest), id: oldest.id, newest_id: newest.id }] : [];
}

/** Finding, reading and removing are the same for keys, secrets and certificates. */
export function objectHooks(family: Family): Pick<Hooks<Shape>, "find" | "read" | "remove" | "ended"> {
  return {
    find: (scope) => existing(scope, family),
    read: (api, id, state) => currentObject(api, family, id, state),
    remove: (scope, id, state) => remove(scope, family, id, state),
    // A record may not show that it is soft-deleted.
    ended: ({ status }) => status === undefined,
  };
}

async function remove(scope: Scope, family: Family, id: string, state: Bag): Promise<void> {
  const { onDestroy } = scope.inputs as { onDestroy: string };
  const records = await recordsOf(scope.api, family, id, state);
  const record = newestOf(records, state);
  if (!record && onDestroy === "purge") return forgetPurged(scope.api, family, records);
  if (!record) return;
  await refuseSurprise(scope, family, record, onDestroy);
  if (record.status !== "SOFT-DELETED") await act(scope.api, family, record, "soft-delete");
  if (onDestroy !== "purge") return;
  if (record.soft_delete_enabled !== false) await act(scope.api, family, record, "hard-delete");
  await family.forget(scope.api, record);
}

/**
 * It no longer exists in Azure, but an earlier destroy was interrupted before the service deleted
 * its backup and freed the name. Where somebody else's object has the name, it is not freed.
 */
async function forgetPurged(api: Api, family: Family, { own, all }: Records): Promise<void> {
  if (all.every(isLost)) await family.forget(api, own);
}

/**
 * Whether what is deleted can be recovered. No public source shows the records of secrets and
 * certificates: where one does not say it, the object's recovery level does, or the vault. What
 * nothing shows does not count as recoverable.
 */
async function isRecoverable(api: Api, record: Wire): Promise<boolean> {
  if (typeof record.soft_delete_enabled === "boolean") return record.soft_delete_enabled;
  const level = pick(record, "azure_param.attributes.recoveryLevel");
  if (typeof level === "string") return level.includes("Recoverable");
  const vault = await ifFound(api.get(`/cckm/azure/vaults/${segment(String(record.key_vault_id))}`));
  return vault !== undefined && pick(vault, "properties.enableSoftDelete") === true;
}

/** Refuses to lose what `onDestroy` does not announce, and to start what cannot be completed. */
async function refuseSurprise({ api, label }: Scope, { noun }: Family, record: Wire, onDestroy: string): Promise<void> {
  const level = (pick(record, "azure_param.attributes.recoveryLevel") ?? "Purgeable") as string;
  if (onDestroy === "softDelete" && !(await isRecoverable(api, record))) {
    throw new ResourceError(
      `deleting ${label} failed: its vault has no soft delete, so the ${noun} would be lost at once. ` +
        `Set onDestroy to "purge" if that is intended, or to "retain", and run \`pulumi up\` first.`,
    );
  }
  if (onDestroy === "purge" && !level.includes("Purgeable")) {
    throw new ResourceError(
      `deleting ${label} failed: its vault is protected against purging (${level}). ` +
        `Set onDestroy to "softDelete" or "retain", and run \`pulumi up\` first.`,
    );
  }
}
