import { body, choice, emptiable, flag, text, texts, type Body } from "../../core/body";
import { created, shown } from "../../core/response";
import { badRequest, conflict, invalid, notFound } from "../../core/errors";
import { given } from "../../core/fields";
import { list } from "../../core/lists";
import { outside, type Call, type Operations, type Scope } from "../../core/scope";
import type { SourceKey } from "../../core/sourceKey";
import { keyOperations } from "../../shared/cloud";
import { namedContainer } from "../../shared/containers";
import { needSource } from "../../shared/keySources";
import { byJobConfig, rotationActions, unbound } from "../scheduler/binding";
import {
  addCloudVersion,
  checkOperations,
  cloudGroups,
  cloudKeys,
  createCloudKey,
  keyTypes,
  operationNames,
  sapError,
  type CloudGroup,
  type CloudKey,
  type Facts,
} from "./cloud";
import { groups, sapGroups } from "./groups";
import { keyView, sapKeys, versions, type SapKey, type SapVersion } from "./record";
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

function readFacts(call: Call): Body<typeof newKey> {
  const facts = newKey(call.body);
  if (facts.operations.length === 0) call.body.missing("operations");
  return facts;
}

function readKey(call: Call): Facts {
  const facts = readFacts(call);
  const shape = facts.type === "EC" ? { curve: call.body.text("curve") } : { size: call.body.integer("size", 1) };
  return { ...facts, ...shape };
}

function freeName(scope: Scope, { id, name: group }: CloudGroup, name: string): void {
  if (cloudKeys.named(scope, id, name) !== undefined)
    throw conflict(`the SAP group ${group} has a key called ${name} already`);
}

function make(
  scope: Scope,
  group: CloudGroup,
  wanted: Facts,
  origin: "NATIVE" | "EXTERNAL" = "NATIVE",
): ReturnType<typeof createCloudKey> {
  freeName(scope, group, wanted.name);
  return createCloudKey(scope, group.id, wanted, origin);
}

function uploadKey(call: Call): object {
  const group = namedContainer(call, groups, "group", sapGroups.called);
  const facts = readFacts(call);
  const behind = sapGroups.open(call, group);
  freeName(call, behind, facts.name);
  const source = needSource(call, call.body, "source_key_identifier");
  const cloud = make(call, behind, { ...facts, ...shapeOf(source, facts.type) }, "EXTERNAL");
  // The service keeps a backup of material of its own.
  const details = { key_material_origin: "cckm", backup: true, ...sourceOf(source) } as const;
  return created(keyView(sapKeys.create(call, group, cloud, details)));
}

function change(call: Call, cloud: CloudKey): CloudKey {
  const wanted = changes(call.body, cloud);
  if (wanted.name !== cloud.name) freeName(call, call.in(outside).need(cloudGroups.kind, cloud.group), wanted.name);
  checkOperations(cloud.type, wanted.operations);
  return cloudKeys.change(call, cloud, wanted);
}

function needPresent(key: SapKey): void {
  if (key.status === "DELETED") throw conflict(`the SAP key ${key.sap_param.name} is deleted`);
}

const facts = ["name", "tenant", "cloud_name", "status", "key_material_origin", "type", "size", "curve", "enabled"];
const traits = ["exportable", "auto_rotate", "gone", "groupId", "sap_key_id"];

export const operated = keyOperations({
  keys: sapKeys,
  missing: ({ sap_param }) => sapError(`404 Not Found: there is no key ${sap_param.sap_key_id}`),
  refuse: needPresent,
  wanted: readKey,
  make: (scope, _id, wanted, group) => make(scope, group, wanted),
  change,
  deleted: unbound,
  view: keyView,
  part: "sap_param",
  filters: ["id", ...facts, ...traits],
  computed: {
    group: (key) => [key.group, key.sap_param.groupId],
    origin: (key) => key.key_material_origin,
    creator_name: (key) => key.sap_param.meta.creatorName,
    creator_id: (key) => key.sap_param.meta.creatorId,
    sap_application: (key, scope) => scope.get(groups, key.group)?.sap_application,
    sap_group_name: (key, scope) => scope.get(groups, key.group)?.name,
    totalVersions: (key) => key.version_count,
    ...byJobConfig,
  },
  actions: rotationActions({ cloudName: "sap" }, needPresent),
});

const keys = sapKeys.kind;

function deleteBackup(call: Call): object {
  const key = call.target(keys);
  if (key.status !== "DELETED") throw badRequest("only the backup of a deleted key can be deleted");
  sapKeys.forget(call, key);
  return keyView({ ...key, backup: false });
}

/**
 * A version that the path names, by the service's id or by that in SAP; it must belong to the key
 * of the path.
 */
function targetVersion(call: Call, key: SapKey): SapVersion {
  const version = call.target(versions, "versionID");
  if (version.key_id !== key.id) throw notFound();
  return version;
}

/** The source of new material for a key, which it must fit; none for material of SAP's own. */
function versionSource(call: Call, cloud: CloudKey): SourceKey | undefined {
  const native = call.body.flag("is_native") ?? false;
  const source = native ? undefined : needSource(call, call.body, "source_key_identifier");
  if (native && call.body.has("source_key_identifier"))
    throw invalid("source_key_identifier has no meaning with is_native true");
  if (source === undefined) return undefined;
  const shape = shapeOf(source, cloud.type);
  if (shape.size !== cloud.size || shape.curve !== cloud.curve)
    throw invalid(`source key ${source.name} does not fit a key of ${cloud.curve ?? `${cloud.size} bits`}`);
  return source;
}

/** New versions start disabled. */
function createVersion(call: Call): object {
  const key = call.target(keys);
  const cloud = operated.reach(call, key);
  const source = versionSource(call, cloud);
  const changed = addCloudVersion(call, cloud, { origin: source === undefined ? "NATIVE" : "EXTERNAL" });
  const origin =
    source === undefined ? {} : ({ key_material_origin: "cckm", backup: true, ...sourceOf(source) } as const);
  sapKeys.readAgain(call, key, changed, origin);
  return created(shown(call.need(versions, changed.versions.at(-1)!.id)));
}

const versionChanges = body({ enabled: flag, operations });

function changeVersion(call: Call): object {
  const key = call.target(keys);
  operated.apply(call, key, (cloud) => {
    const { version_id } = targetVersion(call, key);
    const sent = given(versionChanges(call.body));
    if (sent.operations !== undefined) checkOperations(cloud.type, sent.operations);
    const changed = cloud.versions.map((one) => (one.id === version_id ? { ...one, ...sent } : one));
    return cloudKeys.change(call, cloud, { versions: changed });
  });
  return shown(targetVersion(call, key));
}

function listVersions(call: Call): object {
  return list(call, {
    kind: versions,
    rows: call.by(versions, "key_id", call.target(keys).id),
    view: shown,
    filters: ["id", "version_id", "version", "tenant", "enabled", "origin", "cloud_name"],
    computed: { creator_name: ({ meta }) => meta.creatorName, creator_id: ({ meta }) => meta.creatorId },
  });
}

export const otherKeyOperations: Operations = {
  "POST /cckm/sap/upload-key": uploadKey,
  "POST /cckm/sap/keys/{id}/delete-backup": deleteBackup,
  "GET /cckm/sap/keys/{id}/versions": listVersions,
  "POST /cckm/sap/keys/{id}/versions": createVersion,
  "GET /cckm/sap/keys/{id}/versions/{versionID}": (call) => shown(targetVersion(call, call.target(keys))),
  "PATCH /cckm/sap/keys/{id}/versions/{versionID}": changeVersion,
};
