import type { JsonObject } from "../../../core/fields";
import type { CloudKey, CloudVersion } from "./records";

/** Google's own part of the service's records: `gcp_params`, in snake case. */

export const versionName = (key: CloudKey, { number }: CloudVersion): string => `${key.id}/cryptoKeyVersions/${number}`;

export function describeVersion(key: CloudKey, version: CloudVersion): JsonObject {
  return {
    name: versionName(key, version),
    state: version.state,
    algorithm: version.algorithm,
    protection_level: key.protectionLevel,
    create_time: version.createTime,
    generate_time: version.generateTime,
    destroy_time: version.destroyTime,
    destroy_event_time: version.destroyEventTime,
  };
}

export function describeKey(key: CloudKey): JsonObject {
  const primary = key.versions.find(({ number }) => number === key.primary);
  return {
    name: key.id,
    primary: primary === undefined ? "" : versionName(key, primary),
    purpose: key.purpose,
    create_time: key.createTime,
    next_rotation_time: key.nextRotationTime,
    rotation_period: key.rotationSeconds === undefined ? undefined : `${key.rotationSeconds}s`,
    version_template: { protection_level: key.protectionLevel, algorithm: key.algorithm },
    labels: key.labels,
    import_only: key.importOnly,
    destroy_scheduled_duration: `${key.destroySeconds}s`,
  };
}

/** The version whose state is shown as that of the key: the primary, else the newest. */
export function currentVersion(key: CloudKey): CloudVersion | undefined {
  return key.versions.find(({ number }) => number === key.primary) ?? key.versions.at(-1);
}
