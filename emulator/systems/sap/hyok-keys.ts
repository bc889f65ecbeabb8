import { created, shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import { list } from "../../core/lists";
import { addresses, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { keySource, needSource, tierOf, type SourceKey } from "../../shared/key-sources";
import { findJobConfig } from "../scheduler/configs";
import { keystores, usableKeystore } from "./hyok";

/** Keys of keystores: SAP uses them from outside, a key of the service or of a Luna partition does the work. */
export interface HyokKey extends Header {
  readonly name: string;
  readonly description: string;
  readonly keystore_id: string;
  readonly status: "Enabled" | "Archived";
  readonly enabled: boolean;
  readonly blocked: boolean;
  readonly source_key_identifier: string;
  readonly source_key_tier: string;
  readonly version_count: number;
  readonly auto_rotate: boolean;
  readonly labels: Readonly<Record<string, string>>;
}

export const hyokKeys = defineKind<HyokKey>("sap-hyok-keys", {
  address: addresses,
  keystore_id: (key) => key.keystore_id,
  job_config_id: (key) => key.labels["job_config_id"],
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

function createKey(call: Call): object {
  const { body } = call;
  const reference = body.requiredText("keystore_id");
  const keystore = call.find(keystores, reference);
  if (keystore === undefined) throw invalid(`there is no keystore ${reference}`);
  const { id } = usableKeystore(keystore);
  const source = sourceOf(call);
  const name = freeName(call, id, body.requiredText("name"));
  const key = call.put(hyokKeys, {
    ...call.header("cckm:sap-ekm-key", `${name}-`),
    name,
    description: body.text("description") ?? "",
    keystore_id: id,
    status: "Enabled",
    enabled: true,
    blocked: false,
    source_key_identifier: source.id,
    source_key_tier: source.tier,
    version_count: 0,
    auto_rotate: false,
    labels: {},
  } as const);
  addVersion(call, key, source);
  return created(shown(call.need(hyokKeys, key.id)));
}

/** A key that may be changed: an archived one can only be seen, recovered and deleted. */
function usable(call: Call): HyokKey {
  const key = call.target(hyokKeys);
  if (key.status === "Archived") throw conflict(`the key ${key.name} is archived`);
  return key;
}

function changeKey(call: Call): object {
  const key = usable(call);
  const name = call.body.text("name") ?? key.name;
  const description = call.body.emptiable("description") ?? key.description;
  if (name !== key.name) freeName(call, key.keystore_id, name);
  return shown(call.change(hyokKeys, key, { name, description }));
}

function deleteKey(call: Call): void {
  const key = call.target(hyokKeys);
  if (key.status !== "Archived") throw conflict(`the key ${key.name} must be archived first`);
  for (const version of call.by(hyokVersions, "key_id", key.id)) call.remove(hyokVersions, version);
  call.remove(hyokKeys, key);
}

const set =
  (changes: Partial<HyokKey>, which = usable) =>
  (call: Call): object =>
    shown(call.change(hyokKeys, which(call), changes));

function enableRotation(call: Call): object {
  const { id } = findJobConfig(call, call.body.requiredText("job_config_id"), "cckm_key_rotation", "sap");
  const source = call.body.text("auto_rotate_key_source") ?? call.body.missing("auto_rotate_key_source");
  if (!["ciphertrust", "hsm-luna"].includes(source)) throw invalid(`${source} holds no keys for keystores`);
  const container = call.body.text("auto_rotate_partition_id");
  const labels = { job_config_id: id, auto_rotate_key_source: source };
  return set({
    auto_rotate: true,
    labels: container === undefined ? labels : { ...labels, auto_rotate_partition_id: container },
  })(call);
}

/** A run of a schedule: a new key, where the binding says, does the work from now on. */
export function rotateHyokKey(scope: Scope, key: HyokKey): void {
  const { auto_rotate_key_source: tier = "ciphertrust", auto_rotate_partition_id: partition } = key.labels;
  const shape = { algorithm: "AES", size: 256 };
  addVersion(scope, key, keySource(scope, tier).create(scope, shape, `sap-${key.name}-${scope.now}`, partition));
}

const one = `${root}/{id}`;
const versionsOf = (call: Call): HyokVersion[] => call.by(hyokVersions, "key_id", call.target(hyokKeys).id);

export const hyokKeyOperations: Operations = {
  [`GET ${root}`]: (call) =>
    list(call, { kind: hyokKeys, view: shown, filters: ["id", "name", "keystore_id", "status", "enabled", "blocked"] }),
  [`POST ${root}`]: createKey,
  [`GET ${one}`]: (call) => shown(call.target(hyokKeys)),
  [`PATCH ${one}`]: changeKey,
  [`DELETE ${one}`]: deleteKey,
  [`POST ${one}/archive`]: set({ status: "Archived" }),
  [`POST ${one}/recover`]: set({ status: "Enabled" }, (call) => call.target(hyokKeys)),
  [`POST ${one}/enable`]: set({ enabled: true }),
  [`POST ${one}/disable`]: set({ enabled: false }),
  [`POST ${one}/block`]: set({ blocked: true }),
  [`POST ${one}/unblock`]: set({ blocked: false }),
  [`POST ${one}/enable-auto-rotation`]: enableRotation,
  [`POST ${one}/disable-auto-rotation`]: set({ auto_rotate: false, labels: {} }, (call) => call.target(hyokKeys)),
  [`GET ${one}/versions`]: (call) =>
    list(call, { kind: hyokVersions, rows: versionsOf(call), view: shown, filters: ["id", "version"] }),
  [`POST ${one}/versions`]: (call) => created(shown(addVersion(call, usable(call), sourceOf(call)))),
  [`GET ${one}/versions/{versionID}`]: (call) => shown(call.target(hyokVersions, "versionID")),
};
