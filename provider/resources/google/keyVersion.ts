import * as z from "zod";
import { segment, type Wire } from "../../api/client";
import { unproven } from "../../api/errors";
import { idIn } from "../../api/responses";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, ref } from "../../lifecycle/vocabulary/field";
import { looksLikeId } from "../../lifecycle/vocabulary/record";
import { oneMore } from "../oneMore";
import { google, googleKeys, setVersionEnabled, versionsPath, versionState } from "./keyRecord";
import { googleKey } from "./key";
import { googleAlgorithm } from "./values";
import { sourceTier } from "../sourceTier";
import { olderSource } from "../vault/olderSource";

/**
 * One more version of a `GoogleKey`, made by Google or uploaded; of a symmetric key it becomes the
 * primary one. Its id is `<key>/<version>`, both as the service identifies them. Destroying it
 * leaves the version as it is, unless `onDestroy` says otherwise. All versions of a key:
 * `getGoogleKeyVersions`.
 */
export const googleKeyVersion = defineResource({
  type: "GoogleKeyVersion",
  role: "material",
  path: googleKeys,
  // The service knows a version below its key only: the id here is `<key>/<version>`.
  item: versionPath,
  label: ({ key }) => key as string | undefined,
  inputs: {
    /** Id of the `GoogleKey`. Changing it makes a new version. */
    key: ref(googleKey, { change: "replace", wire: { to: false, from: "key" } }),
    /**
     * True to let Google make the material, false to upload that of `sourceKeyId`. Changing it
     * makes a new version.
     */
    isNative: field(z.boolean().default(true), {
      change: "replace",
      wire: { from: isNative },
    }),
    /**
     * Id of the key whose material is uploaded; required unless `isNative`. Changing it makes a new
     * version.
     */
    sourceKeyId: field(z.string().min(1).optional(), { ref: "any", change: "replace", seen: "never" }),
    /**
     * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or
     * `external-cm`. Changing it makes a new version.
     */
    sourceKeyTier: field(sourceTier.default("local"), { change: "replace", seen: "never" }),
    /**
     * Algorithm of an uploaded version, where the key's purpose leaves a choice: {@known}. Default:
     * that of the key. Changing it makes a new version.
     */
    algorithm: field(googleAlgorithm.optional(), {
      change: "replace",
      absent: "theirs",
      wire: { from: (version) => version.algorithm ?? google(version, "algorithm") },
    }),
    /**
     * False to disable the version. Updated in place; a version whose destruction is scheduled is
     * restored first.
     */
    enabled: field(z.boolean().default(true), {
      wire: { to: false, from: (version) => !["DISABLED", "DESTROY_SCHEDULED"].includes(versionState(version)) },
      guards: true,
    }),
    /**
     * On destroy, `retain` leaves the version as it is, `scheduleDestroy` has Google destroy its
     * material after the key's waiting time.
     */
    onDestroy: onDestroy({
      retain: [],
      scheduleDestroy: { calls: "hook", recoverable: "until the `destroyScheduledDuration` of its key ends" },
    }),
  },
  outputs: {
    /** Number of the version, counted from 1. */
    version: z.number().optional(),
    /** Full resource name of the version in Google. */
    resourceName: field(z.string().optional(), { wire: "gcp_cloud_resource_name" }),
    /**
     * PENDING_GENERATION, PENDING_IMPORT, ENABLED, DISABLED, DESTROY_SCHEDULED, ABORTED or
     * IMPORT_FAILED.
     */
    state: field(z.string(), { wire: { from: versionState } }),
    /** True while it is the version that encrypts. A later version takes that over. */
    isPrimary: z.boolean().optional(),
  },
  ready: {
    output: "state",
    is: ["ENABLED", "DISABLED", "DESTROY_SCHEDULED"],
    pending: ["PENDING_GENERATION", "PENDING_IMPORT"],
    timeoutSeconds: 120,
  },
  actions: [
    {
      inputs: ["enabled"],
      async run(scope, { id, record }) {
        const [key, version] = parts(id);
        return { ...record, ...(await setVersionEnabled(scope, key, version, scope.inputs.enabled)), id };
      },
    },
  ],
  existing: { list: "is made by the rotation of its key" },
  rules: [
    { when: { isNative: false }, requires: ["sourceKeyId"] },
    { when: { isNative: true }, excludes: ["sourceKeyId", "sourceKeyTier", "algorithm"] },
  ],
  hooks: {
    forewarns: olderSource("sourceKeyId"),
    async create(scope, { source_key_tier, ...body }) {
      const { api, inputs } = scope;
      const sent = inputs.isNative ? body : { ...body, source_key_tier };
      const path = versionsPath(inputs.key);
      const inPlace = (version: Wire) => placed(inputs.key, version);
      const list = async () => (await api.list(path)).map(inPlace);
      return oneMore(scope, list, async () => inPlace(await api.post(path, sent)));
    },
    async read(api, id) {
      const [key] = parts(id);
      const version = await api.get(versionPath(id));
      const isGone = version.gone === true || version.deleted === true || versionState(version) === "DESTROYED";
      return isGone ? undefined : placed(key, version);
    },
    async remove({ api }, id) {
      const state = versionState(await api.get(versionPath(id)));
      if (state.startsWith("DESTROY")) return;
      await api.post(`${versionPath(id)}/schedule-destroy`, undefined, { repeatable: true });
    },
  },
});

/**
 * Whether Google made the material. No independent source shows versions: what one omits, or says
 * in other words, is not known.
 */
function isNative({ key_material_origin: origin }: Wire): boolean | undefined {
  const word = String(origin).toLowerCase();
  return word === "native" ? true : word === "cckm" ? false : undefined;
}

/** A version of the key, with an id of its own; a response about one of another key is none. */
function placed(key: string, version: Wire): Wire {
  const { parent_key_id: parent } = version;
  if (typeof parent === "string" && looksLikeId(parent) && parent.toLowerCase() !== key.toLowerCase())
    throw unproven("is about another key");
  return { ...version, id: [key, idIn(version)].join("/"), key };
}

function parts(id: string): [key: string, version: string] {
  const [key = "", version = ""] = id.split("/");
  return [key, version];
}

function versionPath(id: string): string {
  const [key, version] = parts(id);
  return `${versionsPath(key)}/${segment(version)}`;
}
