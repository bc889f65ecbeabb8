import { body, choice, emptiable, flag, text, texts, type Body } from "../../core/body";
import { collection } from "../../core/collection";
import { created, shown } from "../../core/response";
import { badRequest, conflict, invalid, notFound } from "../../core/errors";
import { given } from "../../core/fields";
import { list } from "../../core/lists";
import { outside, type Call, type Operations } from "../../core/scope";
import { needSource } from "../../shared/keySources";
import { byJobConfig, rotationActions, unbound } from "../scheduler/binding";
import {
  addCloudVersion,
  changeCloudKey,
  checkOperations,
  cloudKeys,
  createCloudKey,
  keyTypes,
  operationNames,
} from "./cloud";
import type { Group } from "./groupRecord";
import { namedGroup, openGroup } from "./groups";
import { targetKey } from "./reach";
import { forgetKey, keys, keyView, recordKey, snapshot, versions, type SapKey, type SapVersion } from "./record";
import { shapeOf, sourceOf } from "./sources";

const operations = texts.as((given) => {
  const odd = given.find((one) => !(operationNames as readonly string[]).includes(one));
  if (odd !== undefined) throw invalid(`operations must be some of ${operationNames.join(", ")}, not "${odd}"`);
  return given;
});

/** What both ways of making a key read from the request. */
const newKey = body({
  name: text.required,
  type: choice(keyTypes).required,
  operations: operations.or([]),
  description: text.or(""),
  exportable: flag.or(false),
  role: text.or("MASTER_KEY"),
});
const changes = body({
  name: text.required,
  operations: operations.required,
  description: emptiable.required,
  enabled: flag.required,
  exportable: flag.required,
});

function readFacts(call: Call, group: Group): Body<typeof newKey> {
  const facts = newKey(call.body);
  if (facts.operations.length === 0) call.body.missing("operations");
  openGroup(call, group);
  freeName(call, group, facts.name);
  return facts;
}

function freeName(call: Call, group: Group, name: string): void {
  const holder = call.in(outside).by(cloudKeys, "name", `${group.group_id}/${name}`)[0];
  if (holder !== undefined) throw conflict(`the SAP group ${group.name} has a key called ${name} already`);
}

function createKey(call: Call): object {
  const group = namedGroup(call);
  const facts = readFacts(call, group);
  const shape = facts.type === "EC" ? { curve: call.body.text("curve") } : { size: call.body.integer("size", 1) };
  const cloud = createCloudKey(call, group.group_id, { ...facts, ...shape });
  return created(keyView(call, recordKey(call, group, cloud, { key_material_origin: "native" })));
}

function uploadKey(call: Call): object {
  const group = namedGroup(call);
  const facts = readFacts(call, group);
  const source = needSource(call, call.body, "source_key_identifier");
  const cloud = createCloudKey(call, group.group_id, { ...facts, ...shapeOf(source, facts.type), origin: "EXTERNAL" });
  return created(keyView(call, recordKey(call, group, cloud, { key_material_origin: "cckm", ...sourceOf(source) })));
}

function changeKey(call: Call): object {
  const { key, group, cloud } = targetKey(call);
  const wanted = changes(call.body, cloud);
  if (wanted.name !== cloud.name) freeName(call, group, wanted.name);
  checkOperations(cloud.type, wanted.operations);
  changeCloudKey(call, cloud, wanted);
  return keyView(call, snapshot(call, key));
}

/** Deletes the key in SAP; the record stays, with the backup of what was uploaded. */
function deleteInSap(call: Call): object {
  const { key, cloud } = targetKey(call);
  call.in(outside).remove(cloudKeys, cloud);
  return keyView(call, snapshot(call, key, unbound));
}

function deleteBackup(call: Call): object {
  const key = call.target(keys);
  if (key.status !== "DELETED") throw badRequest("only the backup of a deleted key can be deleted");
  forgetKey(call, key);
  return keyView(call, { ...key, backup: false });
}

function needPresent(key: SapKey): void {
  if (key.status === "DELETED") throw conflict(`the SAP key ${key.sap_param.name} is deleted`);
}

/** A version that the path names, by the service's id or by that in SAP; it must belong to the key of the path. */
function targetVersion(call: Call, key: SapKey): SapVersion {
  const version = call.target(versions, "versionID");
  if (version.key_id !== key.id) throw notFound();
  return version;
}

/** New versions start disabled. */
function createVersion(call: Call): object {
  const { key, cloud } = targetKey(call);
  const native = call.body.flag("is_native") ?? false;
  const source = native ? undefined : needSource(call, call.body, "source_key_identifier");
  if (native && call.body.has("source_key_identifier"))
    throw invalid("source_key_identifier has no meaning with is_native true");
  if (source !== undefined) {
    const shape = shapeOf(source, cloud.type);
    if (shape.size !== cloud.size || shape.curve !== cloud.curve)
      throw invalid(`source key ${source.name} does not fit a key of ${cloud.curve ?? `${cloud.size} bits`}`);
  }
  const known = new Set(cloud.versions.map(({ id }) => id));
  const changed = addCloudVersion(call, cloud, native ? "NATIVE" : "EXTERNAL", false);
  const origin =
    source === undefined ? {} : ({ key_material_origin: "cckm", backup: true, ...sourceOf(source) } as const);
  snapshot(call, key, origin);
  const added = changed.versions.find(({ id }) => !known.has(id));
  return created(shown(call.need(versions, added?.id ?? "")));
}

const versionChanges = body({ enabled: flag, operations });

function changeVersion(call: Call): object {
  const { key, cloud } = targetKey(call);
  const { version_id } = targetVersion(call, key);
  const sent = given(versionChanges(call.body));
  if (sent.operations !== undefined) checkOperations(cloud.type, sent.operations);
  changeCloudKey(call, cloud, {
    versions: cloud.versions.map((one) => (one.id === version_id ? { ...one, ...sent } : one)),
  });
  snapshot(call, key);
  return shown(targetVersion(call, key));
}

const facts = ["name", "tenant", "cloud_name", "status", "key_material_origin", "type", "size", "curve", "enabled"];
const traits = ["exportable", "auto_rotate", "gone", "groupId", "sap_key_id"];

function listVersions(call: Call): object {
  return list(call, {
    kind: versions,
    rows: call.by(versions, "key_id", call.target(keys).id),
    view: shown,
    filters: ["id", "version_id", "version", "tenant", "enabled", "origin", "cloud_name", "creator_name", "creator_id"],
  });
}

export const keyOperations: Operations = {
  ...collection<SapKey>({
    kind: keys,
    path: "/cckm/sap/keys",
    view: (key, scope) => keyView(scope, key),
    part: "sap_param",
    filters: ["id", ...facts, ...traits],
    computed: {
      group: (key) => [key.group, key.sap_param.groupId],
      ...byJobConfig,
    },
    actions: rotationActions({ cloudName: "sap" }, needPresent),
  }),
  "POST /cckm/sap/keys": createKey,
  "POST /cckm/sap/upload-key": uploadKey,
  "PATCH /cckm/sap/keys/{id}": changeKey,
  "DELETE /cckm/sap/keys/{id}": (call) => forgetKey(call, call.target(keys)),
  "POST /cckm/sap/keys/{id}/delete": deleteInSap,
  "POST /cckm/sap/keys/{id}/delete-backup": deleteBackup,
  "GET /cckm/sap/keys/{id}/versions": listVersions,
  "POST /cckm/sap/keys/{id}/versions": createVersion,
  "GET /cckm/sap/keys/{id}/versions/{versionID}": (call) => shown(targetVersion(call, call.target(keys))),
  "PATCH /cckm/sap/keys/{id}/versions/{versionID}": changeVersion,
};
