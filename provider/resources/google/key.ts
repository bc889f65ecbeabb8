import * as z from "zod";
import { moment } from "../moment";
import type { Api, Wire } from "../../api/client";
import { defineResource, type Failure } from "../../lifecycle/vocabulary/definition";
import { field, named, onDestroy, open, ref } from "../../lifecycle/vocabulary/field";
import { othersPart } from "../../lifecycle/values/wire";
import { tooLong } from "../length";
import {
  allDestroyed,
  destroyVersions,
  google,
  googleKeys,
  isEnabled,
  keyPath,
  keyState,
  presentKey,
  unlistedState,
  withState,
} from "./keyRecord";
import { primaryVersion, setKeyEnabled, template } from "./keyRecord";
import { googleKeyRing, ofRing, ringId, ringName } from "./keyRing";
import { algorithmsOf, googleAlgorithm, googleLabels, googlePurpose, reservedLabels } from "./values";
import { sourceTier } from "../sourceTier";
import { olderSource } from "../vault/olderSource";

const seconds = z.string().regex(/^\d+s$/, 'must be seconds, such as "7776000s"');

/**
 * A key in a Google Cloud key ring, made or uploaded through the service. Destroying it leaves the
 * key as it is, unless `onDestroy` says otherwise.
 */
export const googleKey = defineResource({
  type: "GoogleKey",
  role: "key",
  path: googleKeys,
  inputs: {
    /** Id of the `GoogleKeyRing` container. */
    keyRing: ref(googleKeyRing, { change: "replace", wire: { to: "key_ring", from: "key_ring_container" } }),
    /**
     * Name of the key in Google: letters, digits, `_` and `-`, at most 63. Google never frees a
     * name, even after its key is destroyed.
     */
    keyName: named(
      z
        .string()
        .regex(/^[A-Za-z0-9_-]+$/, "may hold letters, digits, _ and -")
        .max(63, tooLong("Google allows 63")),
      {
        change: "replace",
        wire: { to: "gcp_key_params.key_name", from: "key_id" },
      },
    ),
    /**
     * What the key is for: {@known}. Changing it forces replacement, and the new key needs another
     * `keyName`.
     */
    purpose: field(googlePurpose.default("ENCRYPT_DECRYPT"), {
      change: "replace",
      wire: { to: "gcp_key_params.purpose", from: (key) => google(key, "purpose") },
    }),
    /** Algorithm that fits the purpose: {@known}. Updated in place, for versions made from then on. */
    algorithm: field(googleAlgorithm.default("GOOGLE_SYMMETRIC_ENCRYPTION"), {
      wire: { to: "gcp_key_params.algorithm", from: (key) => template(key, "algorithm") },
    }),
    /**
     * Where Google keeps the material: `SOFTWARE` or `HSM`. Changing it forces replacement, and the
     * new key needs another `keyName`.
     */
    protectionLevel: field(open(["SOFTWARE", "HSM"]).default("SOFTWARE"), {
      change: "replace",
      wire: { to: "gcp_key_params.protection_level", from: (key) => template(key, "protection_level") },
      guards: true,
    }),
    /**
     * Google labels: lowercase letters, digits, `_` and `-`. Updated in place, as a whole, except
     * for labels that begin with `goog-`, which are Google's own and cannot be set.
     */
    labels: field(googleLabels.default({}), {
      reserved: reservedLabels,
      wire: { to: "gcp_key_params.labels", from: (key) => google(key, "labels") },
    }),
    /**
     * When Google itself first rotates the key, RFC 3339; symmetric keys only. Google moves the
     * date on at each rotation, so that it is not compared afterwards: `upcomingRotationTime` shows
     * it. Changing it sets it again. Default: Google does not rotate.
     */
    nextRotationTime: field(moment.optional(), {
      seen: "never",
      absent: "theirs",
      wire: "gcp_key_params.next_rotation_time",
    }),
    /**
     * Time between Google's own rotations, in seconds such as `7776000s`, at least a day; symmetric
     * keys only, with `nextRotationTime`. Updated in place; once set, it can be changed but not
     * removed.
     */
    rotationPeriod: field(seconds.optional(), {
      absent: "keep",
      wire: { to: "gcp_key_params.rotation_period", from: (key) => google(key, "rotation_period") },
    }),
    /**
     * Time that versions stay recoverable after their destruction is scheduled, in seconds such as
     * `86400s`. Default: Google's choice. Changing it forces replacement, and the new key needs
     * another `keyName`.
     */
    destroyScheduledDuration: field(seconds.optional(), {
      change: "replace",
      absent: "theirs",
      wire: {
        to: "gcp_key_params.destroy_scheduled_duration",
        from: (key) => google(key, "destroy_scheduled_duration"),
      },
    }),
    /**
     * True for a key that only takes uploaded versions. Changing it forces replacement, and the new
     * key needs another `keyName`.
     */
    importOnly: field(z.boolean().default(false), {
      change: "replace",
      wire: { to: "gcp_key_params.import_only", from: (key) => google(key, "import_only") },
    }),
    /**
     * Id of the key whose material is uploaded. Default: Google makes the material. Changing it
     * forces replacement, and the new key needs another `keyName`.
     */
    sourceKeyId: field(z.string().min(1).optional(), { ref: "any", change: "replace", seen: "never" }),
    /**
     * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or
     * `external-cm`. Changing it forces replacement, and the new key needs another `keyName`.
     */
    sourceKeyTier: field(sourceTier.default("local"), { change: "replace", seen: "never" }),
    /**
     * Number of the version that encrypts, as a string; symmetric keys only. Default: left to the
     * service, which moves on with each rotation. Writing it pins the key to that version, and
     * undoes rotations.
     */
    primaryVersionId: field(z.string().regex(/^\d+$/, 'must be the number of a version, such as "2"').optional(), {
      absent: "theirs",
      wire: { to: false, from: primaryVersion },
    }),
    /**
     * False to disable the current version: the primary of a symmetric key, else the newest.
     * Updated in place; a version whose destruction is scheduled is restored first.
     */
    enabled: field(z.boolean().default(true), { wire: { to: false, from: isEnabled }, guards: true }),
    /**
     * On destroy, `retain` leaves the key as it is. `scheduleDestroy` schedules the destruction of
     * all its versions, which Google carries out after `destroyScheduledDuration`. Google cannot
     * delete a key: its name stays in use, and with a `rotationPeriod` Google goes on making
     * versions.
     */
    onDestroy: onDestroy({
      retain: [],
      scheduleDestroy: { calls: "hook", recoverable: "until its `destroyScheduledDuration` ends", keeps: "every" },
    }),
  },
  outputs: {
    /** Full resource name of the key in Google. */
    resourceName: field(z.string(), { wire: { from: (key) => google(key, "name") } }),
    /**
     * State of the current version: PENDING_GENERATION, ENABLED, DISABLED, DESTROY_SCHEDULED,
     * DESTROYED or ABORTED.
     */
    state: field(z.string(), { wire: { from: keyState } }),
    /**
     * Number of the primary version, as a string; absent for asymmetric and MAC keys. Each rotation
     * changes it.
     */
    primaryVersion: field(z.string().optional(), { wire: { from: primaryVersion } }),
    /** When Google itself rotates the key next; absent when it does not. */
    upcomingRotationTime: field(z.string().optional(), { wire: { from: (key) => google(key, "next_rotation_time") } }),
  },
  unique: [["keyRing", "keyName"]],
  /** Lists name a key's ring by its parts: `keyRing` is missing here. */
  filters: [
    "id",
    "name",
    "keyId",
    "keyRingId",
    "locationId",
    "projectId",
    "createStatus",
    "organizationName",
    "organizationDisplayName",
    "purpose",
    "algorithm",
    "protectionLevel",
    "jobConfigId",
    "state",
    "rotationJobEnabled",
    "gone",
  ],
  listing: { omits: unlistedState },
  ready: {
    output: "state",
    is: ["ENABLED", "DISABLED", "DESTROY_SCHEDULED", "DESTROYED", "AVAILABLE"],
    pending: ["PENDING_GENERATION", "PENDING_IMPORT"],
    timeoutSeconds: 120,
  },
  lost: {
    output: "state",
    states: ["DESTROYED"],
    inputs: ["enabled"],
    says:
      "its current version is DESTROYED: the material is lost, with what it encrypted, and nothing enables it again. " +
      "Make a new version, with a `GoogleKeyVersion` or a rotation, to encrypt with",
  },
  actions: [
    {
      // First: Google makes only an enabled version the primary one.
      inputs: ["enabled"],
      run: async (scope, { id, record }) =>
        scope.inputs.enabled ? toggled(scope.api, record, await setKeyEnabled(scope, id, true)) : record,
    },
    {
      inputs: ["labels", "nextRotationTime", "rotationPeriod", "algorithm"],
      async run({ api, inputs }, { id, record, changed }) {
        const values: Record<string, [wire: string, value: unknown]> = {
          labels: [
            "labels",
            { ...inputs.labels, ...othersPart({ reserved: reservedLabels }, google(record, "labels")) },
          ],
          nextRotationTime: ["next_rotation_time", inputs.nextRotationTime],
          rotationPeriod: ["rotation_period", inputs.rotationPeriod],
          algorithm: ["version_template_algorithm", inputs.algorithm],
        };
        const sent = Object.entries(values).flatMap(([key, entry]) => (changed.includes(key) ? [entry] : []));
        return toggled(api, record, await api.patch(keyPath(id), Object.fromEntries(sent)));
      },
    },
    {
      inputs: ["primaryVersionId"],
      run: async ({ api, inputs }, { id, record }) =>
        toggled(api, record, await api.patch(keyPath(id), { primary_version_id: inputs.primaryVersionId })),
    },
    {
      // Last, for the same reason.
      inputs: ["enabled"],
      run: async (scope, { id, record }) =>
        scope.inputs.enabled ? record : toggled(scope.api, record, await setKeyEnabled(scope, id, false)),
    },
  ],
  existing: {
    // Rotation changes both: neither is managed unless the program sets it.
    recall: (key) => ({
      primaryVersionId: undefined,
      nextRotationTime: google(key, "rotation_period") ? google(key, "next_rotation_time") : undefined,
    }),
  },
  hooks: {
    forewarns: olderSource("sourceKeyId"),
    check: (inputs) => problems(inputs),
    async create({ api, inputs }, body) {
      const { source_key_id, source_key_tier, ...native } = body;
      if (inputs.sourceKeyId === undefined) return withState(api, await api.post(googleKeys, native));
      const uploaded = { ...native, source_key_id, source_key_tier };
      return withState(api, await api.post("/cckm/google/upload-key", uploaded));
    },
    async find({ api, inputs }) {
      const ring = await ringName(api, inputs.keyRing);
      const found = await api.list(googleKeys, { ...(await ofRing(api, inputs.keyRing)), key_id: inputs.keyName });
      const isIt = (key: Wire) => key.key_id === inputs.keyName && key.key_ring_name === ring;
      return found.filter((key) => isIt(key) && key.gone !== true);
    },
    read: presentKey,
    async enrich(api, record, { keyRing }) {
      const ring = await ringId(api, String(record.key_ring_name), keyRing as string | undefined);
      return { ...(await withState(api, record)), key_ring_container: ring };
    },
    async remove(scope, id) {
      if ((await presentKey(scope.api, id)) && !(await allDestroyed(scope.api, id))) await destroyVersions(scope, id);
    },
  },
});

/** A newer response with its state, merged with what was looked up separately. */
async function toggled(api: Api, record: Wire, newer: Wire): Promise<Wire> {
  return { ...record, ...(await withState(api, newer)) };
}

interface Inputs {
  purpose?: string;
  algorithm?: string;
  protectionLevel?: string;
  nextRotationTime?: string;
  rotationPeriod?: string;
  primaryVersionId?: string;
  sourceKeyId?: string;
  sourceKeyTier?: string;
}

function problems(inputs: Inputs): Failure[] {
  const failures = [...algorithmProblems(inputs), ...rotationProblems(inputs)];
  if (inputs.sourceKeyTier !== undefined && inputs.sourceKeyTier !== "local" && inputs.sourceKeyId === undefined) {
    failures.push({ property: "sourceKeyTier", reason: "is only valid together with sourceKeyId" });
  }
  return failures;
}

function algorithmProblems({ purpose, algorithm, protectionLevel }: Inputs): Failure[] {
  if (purpose === undefined || algorithm === undefined) return [];
  const known: Readonly<Record<string, readonly string[]>> = algorithmsOf;
  const fitting = known[purpose];
  const isKnown = Object.values(known).flat().includes(algorithm);
  if (fitting && isKnown && !fitting.includes(algorithm)) {
    const reason = `does not fit the purpose ${purpose}; these do: ${fitting.join(", ")}`;
    return [{ property: "algorithm", reason }];
  }
  if (algorithm !== "EC_SIGN_SECP256K1_SHA256" || protectionLevel !== "SOFTWARE") return [];
  return [{ property: "algorithm", reason: "is only valid with the protection level HSM" }];
}

function rotationProblems({ purpose, nextRotationTime, rotationPeriod, primaryVersionId }: Inputs): Failure[] {
  const given = Object.entries({ nextRotationTime, rotationPeriod, primaryVersionId }).filter(([, value]) => value);
  if (purpose !== undefined && purpose in algorithmsOf && purpose !== "ENCRYPT_DECRYPT") {
    const reason = "is only valid for keys with the purpose ENCRYPT_DECRYPT";
    return given.map(([property]) => ({ property, reason }));
  }
  if (rotationPeriod === undefined) return [];
  const failures: Failure[] = [];
  if (Number(rotationPeriod.slice(0, -1)) < 86_400) {
    failures.push({ property: "rotationPeriod", reason: "must be at least a day, 86400s" });
  }
  if (nextRotationTime === undefined) {
    failures.push({ property: "nextRotationTime", reason: "is required with rotationPeriod" });
  }
  return failures;
}
