import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource } from "../../engine/definition";
import { pick } from "../../engine/wire";
import { oneMore } from "../oneMore";
import { isExternal, keyRecord, passingStates, pathOf, settled, steadyStates } from "./keyRecord";

/** A version of an OCI key: making one is a rotation by hand, and from then on it is what encrypts. A later rotation is no drift: this version stays, to decrypt what it encrypted. Its id is `<id of the key>/<id of the version>`. Destroying it leaves the version (see `onDestroy`). */
export const ociKeyVersion = defineResource({
  type: "OciKeyVersion",
  path: "/cckm/oci/keys",
  item: (id) => versionPath(id),
  feature: "CCKM",
  label: ({ key }) => key as string | undefined,
  inputs: {
    /** Id of the `OciKey` or `OciExternalKey`. A change makes a version of the other key. */
    key: z.string().min(1),
    /** Id of the key whose material is uploaded, or, for an `OciExternalKey`, which is used from now on. Default: Oracle Cloud makes the material. A change makes a new version. */
    sourceKeyIdentifier: z.string().min(1).optional(),
    /** Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Default `local`. A change makes a new version. */
    sourceKeyTier: z.enum(["local", "dsm", "hsm-luna", "external-cm"]).default("local"),
    /** Values of any kind; when one changes, a new version is made. Kept by the provider. Default: none. */
    triggers: z.record(z.string(), z.unknown()).optional(),
    /** What destroying the resource does to the version: `retain` leaves it, so that what it encrypted can be decrypted; `scheduleDeletion` lets Oracle Cloud delete it after `deletionWindowDays`, unless it is the version that encrypts now, or one of an external key: those stay. Default `retain`. Kept by the provider. */
    onDestroy: z.enum(["retain", "scheduleDeletion"]).default("retain"),
    /** Days between destroying the resource and the end of the version, 7 to 30. Default 30. Kept by the provider. */
    deletionWindowDays: z.number().int().min(7).max(30).default(30),
  },
  outputs: {
    /** OCID of the version; for an external key the service's id of it. */
    versionId: z.string().optional(),
    /** State of the version: ENABLED, DISABLED, PENDING_DELETION, or one that passes by itself; ACTIVE or BLOCKED for external keys. */
    lifecycleState: z.string(),
    /** `INTERNAL` for material made in Oracle Cloud, `EXTERNAL` for uploaded material. */
    origin: z.string().optional(),
  },
  unique: [],
  listedWithin: { input: "key", list: versionsOf },
  immutable: ["key", "sourceKeyIdentifier", "sourceKeyTier", "triggers"],
  references: ["key", "sourceKeyIdentifier"],
  local: ["triggers", "onDestroy", "deletionWindowDays"],
  wire: {
    key: { to: false, from: "key" },
    sourceKeyIdentifier: { from: (answer) => sourceOf(answer) },
    sourceKeyTier: { from: (answer) => (sourceOf(answer) === undefined ? undefined : answer.source_key_tier) },
    versionId: { from: (answer) => pick(answer, "oci_key_version_params.version_id") ?? answer.version_id },
    lifecycleState: { from: stateOf },
    origin: "oci_key_version_params.origin",
  },
  ready: {
    output: "lifecycleState",
    is: [...steadyStates, "ACTIVE", "BLOCKED"],
    pending: passingStates,
    timeoutSeconds: 300,
    // Somebody scheduled its deletion: a declared version is recovered before its window ends.
    async test(api, id) {
      const record = await api.get(versionPath(id));
      if (stateOf(record) !== "PENDING_DELETION") return record;
      return api.post(`${versionPath(id)}/cancel-deletion`, undefined, { repeatable: true });
    },
  },
  existing: { list: "is made by the rotation of its key" },
  hooks: {
    async create(scope) {
      const { key, sourceKeyIdentifier, sourceKeyTier } = scope.inputs;
      await settled(scope, await scope.api.get(pathOf(key)));
      const versions = `${pathOf(key)}/versions`;
      const body =
        sourceKeyIdentifier === undefined
          ? { is_native: true }
          : { is_native: false, source_key_identifier: sourceKeyIdentifier, source_key_tier: sourceKeyTier };
      const make = async () => placed(key, await scope.api.post(versions, body));
      return oneMore(scope, () => versionsOf(scope.api, key), make);
    },
    read: (api, id) => readVersion(api, id),
    // Nothing occupies the place of a version that is yet to be made.
    find: async () => [],
    async remove({ api, inputs, label, progress }, id) {
      if (inputs.onDestroy === "retain") return;
      const [version, key] = [await readVersion(api, id), await keyRecord(api, inputs.key)];
      if (!version || !key || isExternal(key) || stateOf(version) === "PENDING_DELETION") return;
      if (pick(version, "oci_key_version_params.version_id") === pick(key, "oci_params.current_key_version")) {
        return progress(`${label} encrypts now, and stays with its key`);
      }
      const body = { days: inputs.deletionWindowDays };
      await api.post(`${versionPath(id)}/schedule-deletion`, body, { repeatable: true });
    },
  },
});

/** Every version of a key that Oracle Cloud still has, oldest first. */
async function versionsOf(api: Api, key: string): Promise<Wire[]> {
  const versions = await api.list(`${pathOf(key)}/versions`);
  return versions.filter(({ gone }) => gone !== true).map((one) => placed(key, one));
}

function placed(key: string, version: Wire): Wire {
  return { ...version, id: `${key}/${idIn(version)}`, key };
}

function versionPath(id: string): string {
  const [key = "", version = ""] = id.split("/");
  return `${pathOf(key)}/versions/${segment(version)}`;
}

async function readVersion(api: Api, id: string): Promise<Wire | undefined> {
  const record = await ifFound(api.get(versionPath(id)));
  const ended = !record || record.gone === true || ["DELETING", "DELETED"].includes(String(stateOf(record)));
  return ended ? undefined : { ...record, id, key: id.split("/")[0] };
}

function stateOf(answer: Wire): unknown {
  return pick(answer, "oci_key_version_params.lifecycle_state") ?? pick(answer, "hyok_key_version_params.state");
}

/** Native versions have no source; the service may say so with an empty text. */
function sourceOf({ source_key_identifier: source }: Wire): unknown {
  return source === "" ? undefined : source;
}
