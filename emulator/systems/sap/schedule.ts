import type { Scope } from "../../core/scope";
import { formatTime, parseTime } from "../../core/time";
import { scheduledMaterial } from "../../shared/keySources";
import type { ReportedKey } from "../../shared/reports";
import { scheduledRotation } from "../../shared/scheduledRotation";
import { addCloudVersion } from "./cloud";
import { hyokKeys, hyokVersions, rotateHyokKey, type HyokKey } from "./hyokKeys";
import { operated } from "./keys";
import { cloudKeyOf, sapKeys, versions, type SapKey } from "./record";
import { sourceOf, wantedShape } from "./sources";

/** When the key got its newest version. */
function lastRotation(scope: Scope, key: SapKey): string {
  return cloudKeyOf(scope, key)?.versions.at(-1)?.createdAt ?? key.createdAt;
}

/** A key that is bound to a schedule: one in SAP, or one of a keystore. */
interface Bound {
  readonly id: string;
  readonly usable: boolean;
  readonly since: string;
  rotate(scope: Scope): void;
}

const inSap = (scope: Scope, key: SapKey): Bound => ({
  id: key.id,
  usable: key.status === "AVAILABLE" && key.sap_param.enabled,
  since: lastRotation(scope, key),
  rotate: (at) => rotateKey(at, key),
});

const ofKeystore = (scope: Scope, key: HyokKey): Bound => ({
  id: key.id,
  usable: key.status === "Enabled" && key.enabled,
  since: scope.by(hyokVersions, "key_id", key.id).at(-1)?.createdAt ?? key.createdAt,
  rotate: (at) => rotateHyokKey(at, key),
});

export const sapRotation = scheduledRotation<Bound>({
  cloudName: "sap",
  bound: (scope, configId) => [
    ...scope.by(sapKeys.kind, "job_config_id", configId).map((key) => inSap(scope, key)),
    ...scope.by(hyokKeys, "job_config_id", configId).map((key) => ofKeystore(scope, key)),
  ],
  usable: ({ usable }) => usable,
  since: ({ since }) => since,
  rotate: (scope, bound) => bound.rotate(scope),
});

/** A rotation makes a version and enables it. */
function rotateKey(scope: Scope, key: SapKey): void {
  const cloud = operated.reach(scope, key);
  const source = scheduledMaterial(scope, key.labels, `sap-${cloud.name}`, () => wantedShape(cloud));
  const origin = source === undefined ? "NATIVE" : "EXTERNAL";
  const brought = source && ({ key_material_origin: "cckm", backup: true, ...sourceOf(source) } as const);
  sapKeys.readAgain(scope, key, addCloudVersion(scope, cloud, { origin, enabled: true }), brought);
}

/** What reports say of a key. */
export function reported(key: SapKey, scope: Scope): Pick<ReportedKey, "rotatedAt" | "columns"> {
  const newest = scope.by(versions, "key_id", key.id).at(-1);
  const rotated = newest !== undefined && newest.version > 1;
  return {
    rotatedAt: rotated ? formatTime(parseTime(lastRotation(scope, key)) ?? 0) : undefined,
    columns: { group: key.group, type: key.sap_param.type, sap_key_id: key.sap_param.sap_key_id },
  };
}
