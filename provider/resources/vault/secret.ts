import { createHash } from "node:crypto";
import * as z from "zod";
import type { Api, Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource, type At, type Bag, type Failure, type Scope } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy } from "../../lifecycle/vocabulary/field";
import { keyLabels, keyName } from "./keyFields";
import { ownerId, permissions, withMeta } from "./meta";
import { ended } from "./revocation";
import { secretVersions } from "./versions";

const { item, listOf } = secretVersions;

// Public are the paths, `name`, `dataType` and `material`. That records, versions, metadata and filters are those of keys is inferred.
/**
 * A secret in the service's own vault: a password, a seed or other bytes that the service only
 * keeps. Only an export in the service returns its value. Destroying the resource leaves the secret
 * there, unless `onDestroy` says otherwise.
 */
export const vaultSecret = defineResource({
  type: "VaultSecret",
  role: "key",
  path: secretVersions.path,
  item,
  spelling: "camel",
  inputs: {
    /** Name of the secret, unique in its domain; none of `<`, `>`, `\`. */
    name: keyName,
    /** What `value` is: `password` (any text), `seed` (hex) or `blob` (base64url, RFC 4648). */
    dataType: field(z.enum(["password", "seed", "blob"]).default("password"), {
      change: "replace",
      wire: { from: shownType },
    }),
    /**
     * The secret itself, in the form of `dataType`. A change of it makes a new version, in place;
     * older versions stay.
     */
    value: field(z.string().min(1), { seen: "never", secret: true, wire: { to: "material" } }),
    /** Labels, a map of strings. */
    labels: keyLabels,
    /**
     * Id of the user that owns the secret, `local|<uuid>`. Default: the service's choice, who made
     * it.
     */
    ownerId,
    /** Permissions on the secret: group names by permission, such as `ReadKey` or `ExportKey`. */
    permissions,
    /** True to forbid deleting the secret, for everyone. Updated for every version. */
    undeletable: field(z.boolean().default(false), { guards: true, forbidsDelete: true }),
    /**
     * True to forbid exporting the secret, so that nobody reads its value. Updated for every
     * version.
     */
    unexportable: field(z.boolean().default(false), { guards: true }),
    /**
     * On destroy, `retain` leaves the secret in the vault. `destroy` deletes it with all its
     * versions.
     */
    onDestroy: onDestroy({ retain: [], destroy: "hook" }),
  },
  outputs: {
    /** Active or Destroyed; others as those of a `VaultKey`. */
    state: z.string(),
    /** Kind of object: Secret Data, or Opaque Object for a `blob`. */
    objectType: z.string(),
    /** Number of the newest version; the first is 0. A changed value raises it. */
    version: z.number().default(0),
    /**
     * Id of the newest version. A changed value changes it, and so does a version that somebody
     * else makes; the resource's own id stays.
     */
    currentId: field(z.string(), { wire: { from: "id" } }),
  },
  unique: [["name"]],
  filters: ["name", "state", "objectType", "version"],
  mark: "meta",
  lost: {
    output: "state",
    states: ended,
    inputs: [],
    says:
      "its newest version is destroyed, and the service no longer has its value. Change value, which makes a new version, " +
      "or delete this secret and declare it again",
  },
  actions: [
    {
      // First: the flags below are then set on the new version, too. That the call takes `material` is inferred.
      inputs: ["value"],
      run: renewed,
    },
    {
      // What protects a secret protects its values, of which older versions have their own.
      inputs: ["undeletable", "unexportable"],
      async run({ api, inputs: { undeletable, unexportable } }, { id, record, changed }) {
        const flags = Object.entries({ undeletable, unexportable }).filter(([key]) => changed.includes(key));
        const body = Object.fromEntries(flags);
        for (const one of await versionsBeside(api, id, record)) await api.patch(item(idIn(one)), body);
        return api.patch(item(idIn(record)), body);
      },
    },
    {
      inputs: ["ownerId", "permissions"],
      run: ({ api, inputs }, { record, changed }) => api.patch(item(idIn(record)), withMeta(record, inputs, changed)),
    },
  ],
  hooks: {
    check({ dataType, value }): Failure[] {
      const form = dataType && forms[dataType];
      return value === undefined || !form || form.pattern.test(value)
        ? []
        : [{ property: "value", reason: `of the type ${dataType} must be ${form.says}` }];
    },
    read: secretVersions.newest,
    remove: secretVersions.remove,
  },
});

/** How the value is written. A password is any text. */
const forms: Readonly<Record<string, { readonly pattern: RegExp; readonly says: string }>> = {
  seed: { pattern: /^([0-9a-f]{2})+$/i, says: 'hex, two digits a byte, as Buffer.toString("hex") writes it' },
  blob: { pattern: /^[\w-]+={0,2}$/, says: 'base64url, as Buffer.toString("base64url") writes it' },
};

/** No independent source shows the field: the kind of object tells a blob from the others. */
function shownType({ dataType, objectType }: Wire): string | undefined {
  if (typeof dataType === "string") return dataType.toLowerCase();
  return objectType === "Opaque Object" ? "blob" : undefined;
}

/**
 * Brings a value that differs into a new version. A run that was interrupted after it makes no
 * second one.
 */
async function renewed(scope: Scope, { record, state, expect }: At): Promise<Wire> {
  const { api, label, progress } = scope;
  const { dataType, value } = scope.inputs as Bag;
  const version = `version ${String(record.version)}`;
  if (provablyHas(record, dataType, value)) {
    progress(`${label}: ${version} already has this value; no version is made`);
    return record;
  }
  if (!provablyHas(record, dataType, state.value))
    progress(
      `${label}: the service does not show whether ${version} has this value; a repeated update makes another version with it`,
    );
  const made = await secretVersions.add(scope, record, (path) => api.post(path, { material: value }));
  expect(made);
  return made;
}

/**
 * The versions of a secret beside the newest one: a node that lags behind may list the resource's
 * own, and not yet the newest.
 */
async function versionsBeside(api: Api, id: string, newest: Wire): Promise<Wire[]> {
  const listed = (await ifFound(api.list(listOf({ id })))) ?? (await secretVersions.all(api, newest));
  return listed.filter((one) => one.name === newest.name && one.id !== newest.id);
}

/**
 * Whether a version has this value, by its fingerprint. Whether the service computes that of the
 * text or of its bytes is not public, so that only equality proves something.
 */
function provablyHas(version: Wire, dataType: unknown, value: unknown): boolean {
  const { sha256Fingerprint: shown, emptyMaterial } = version;
  if (typeof shown !== "string" || typeof value !== "string" || emptyMaterial === true) return false;
  const readings = [Buffer.from(value), ...(encodings[String(dataType)] ?? []).map((one) => Buffer.from(value, one))];
  return readings.some((bytes) => createHash("sha256").update(bytes).digest("hex") === shown.toLowerCase());
}

/** How values that are no plain text are written. */
const encodings: Readonly<Record<string, readonly BufferEncoding[]>> = { seed: ["hex"], blob: ["base64url"] };
