import * as z from "zod";
import type { Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { Several } from "../../api/several";
import { mergePatch } from "../../lifecycle/values/wire";
import { defineResource, type At, type Bag, type Failure, type Scope } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy } from "../../lifecycle/vocabulary/field";
import { oneMore } from "../oneMore";
import { keyLabels, keyName } from "./keyFields";
import {
  everyVersion,
  newestSecret,
  provablyHas,
  removeSecret,
  secretPath,
  secretsPath,
  secretVersionsPath,
} from "./secretVersions";

// Public are the paths, `name`, `dataType` and `material`. That records, versions, metadata and filters are those of keys is inferred.
/**
 * A secret in the service's own vault: a password, a seed or other bytes that the service only
 * keeps. Only an export in the service returns its value. Destroying the resource leaves the secret
 * there, unless `onDestroy` says otherwise.
 */
export const vaultSecret = defineResource({
  type: "VaultSecret",
  role: "key",
  path: secretsPath,
  item: secretPath,
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
    ownerId: field(z.string().optional(), { absent: "theirs", wire: "meta.ownerId", guards: true }),
    /** Permissions on the secret: group names by permission, such as `ReadKey` or `ExportKey`. */
    permissions: field(z.record(z.string(), field(z.array(z.string()), { as: "set" })).optional(), {
      absent: "theirs",
      as: "merge",
      wire: "meta.permissions",
      guards: true,
    }),
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
    states: ["Destroyed", "Destroyed Compromised"],
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
        const all = new Several();
        const older = (await everyVersion(api, id, record)).filter((one) => one.id !== record.id);
        for (const one of older) await all.send(() => api.patch(secretPath(idIn(one)), body));
        all.end();
        return api.patch(secretPath(idIn(record)), body);
      },
    },
    {
      // As for a `VaultKey`: what others keep in `meta` must survive the change.
      inputs: ["ownerId", "permissions"],
      run({ api, inputs }, { record, changed }) {
        const held = (record.meta ?? {}) as Bag;
        const permissions = mergePatch(held.permissions, inputs.permissions ?? {});
        const wanted = Object.entries({ ownerId: inputs.ownerId, permissions });
        const set = wanted.filter(([key, value]) => value !== undefined && changed.includes(key));
        return api.patch(secretPath(idIn(record)), { meta: { ...held, ...Object.fromEntries(set) } });
      },
    },
  ],
  hooks: {
    check({ dataType, value }): Failure[] {
      const form = dataType && forms[dataType];
      return value === undefined || !form || form.pattern.test(value)
        ? []
        : [{ property: "value", reason: `of the type ${dataType} must be ${form.says}` }];
    },
    read: newestSecret,
    remove: removeSecret,
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
  const make = () => api.post(secretVersionsPath(record), { material: value });
  const made = await oneMore(scope, () => api.list(secretVersionsPath(record)), make);
  expect(made);
  return made;
}
