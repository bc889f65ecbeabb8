import { segment, type Api, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import type { Unlisted } from "../../api/sharedReads";
import type { Scope } from "../../lifecycle/vocabulary/definition";
import { ResourceError } from "../../lifecycle/vocabulary/failure";
import { pick } from "../../lifecycle/values/wire";
import { isRunning } from "../jobs";

/** Google keys and their versions as the service records them. */

export const googleKeys = "/cckm/google/keys";

export const keyPath = (id: string): string => `${googleKeys}/${segment(id)}`;
export const versionsPath = (keyId: string): string => `${keyPath(keyId)}/versions`;

/** Google's own part of a record; the public sources do not show its spelling, so both are read. */
export function google(record: Wire, name: string): unknown {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return pick(record, `gcp_params.${name}`) ?? pick(record, `gcp_params.${camel}`);
}

/** A field of the template from which new versions are made. */
export function template(record: Wire, name: string): unknown {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const from = google(record, "version_template") as Wire | undefined;
  return from?.[name] ?? from?.[camel] ?? google(record, name) ?? record[name];
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Full name of the primary version: Google shows the whole version, some records only its name. */
function primaryName(record: Wire): string | undefined {
  const primary = google(record, "primary");
  const name = typeof primary === "object" && primary !== null ? (primary as Wire).name : primary;
  return text(name);
}

/** Number of the primary version, as a string. */
export function primaryVersion(record: Wire): string | undefined {
  return primaryName(record)?.split("/").pop();
}

/**
 * State of the key, which is that of its primary version or, for keys that have none, of its
 * newest.
 */
export function keyState(record: Wire): string {
  return shownState(record) ?? text(record.create_status) ?? "AVAILABLE";
}

function shownState(record: Wire): string | undefined {
  return text(record.state ?? google(record, "state") ?? pick(google(record, "primary"), "state"));
}

/**
 * The key with its state. The service's samples show a primary version by its name alone: its state
 * is then looked up, except while the key is being made, which its record shows itself.
 */
export async function withState(api: Api, record: Wire): Promise<Wire> {
  if (shownState(record) !== undefined || text(record.create_status)?.startsWith("PENDING_")) return record;
  const version = await currentVersion(api, idIn(record));
  return version ? { ...record, state: versionState(version) } : record;
}

/** The list shows the state of no key, and can be filtered by it. */
export const unlistedState: Unlisted = {
  field: "state",
  values: ["ENABLED", "DISABLED", "DESTROY_SCHEDULED", "DESTROYED"],
  lacks: (record) => shownState(record) === undefined,
  complete: withState,
};

/**
 * Enabled from the user's point of view: a version that is still being created has not been
 * disabled by anyone.
 */
export function isEnabled(record: Wire): boolean {
  return !["DISABLED", "DESTROY_SCHEDULED", "DESTROYED"].includes(keyState(record));
}

/** State of one version. */
export function versionState(version: Wire): string {
  return text(version.state ?? version.version_state ?? google(version, "state")) ?? "ENABLED";
}

/** The version that counts: the primary of a symmetric key, else the newest. */
async function currentVersion(api: Api, keyId: string): Promise<Wire | undefined> {
  const versions = await api.list(versionsPath(keyId));
  const newest = [...versions].sort((a, b) => Number(b.version) - Number(a.version))[0];
  return versions.find((one) => one.is_primary === true) ?? newest;
}

const settleSeconds = 120;

/** Brings a version to enabled or disabled by whatever steps lie between. Idempotent. */
export async function setVersionEnabled(
  scope: Scope,
  keyId: string,
  versionId: string,
  enabled: boolean,
): Promise<Wire> {
  const path = `${versionsPath(keyId)}/${segment(versionId)}`;
  const act = (action: string) => scope.api.post(`${path}/${segment(action)}`, undefined, { repeatable: true });
  let version = await settledVersion(scope, path);
  // A declared key is restored before its material is destroyed.
  if (versionState(version) === "DESTROY_SCHEDULED") version = await act("cancel-schedule-destroy");
  const state = versionState(version);
  if (state === (enabled ? "ENABLED" : "DISABLED")) return version;
  return act(enabled ? "enable" : "disable");
}

/** Google refuses changes to a version that is still being made. */
async function settledVersion(scope: Scope, path: string): Promise<Wire> {
  let state = "";
  const look = async () => {
    const version = await scope.api.get(path);
    state = versionState(version);
    return state.startsWith("PENDING_") ? undefined : version;
  };
  return scope.poll(look, settleSeconds, () => `${scope.label}: its version is still ${state}`);
}

/** Enables or disables the key's current version, and returns the key. */
export async function setKeyEnabled(scope: Scope, keyId: string, enabled: boolean): Promise<Wire> {
  const version = await currentVersion(scope.api, keyId);
  if (!version)
    throw new ResourceError(
      `${scope.label} has no version to ${enabled ? "enable" : "disable"}: the service lists none. Run \`pulumi up\` again.`,
    );
  await setVersionEnabled(scope, keyId, idIn(version), enabled);
  return scope.api.get(keyPath(keyId));
}

/** Schedules the destruction of every version: Google cannot delete a key. */
export async function destroyVersions(scope: Scope, keyId: string): Promise<void> {
  const jobs = "/cckm/google/update-all-versions-jobs";
  const job = await scope.api.post(jobs, { key_id: keyId, operation: "schedule_destroy" }, { repeatable: true });
  const path = `${jobs}/${segment(idIn(job))}`;
  let status = "in_progress";
  const look = async () => {
    const now = await scope.api.get(path);
    // No independent source shows such jobs: one that tells no state has not ended, as far as it is known.
    status = text(now.overall_status) ?? "in_progress";
    if (status === "completed" || (await allDestroyed(scope.api, keyId))) return now;
    if (isRunning(status)) return undefined;
    const said = now.detailed_status === undefined ? "" : ` Details: ${JSON.stringify(now.detailed_status)}.`;
    throw new ResourceError(`deleting ${scope.label} failed: the job ended as ${status}.${said}`);
  };
  await scope.poll(look, settleSeconds, () => `${scope.label}: the job ${path} is still ${status}`);
}

/** A job may fail because of what an earlier, unobserved one has already done. */
export async function allDestroyed(api: Api, keyId: string): Promise<boolean> {
  const versions = await api.list(versionsPath(keyId));
  return versions.length > 0 && versions.every((one) => versionState(one).startsWith("DESTROY"));
}

/** A key that the service no longer finds in Google counts as deleted. */
export async function presentKey(api: Api, id: string): Promise<Wire | undefined> {
  const record = await api.get(keyPath(id));
  return record.gone === true ? undefined : record;
}
