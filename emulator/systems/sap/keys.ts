import { created, shown } from "../../core/answer";
import { badRequest, conflict, invalid, notFound } from "../../core/errors";
import type { Fields } from "../../core/fields";
import { list } from "../../core/lists";
import { outside, type Call } from "../../core/scope";
import type { Operations } from "../../core/system";
import { keySource, needSource } from "../../shared/key-sources";
import { findJobConfig } from "../scheduler/configs";
import {
  addCloudVersion,
  changeCloudKey,
  checkOperations,
  cloudKeys,
  createCloudKey,
  keyTypes,
  operationNames,
  type Facts,
} from "./cloud";
import { namedGroup, openGroup, type Group } from "./groups";
import {
  forgetKey,
  keys,
  keyView,
  recordKey,
  snapshot,
  targetKey,
  versions,
  type SapKey,
  type SapVersion,
} from "./record";
import { shapeOf, sourceOf } from "./sources";
import { own } from "../../core/fields";

function readOperations(body: Fields): string[] | undefined {
  const given = body.texts("operations");
  const odd = given?.find((one) => !(operationNames as readonly string[]).includes(one));
  if (odd !== undefined) throw invalid(`operations must be some of ${operationNames.join(", ")}, not "${odd}"`);
  return given;
}

/** What both ways of making a key read from the request. */
function readFacts(call: Call, group: Group): Omit<Facts, "size" | "curve"> {
  const { body } = call;
  const name = body.requiredText("name");
  const type = body.choice("type", keyTypes) ?? body.missing("type");
  const operations = readOperations(body) ?? [];
  if (operations.length === 0) body.missing("operations");
  openGroup(call, group);
  freeName(call, group, name);
  return {
    name,
    type,
    operations,
    description: body.text("description") ?? "",
    exportable: body.flag("exportable") ?? false,
    role: body.text("role") ?? "MASTER_KEY",
  };
}

function freeName(call: Call, group: Group, name: string): void {
  const holder = call.in(outside).by(cloudKeys, "name", `${group.group_id}/${name}`)[0];
  if (holder !== undefined) throw conflict(`the SAP group ${group.name} has a key called ${name} already`);
}

function createKey(call: Call): object {
  const group = namedGroup(call);
  const facts = readFacts(call, group);
  const shape = facts.type === "EC" ? { curve: call.body.text("curve") } : { size: call.body.integer("size") };
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
  const { body } = call;
  const name = body.text("name") ?? cloud.name;
  if (name !== cloud.name) freeName(call, group, name);
  const operations = readOperations(body) ?? cloud.operations;
  checkOperations(cloud.type, operations);
  changeCloudKey(call, cloud, {
    name,
    operations,
    description: body.emptiable("description") ?? cloud.description,
    enabled: body.flag("enabled") ?? cloud.enabled,
    exportable: body.flag("exportable") ?? cloud.exportable,
  });
  return keyView(call, snapshot(call, key));
}

/** Deletes the key in SAP; the record stays, with the backup of what was uploaded. */
function deleteInSap(call: Call): object {
  const { key, cloud } = targetKey(call);
  call.in(outside).remove(cloudKeys, cloud);
  return keyView(call, snapshot(call, key, { labels: {}, auto_rotate: false }));
}

function deleteBackup(call: Call): object {
  const key = call.target(keys);
  if (key.status !== "DELETED") throw badRequest("only the backup of a deleted key can be deleted");
  forgetKey(call, key);
  return keyView(call, { ...key, backup: false });
}

const sources = ["native", "ciphertrust", "hsm-luna", "dsm", "external-cm"] as const;
const places = {
  dsm: "auto_rotate_domain_id",
  "hsm-luna": "auto_rotate_partition_id",
  "external-cm": "auto_rotate_external_cm_domain_id",
} as const;

/** Binds the key to a schedule; the labels say what happens when its time comes. */
function enableRotation(call: Call): object {
  const { body } = call;
  const key = call.target(keys);
  const source = body.choice("auto_rotate_key_source", sources) ?? body.missing("auto_rotate_key_source");
  const config = findJobConfig(call, body.requiredText("job_config_id"), "cckm_key_rotation", "sap");
  if (key.status === "DELETED") throw conflict(`the SAP key ${key.sap_param.name} is deleted`);
  const labels: Record<string, string> = { job_config_id: config.id, auto_rotate_key_source: source };
  const place = own<string>(places, source);
  if (place !== undefined) labels[place] = body.requiredText(place);
  if (source !== "native") keySource(call, source);
  return keyView(call, call.change(keys, key, { labels, auto_rotate: true }));
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

function changeVersion(call: Call): object {
  const { key, cloud } = targetKey(call);
  const { version_id } = targetVersion(call, key);
  const operations = readOperations(call.body);
  if (operations !== undefined) checkOperations(cloud.type, operations);
  const enabled = call.body.flag("enabled");
  changeCloudKey(call, cloud, {
    versions: cloud.versions.map((one) =>
      one.id === version_id
        ? { ...one, enabled: enabled ?? one.enabled, operations: operations ?? one.operations }
        : one,
    ),
  });
  snapshot(call, key);
  return shown(targetVersion(call, key));
}

function listKeys(call: Call): object {
  return list(call, {
    kind: keys,
    view: (key) => keyView(call, key),
    part: "sap_param",
    filters: [
      "id",
      "name",
      "tenant",
      "cloud_name",
      "status",
      "key_material_origin",
      "type",
      "size",
      "curve",
      "enabled",
      "exportable",
      "auto_rotate",
      "gone",
      "groupId",
      "sap_key_id",
    ],
    computed: {
      group: (key) => [key.group, key.sap_param.groupId],
      job_config_id: ({ labels }) => labels["job_config_id"],
    },
  });
}

function listVersions(call: Call): object {
  return list(call, {
    kind: versions,
    rows: call.by(versions, "key_id", call.target(keys).id),
    view: shown,
    filters: ["id", "version_id", "version", "tenant", "enabled", "origin", "cloud_name", "creator_name", "creator_id"],
  });
}

export const keyOperations: Operations = {
  "GET /cckm/sap/keys": listKeys,
  "POST /cckm/sap/keys": createKey,
  "POST /cckm/sap/upload-key": uploadKey,
  "GET /cckm/sap/keys/{id}": (call) => keyView(call, call.target(keys)),
  "PATCH /cckm/sap/keys/{id}": changeKey,
  "DELETE /cckm/sap/keys/{id}": (call) => forgetKey(call, call.target(keys)),
  "POST /cckm/sap/keys/{id}/delete": deleteInSap,
  "POST /cckm/sap/keys/{id}/delete-backup": deleteBackup,
  "POST /cckm/sap/keys/{id}/enable-auto-rotation": enableRotation,
  "POST /cckm/sap/keys/{id}/disable-auto-rotation": (call) =>
    keyView(call, call.change(keys, call.target(keys), { labels: {}, auto_rotate: false })),
  "GET /cckm/sap/keys/{id}/versions": listVersions,
  "POST /cckm/sap/keys/{id}/versions": createVersion,
  "GET /cckm/sap/keys/{id}/versions/{versionID}": (call) => shown(targetVersion(call, call.target(keys))),
  "PATCH /cckm/sap/keys/{id}/versions/{versionID}": changeVersion,
};
