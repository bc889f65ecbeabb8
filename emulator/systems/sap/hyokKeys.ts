import { body, emptiable, text, type Body } from "../../core/body";
import { collection } from "../../core/collection";
import { created, shown } from "../../core/response";
import { conflict, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { addresses, type Call, type Header, type Scope, type Operations } from "../../core/scope";
import type { SourceKey } from "../../core/sourceKey";
import { defineKind } from "../../core/store";
import { keySource, needSource, tierOf } from "../../shared/keySources";
import { byJobConfig, rotationActions, unbound, type Rotating } from "../scheduler/binding";
import { keystores, usableKeystore } from "./hyok";

const changeable = { name: text.required, description: emptiable.or("") };
const changes = body(changeable);
const newKey = body({ keystore_id: text.required, ...changeable });

/**
 * Keys of keystores: SAP uses them from outside, a key of the service or of a Luna partition does
 * the work.
 */
export interface HyokKey extends Header, Rotating, Body<typeof newKey> {
  readonly status: "Enabled" | "Archived";
  readonly enabled: boolean;
  readonly blocked: boolean;
  readonly source_key_identifier: string;
  readonly source_key_tier: string;
  readonly version_count: number;
}

export const hyokKeys = defineKind<HyokKey>("sap-hyok-keys", {
  address: addresses,
  keystore_id: (key) => key.keystore_id,
  ...byJobConfig,
});

export interface HyokVersion extends Header {
  readonly key_id: string;
  readonly version: number;
  readonly source_key_identifier: string;
  readonly source_key_name: string;
  readonly source_key_tier: string;
}

export const hyokVersions = defineKind<HyokVersion>("sap-hyok-key-versions", { key_id: ({ key_id }) => key_id });

const root = "/cckm/sap/ekm/keys";
const tiers = ["local", "hsm-luna"];

/** The key that is to do the work: AES with 256 bits, in the vault or in a Luna partition. */
function sourceOf(call: Call): SourceKey {
  if (!tiers.includes(tierOf(call.body))) throw invalid(`source_key_tier must be one of ${tiers.join(", ")}`);
  const source = needSource(call, call.body, "source_key_identifier");
  if (source.algorithm === "AES" && source.size === 256) return source;
  throw invalid(`source key ${source.name} must be AES with 256 bits`);
}

/** From now on that source does the work. */
function addVersion(scope: Scope, key: HyokKey, source: SourceKey): HyokVersion {
  const used = { source_key_identifier: source.id, source_key_tier: source.tier };
  const version = key.version_count + 1;
  scope.change(hyokKeys, key, { ...used, version_count: version });
  const header = scope.header("cckm:sap-ekm-key-version");
  return scope.put(hyokVersions, { ...header, key_id: key.id, version, source_key_name: source.name, ...used });
}

function freeName(call: Call, keystore: string, name: string): string {
  if (call.by(hyokKeys, "keystore_id", keystore).every((key) => key.name !== name)) return name;
  throw conflict(`the keystore has a key called ${name} already`);
}

function createKey(call: Call): HyokKey {
  const sent = newKey(call.body);
  const keystore = call.find(keystores, sent.keystore_id);
  if (keystore === undefined) throw invalid(`there is no keystore ${sent.keystore_id}`);
  const { id } = usableKeystore(keystore);
  const source = sourceOf(call);
  freeName(call, id, sent.name);
  const key: HyokKey = {
    ...call.header("cckm:sap-ekm-key", `${sent.name}-`),
    ...sent,
    keystore_id: id,
    status: "Enabled",
    enabled: true,
    blocked: false,
    source_key_identifier: source.id,
    source_key_tier: source.tier,
    version_count: 0,
    ...unbound,
  };
  addVersion(call, key, source);
  return call.need(hyokKeys, key.id);
}

/** A key that may be changed: an archived one can only be seen, recovered and deleted. */
function usable(key: HyokKey): HyokKey {
  if (key.status === "Archived") throw conflict(`the key ${key.name} is archived`);
  return key;
}

function changeKey(call: Call, key: HyokKey): Partial<HyokKey> {
  const sent = changes(call.body, usable(key));
  if (sent.name !== key.name) freeName(call, key.keystore_id, sent.name);
  return sent;
}

function forgetVersions(call: Call, key: HyokKey): void {
  if (key.status !== "Archived") throw conflict(`the key ${key.name} must be archived first`);
  for (const version of call.by(hyokVersions, "key_id", key.id)) call.remove(hyokVersions, version);
}

const set =
  (change: Partial<HyokKey>) =>
  (_call: Call, key: HyokKey): Partial<HyokKey> => {
    usable(key);
    return change;
  };

/** A run of a schedule: a new key, where the binding says, does the work from now on. */
export function rotateHyokKey(scope: Scope, key: HyokKey): void {
  const { auto_rotate_key_source: tier = "ciphertrust", auto_rotate_partition_id: partition } = key.labels;
  const shape = { algorithm: "AES", size: 256 };
  addVersion(scope, key, keySource(scope, tier).create(scope, shape, `sap-${key.name}-${scope.now}`, partition));
}

const one = `${root}/{id}`;
const versionsOf = (call: Call): HyokVersion[] => call.by(hyokVersions, "key_id", call.target(hyokKeys).id);

export const hyokKeyOperations: Operations = {
  ...collection<HyokKey>({
    kind: hyokKeys,
    path: root,
    filters: ["id", "name", "keystore_id", "status", "enabled", "blocked"],
    create: createKey,
    change: changeKey,
    remove: forgetVersions,
    actions: {
      archive: set({ status: "Archived" }),
      recover: () => ({ status: "Enabled" }),
      enable: set({ enabled: true }),
      disable: set({ enabled: false }),
      block: set({ blocked: true }),
      unblock: set({ blocked: false }),
      ...rotationActions({ cloudName: "sap", sources: ["ciphertrust", "hsm-luna"] }, usable),
    },
  }),
  [`GET ${one}/versions`]: (call) =>
    list(call, { kind: hyokVersions, rows: versionsOf(call), view: shown, filters: ["id", "version"] }),
  [`POST ${one}/versions`]: (call) => created(shown(addVersion(call, usable(call.target(hyokKeys)), sourceOf(call)))),
  [`GET ${one}/versions/{versionID}`]: (call) => shown(call.target(hyokVersions, "versionID")),
};
