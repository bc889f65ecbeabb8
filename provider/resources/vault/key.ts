import * as z from "zod";
import { moment } from "../moment";
import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource, namedAfterResource, type Bag, type Failure } from "../../engine/definition";
import { curve } from "./curves";

const path = "/vault/keys2/";
const item = (id: string) => `${path}${segment(id)}`;

/** A key in the service's own vault. Destroying the resource leaves the key there, unless `onDestroy` says otherwise. */
export const vaultKey = defineResource({
  type: "VaultKey",
  path,
  item,
  spelling: "camel",
  inputs: {
    /** Name of the key, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name in the program. A change replaces the key. */
    name: namedAfterResource(
      z
        .string()
        .min(1)
        .regex(/^[^<>\\]+$/, "must not hold < > or \\"),
    ),
    /** Algorithm: `aes`, `tdes`, `rsa`, `ec`, `hmac-sha1`, `hmac-sha256`, `hmac-sha384`, `hmac-sha512`, `seed` or `aria`. Default `aes`. A change replaces the key. */
    algorithm: z
      .enum(["aes", "tdes", "rsa", "ec", "hmac-sha1", "hmac-sha256", "hmac-sha384", "hmac-sha512", "seed", "aria"])
      .default("aes"),
    /** Size in bits: 128, 192 or 256 for `aes`; 1024 to 4096 for `rsa`. Default: the service's choice, 256 for `aes`. A change replaces the key. */
    size: z.number().int().positive().optional(),
    /** Curve of an `ec` key: `secp224k1`, `secp224r1`, `secp256k1`, `secp384r1`, `secp521r1`, `prime256v1`, `brainpoolP224r1`, `brainpoolP224t1`, `brainpoolP256r1`, `brainpoolP256t1`, `brainpoolP384r1`, `brainpoolP384t1`, `brainpoolP512r1`, `brainpoolP512t1` or `curve25519`. Default: the service's choice. A change replaces the key. */
    curveId: curve.optional(),
    /** What the key may do, a sum of bits: sign 1, verify 2, encrypt 4, decrypt 8, wrap 16, unwrap 32, export 64, MAC generate 128, MAC verify 256, derive 512. Default: the service's choice for the algorithm. Changes in place. */
    usageMask: z.number().int().min(0).max(4194303).optional(),
    /** Free text. Changes in place. Default: none. */
    description: z.string().optional(),
    /** Labels, text by key. Changes in place. Default: none. */
    labels: z.record(z.string(), z.string()).default({}),
    /** Other names of the key. Changes in place. Default: none. */
    aliases: z.array(z.string().min(1)).default([]),
    /** Id of the user that owns the key, `local|<uuid>`. Default: the service's choice, who made it. Changes in place. */
    ownerId: z.string().optional(),
    /** Which groups may do what with the key: group names by permission (`ReadKey`, `UseKey`, `ExportKey`, `EncryptWithKey`, `DecryptWithKey`, `SignWithKey`, `SignVerifyWithKey`, `MACWithKey`, `MACVerifyWithKey`). Default: left to the service. Changes in place. */
    permissions: z.record(z.string(), z.array(z.string())).optional(),
    /** True to forbid deleting the key, for everyone. Default false. Changes in place. */
    undeletable: z.boolean().default(false),
    /** True to forbid exporting the key's material. Default false. Changes in place. */
    unexportable: z.boolean().default(false),
    /** When the key becomes active, RFC 3339. Default: at once. Changes in place. */
    activationDate: moment.optional(),
    /** When the key stops being active, RFC 3339. Default: never. Changes in place. */
    deactivationDate: moment.optional(),
    /** What destroying the resource does: `retain` leaves the key in the vault; `destroy` deletes it with all its versions, and what they encrypt is lost. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "destroy"]).default("retain"),
  },
  outputs: {
    /** Pre-Active, Active, Deactivated, Compromised, Destroyed or Destroyed Compromised. */
    state: z.string(),
    /** Kind of object: Symmetric Key, Private Key, and so on. */
    objectType: z.string(),
    /** Number of the newest version; the first is 0. Rotation raises it. */
    version: z.number().default(0),
    /** Id of the newest version. Rotation changes it; the resource's own id stays. */
    currentId: z.string(),
  },
  keepsPlace: { retain: "every" },
  unique: [["name"], ["aliases"]],
  filters: ["name", "alias", "state", "objectType", "usageMask", "labels", "algorithm", "size", "version"],
  immutable: ["name", "algorithm", "size", "curveId"],
  unordered: ["aliases"],
  merged: ["labels"],
  computed: ["size", "curveId", "usageMask", "ownerId", "permissions", "activationDate"],
  local: ["onDestroy"],
  mark: "meta",
  wire: {
    algorithm: { decode: (algorithm: string) => algorithm.toLowerCase() },
    curveId: { to: "curveid", from: (answer) => answer.curveid ?? answer.curveId },
    aliases: { encode: (aliases: string[]) => aliases.map((alias) => ({ alias, type: "string" })), from: aliasNames },
    ownerId: "meta.ownerId",
    permissions: "meta.permissions",
    labels: { decode: ownLabels },
    currentId: { from: "id" },
  },
  actions: [
    {
      // The service merges metadata of its own into `meta`: what it holds there must survive our change.
      inputs: ["ownerId", "permissions"],
      run: ({ api, inputs }, { record }) =>
        patch(api, record, {
          meta: { ...(record.meta as Bag), ownerId: inputs.ownerId, permissions: inputs.permissions },
        }),
    },
    {
      // Aliases are patched as a delta: without an index one is added, with nothing but an index one goes.
      inputs: ["aliases"],
      async run({ api, inputs }, { record }) {
        const held = aliasesOf(record);
        const added = inputs.aliases.filter((one) => !held.some(({ alias }) => alias === one));
        const gone = held.filter(({ alias }) => !inputs.aliases.includes(alias));
        const delta = [...added.map((alias) => ({ alias, type: "string" })), ...gone.map(({ index }) => ({ index }))];
        return delta.length > 0 ? patch(api, record, { aliases: delta }) : record;
      },
    },
  ],
  existing: {
    // The service names so the keys that it makes for endpoints of its own.
    owner: ({ name }) => (/^ks-[0-9a-f]{32,}$/.test(String(name)) ? "an endpoint, which made it" : undefined),
    recall: ({ activationDate, createdAt }) =>
      isAtOnce(activationDate, createdAt) ? { activationDate: undefined } : {},
  },
  hooks: {
    check({ name, algorithm, size, curveId, aliases }): Failure[] {
      const failures: Failure[] = [];
      if (algorithm === "rsa" && size === undefined)
        failures.push({ property: "size", reason: "is required for rsa keys, 2048 to 4096" });
      if (algorithm === "aes" && size !== undefined && ![128, 192, 256].includes(size)) {
        failures.push({ property: "size", reason: "must be 128, 192 or 256 for aes keys" });
      }
      if (algorithm !== undefined && algorithm !== "ec" && curveId !== undefined)
        failures.push({ property: "curveId", reason: "is for ec keys only" });
      if (name !== undefined && aliases?.includes(name))
        failures.push({
          property: "aliases",
          reason: "must not hold the key's own name: the service adds that itself",
        });
      return failures;
    },
    read: (api, id, state) => newestOf(api, id, state.name as string | undefined),
    async remove({ api, inputs }, id, state) {
      if (inputs.onDestroy !== "destroy") return;
      const newest = await newestOf(api, id, state.name as string | undefined);
      const versions = await api.list(`${item(idIn(newest))}/versions/`);
      const others = [newest, ...versions].map((one) => idIn(one)).filter((one) => one !== id);
      // By its own version the key is known: that one goes last, so that a destroy that breaks off can be repeated.
      for (const one of new Set([...others, id])) await api.delete(item(one));
    },
  },
});

/** Unless told otherwise, the service activates a key when it makes it. */
function isAtOnce(activated: unknown, made: unknown): boolean {
  return Math.abs(Date.parse(String(activated)) - Date.parse(String(made))) < 1000;
}

/**
 * Every version has an id of its own, and the name leads to the newest: a rotation is followed. But a key of the same
 * name that somebody made after ours was deleted is not ours, which only our own version can tell.
 */
async function newestOf(api: Api, id: string, name: string | undefined): Promise<Wire> {
  const named = name === undefined ? undefined : await ifFound(api.get(item(name), { type: "name" }));
  if (named?.id === id) return named;
  const own = await api.get(item(id));
  return named && own.name === name ? named : api.get(item(String(own.name)), { type: "name" });
}

function patch(api: Api, record: Wire, body: Wire): Promise<Wire> {
  return api.patch(item(idIn(record)), body);
}

interface Alias {
  alias: string;
  index?: number;
}

/** The service may add an alias that equals the name: that one is nobody's input. */
function aliasesOf(answer: Wire): Alias[] {
  return ((answer.aliases ?? []) as Alias[]).filter(({ alias }) => alias !== answer.name);
}

function aliasNames(answer: Wire): string[] {
  return aliasesOf(answer).map(({ alias }) => alias);
}

function ownLabels(labels: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !key.startsWith("ncryptify-reserved/")));
}
