import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { ifFound, unproven } from "../../api/errors";
import { idIn } from "../../api/responses";
import { isEmpty } from "../../api/shown";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { field, onDestroy } from "../../lifecycle/vocabulary/field";
import { pick } from "../../lifecycle/values/wire";
import { oneMore } from "../oneMore";
import { mayHave } from "../shown";
import { isExternal, keyRecord, passingStates, pathOf, settled, steadyStates } from "./keyRecord";
import { sourceTier } from "../sourceTier";
import { olderSource } from "../vault/olderSource";

/**
 * A version of an OCI key: creating one is a manual rotation, and from then on it encrypts. A later
 * rotation is no drift: this version stays, to decrypt what it encrypted. Its id is `<id of the
 * key>/<id of the version>`. Destroying it leaves the version (see `onDestroy`).
 */
export const ociKeyVersion = defineResource({
  type: "OciKeyVersion",
  role: "material",
  path: "/cckm/oci/keys",
  item: (id) => versionPath(id),
  label: ({ key }) => key as string | undefined,
  inputs: {
    /** Id of the `OciKey` or `OciExternalKey`. Changing it makes a version of the other key. */
    key: field(z.string().min(1), { ref: "any", change: "replace", wire: { to: false, from: "key" } }),
    /**
     * Id of the key whose material is uploaded, or, for an `OciExternalKey`, which is used from now
     * on. Default: Oracle Cloud makes the material. Changing it makes a new version.
     */
    sourceKeyIdentifier: field(z.string().min(1).optional(), {
      ref: "any",
      change: "replace",
      wire: { from: (response) => sourceOf(response) },
    }),
    /**
     * Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
     * Changing it makes a new version.
     */
    sourceKeyTier: field(sourceTier.default("local"), {
      change: "replace",
      wire: { from: (response) => (sourceOf(response) === undefined ? undefined : response.source_key_tier) },
    }),
    /** Values of any kind; when one changes, a new version is made. */
    triggers: field(z.record(z.string(), z.unknown()).optional(), { change: "replace", seen: "local" }),
    /**
     * On destroy, `retain` leaves the version, so that what it encrypted can be decrypted.
     * `scheduleDeletion` lets Oracle Cloud delete it after `deletionWindowDays`. The version that
     * encrypts now, and those of an external key, stay.
     */
    onDestroy: onDestroy({
      retain: [],
      scheduleDeletion: { calls: "hook", recoverable: "until its `deletionWindowDays` end" },
    }),
    /** Days between destroying the resource and the end of the version, 7 to 30. */
    deletionWindowDays: field(z.number().int().min(7).max(30).default(30), { seen: "local" }),
  },
  outputs: {
    /** OCID of the version; for an external key the service's id of it. */
    versionId: field(z.string().optional(), {
      wire: { from: (response) => pick(response, "oci_key_version_params.version_id") ?? response.version_id },
    }),
    /**
     * State of the version: ENABLED, DISABLED, PENDING_DELETION, or a transitional one; ACTIVE or
     * BLOCKED for external keys.
     */
    lifecycleState: field(z.string(), { wire: { from: stateOf } }),
    /** `INTERNAL` for material made in Oracle Cloud, `EXTERNAL` for uploaded material. */
    origin: field(z.string().optional(), { wire: "oci_key_version_params.origin" }),
  },
  unique: [],
  listing: { within: { input: "key", list: versionsOf } },
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
  scheduled: {
    endsAt(version) {
      const time = pick(version, "oci_key_version_params.time_of_deletion");
      return stateOf(version) !== "PENDING_DELETION" ? undefined : typeof time === "string" ? time : "";
    },
  },
  existing: { list: "is made by the rotation of its key" },
  hooks: {
    forewarns: olderSource("sourceKeyIdentifier"),
    async create(scope) {
      const { key, sourceKeyIdentifier, sourceKeyTier } = scope.inputs;
      const ocid = pick(await settled(scope, await scope.api.get(pathOf(key))), "oci_params.key_id");
      const versions = `${pathOf(key)}/versions`;
      const body =
        sourceKeyIdentifier === undefined
          ? { is_native: true }
          : { is_native: false, source_key_identifier: sourceKeyIdentifier, source_key_tier: sourceKeyTier };
      const make = async () => placed(key, ofKey(ocid, await scope.api.post(versions, body)));
      return oneMore(scope, () => versionsOf(scope.api, key), make);
    },
    read: (api, id) => readVersion(api, id),
    // A version that does not exist yet conflicts with nothing.
    find: async () => [],
    async remove({ api, inputs, label, progress }, id) {
      const [version, key] = [await readVersion(api, id), await keyRecord(api, inputs.key)];
      if (!version || !key || isExternal(key) || stateOf(version) === "PENDING_DELETION") return;
      const own = pick(version, "oci_key_version_params.version_id");
      const current = pick(key, "oci_params.current_key_version");
      if (isEmpty(own) || isEmpty(current)) throw unclear(label);
      if (own === current) return progress(`${label} encrypts now, and is kept with its key`);
      const body = { days: inputs.deletionWindowDays };
      await api.post(`${versionPath(id)}/schedule-deletion`, body, { repeatable: true });
    },
  },
});

function unclear(label: string): ResourceError {
  return new ResourceError(
    `deleting ${label} failed: the service does not show whether it is the version that encrypts now, which must stay. ` +
      `Delete it in Oracle Cloud, or set onDestroy to "retain" and run \`pulumi up\` first.`,
  );
}

/** Every version of a key that Oracle Cloud still has, oldest first. */
async function versionsOf(api: Api, key: string): Promise<Wire[]> {
  const versions = await api.list(`${pathOf(key)}/versions`);
  return versions.filter(({ gone }) => gone !== true).map((one) => placed(key, one));
}

/** A response about a version of another key is none. */
function ofKey(ocid: unknown, version: Wire): Wire {
  if (ocid === undefined || mayHave(version, "oci_key_version_params.key_id", ocid)) return version;
  throw unproven("is about another key");
}

function placed(key: string, version: Wire): Wire {
  return { ...version, id: [key, idIn(version)].join("/"), key };
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

function stateOf(response: Wire): unknown {
  return pick(response, "oci_key_version_params.lifecycle_state") ?? pick(response, "hyok_key_version_params.state");
}

/** Native versions have no source; the service may say so with an empty string. */
function sourceOf({ source_key_identifier: source }: Wire): unknown {
  return source === "" ? undefined : source;
}
