import { createApi, type Api } from "../../provider/api/client";
import { addressOf } from "../../provider/api/address";
import { readSettings, type Settings, type SettingName } from "../../provider/api/settings";
import { nameInputOf } from "../../provider/lifecycle/vocabulary/field";
import { auditRecords, type AuditRecord } from "../../provider/lookups/audit";
import { loggedRecords, mostLines } from "../../provider/lookups/auditLog";
import { ask, type Place } from "./engine";
import { configForm, historyForm } from "./forms";
import type { Drifted } from "./report";
import { changedKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** Who changed what Pulumi had deployed, and when: from the service's audit records. */

export interface Culprit {
  /** A user's name, or `client <identity>` for a registered client. */
  readonly who: string;
  /** RFC 3339, by the service's clock. */
  readonly when: string;
  /** The service's words for the call, such as `PATCH /vault/keys2/{id}`. */
  readonly what: string;
}

/** What the records say. */
export interface Searched {
  /** For each drifted resource of this service, by URN: newest first. */
  readonly by: ReadonlyMap<string, readonly Culprit[]>;
  /** RFC 3339: records before this time were not read. Absent if all were. */
  readonly since?: string;
}

/** Or the reason why it is not known. */
export type Culprits = Searched | string;

/** More than a day of a busy service; older records are not read. */
const mostRecords = 20_000;

/** When an `up` of the stack began and ended, milliseconds since 1970 by this machine's clock. */
export interface Deployment {
  readonly from: number;
  readonly to: number;
}

/** The time between an `up` and this run. */
export interface Between {
  /** Newest first; none if the stack's history has no `up`. */
  readonly deployments: readonly Deployment[];
  readonly run: number;
  /**
   * By how much the service's clock, which the records go by, is ahead of this machine's;
   * milliseconds.
   */
  readonly ahead: number;
}

/**
 * Searches the records since the last `up` before this run, which began at `run`. That may have
 * left a change where it was: for what they do not show, those since the object was last deployed.
 * Never fails: a summary without names is better than none.
 */
export async function culpritsOf(drifted: readonly Drifted[], place: Place, run: number): Promise<Culprits> {
  try {
    const settings = await settingsOf(place);
    const [last] = await deploymentsSince(Infinity, run, place);
    const api = createApi(settings);
    try {
      const ahead = (await api.time()) - Date.now();
      const search = async (deployments: readonly Deployment[]): Promise<Searched> => {
        const from = deployments.at(-1)?.from;
        const { records, since } = await recordsAfter(api, from && from + Math.min(0, ahead));
        return { by: culpritsIn(records, drifted, settings, { deployments, run, ahead }), since };
      };
      const found = await search(last ? [last] : []);
      const earlier = earliestOf(drifted, found) - Math.max(0, ahead);
      if (!last || earlier >= last.from) return found;
      return await search(await deploymentsSince(earlier, run, place));
    } finally {
      await api.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** When the first of those that nobody is known to have changed was deployed. */
function earliestOf(drifted: readonly Drifted[], { by }: Searched): number {
  const open = drifted.filter(({ resource }) => by.get(resource.urn)?.length === 0);
  return Math.min(...open.map(deployedAt));
}

/**
 * When this provider last made or changed an object, by the service's clock; infinite if its state
 * does not tell.
 */
function deployedAt({ deployed }: Drifted): number {
  const at = deployed.outputs?.[changedKey];
  return typeof at === "number" && at > 0 ? at : Infinity;
}

interface Records {
  /** Newest first. */
  readonly records: readonly AuditRecord[];
  readonly since?: string;
}

/** From the database of the service, or from the log store where that has none. */
async function recordsAfter(api: Api, time: number | undefined): Promise<Records> {
  const createdAfter = time === undefined ? undefined : new Date(time).toISOString();
  const kept = await auditRecords(api, { createdAfter, limit: mostRecords });
  const [records, most] = kept.length > 0 ? [kept, mostRecords] : [await loggedRecords(api, createdAfter), mostLines];
  return { records, since: records.length < most ? createdAfter : records.at(-1)!.createdAt };
}

/** The same of records that are there; newest first, as they are read. */
export function culpritsIn(
  records: readonly AuditRecord[],
  drifted: readonly Drifted[],
  settings: Settings,
  between: Between,
): ReadonlyMap<string, readonly Culprit[]> {
  const writes = new Mentions(records.filter((record) => isWrite(record) && !isOfRun(record, settings, between)));
  const here = drifted.filter(({ provider }) => isSameService(provider, settings));
  return new Map(here.map((one) => [one.resource.urn, sinceDeployed(one, writes, settings, between).map(culpritOf)]));
}

/** What an `up` has written itself is no drift, and what had been written before is no longer there. */
function sinceDeployed(one: Drifted, writes: Mentions, settings: Settings, between: Between): readonly AuditRecord[] {
  const { deployments, ahead } = between;
  const [last] = deployments;
  const from = last && Math.min(deployedAt(one), last.from + Math.min(0, ahead));
  const its = writes.of(one).filter(({ createdAt }) => from === undefined || Date.parse(createdAt) >= from);
  const deployed = its.findIndex((record) => isOfDeployment(record, settings, between));
  return deployed === -1 ? its : its.slice(0, deployed);
}

/** As the resources find them: the stack's configuration, else the environment. */
async function settingsOf({ cwd, args }: Place): Promise<Settings> {
  const config = await ask(configForm, ["config", "--json", "--show-secrets", ...args], cwd);
  return readSettings((name: SettingName) => config?.[`ciphertrust:${name}`]?.value);
}

/** An address may be written without its scheme, or with `/api/v1`. */
const addressIn = (given: unknown) => (typeof given === "string" ? addressOf(given, () => {}) : given);

/**
 * Our credentials are not sent to other services that a program may speak to. An empty string
 * counts as absent.
 */
function isSameService(provider: Drifted["provider"], { address, domain }: Settings): boolean {
  // Those of the plugin have no prefix.
  const given = (name: SettingName) => provider[`ciphertrust:${name}`] || provider[name] || undefined;
  const isSame = (value: unknown, own: string | undefined) => value === undefined || value === own;
  return isSame(addressIn(given("address")), address) && isSame(given("domain"), domain);
}

/**
 * Each `up` before this run, newest first, to the one that was the last at that time. Pulumi writes
 * seconds: what belongs to the run may lie up to one later than the end it wrote down.
 */
export async function deploymentsSince(
  time: number,
  run: number,
  { cwd, args }: Place,
): Promise<readonly Deployment[]> {
  const deployments: Deployment[] = [];
  for (let page = 1; ; page++) {
    const asked = ["stack", "history", "--json", "--page-size", "20", "--page", String(page), ...args];
    const history = (await ask(historyForm, asked, cwd)) ?? [];
    for (const { kind, startTime, endTime } of history) {
      const from = Date.parse(startTime);
      if (kind !== "update" || from >= run - (run % 1000)) continue;
      deployments.push({ from, to: Date.parse(endTime) + 1000 });
      if (from <= time) return deployments;
    }
    if (history.length === 0) return deployments;
  }
}

/** A login contains the user's name, but changes nothing. */
function isWrite({ success, message, details = {} }: AuditRecord): boolean {
  const method = typeof details.method === "string" ? details.method : (/^[A-Z]+(?= )/.exec(message)?.[0] ?? "");
  const isLogin = [message, details.path].some((text) => typeof text === "string" && text.includes("/auth/tokens"));
  return success !== false && method !== "GET" && !isLogin;
}

/** A token tells the service's time to the second, rounded down. */
const tokenSeconds = 1000;

/** What the pipeline's own identity does in this run is no drift. */
function isOfRun(record: AuditRecord, settings: Settings, { run, ahead }: Between): boolean {
  return Date.parse(record.createdAt) >= run + ahead + tokenSeconds && isOwn(record, settings);
}

/** The service's clock may have been ahead then as it is now, or not yet. */
function isOfDeployment(record: AuditRecord, settings: Settings, { deployments, ahead }: Between): boolean {
  const at = Date.parse(record.createdAt);
  const isDuring = ({ from, to }: Deployment) =>
    (at >= from && at <= to) || (at >= from + ahead && at <= to + ahead + tokenSeconds);
  return deployments.some(isDuring) && isOwn(record, settings);
}

function isOwn(record: AuditRecord, settings: Settings): boolean {
  return settings.clientId ? record.clientId === settings.clientId : record.username === settings.username;
}

/** Records by what they name: there may be thousands of them, and of resources. */
class Mentions {
  private readonly byPart = new Map<string, number[]>();

  /** @param records newest first */
  constructor(private readonly records: readonly AuditRecord[]) {
    for (const [at, record] of records.entries()) {
      for (const part of new Set(wordsOf(record).flatMap(partsOf))) {
        const known = this.byPart.get(part);
        if (known) known.push(at);
        else this.byPart.set(part, [at]);
      }
    }
  }

  /**
   * The records that name the object: by one of its ids, or by its name below the path of its
   * collection. An id that equals the name is no better evidence: other objects may have that
   * name.
   */
  of({ resource: { definition }, deployed }: Drifted): AuditRecord[] {
    const name = definition && deployed.outputs?.[nameInputOf(definition) ?? ""];
    const ids = [deployed.id, deployed.outputs?.currentId].filter((id) => isText(id) && id !== name) as string[];
    const found = new Set(ids.flatMap((id) => this.byPart.get(id) ?? []));
    if (isText(name)) {
      const collection = `${definition!.path.replace(/\/$/, "")}/`;
      const isBelow = (word: string) => word.includes(collection) && partsOf(word).includes(name);
      for (const at of this.byPart.get(name) ?? []) if (wordsOf(this.records[at]!).some(isBelow)) found.add(at);
    }
    return [...found].sort((a, b) => a - b).map((at) => this.records[at]!);
  }
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const wordsOf = ({ message, details }: AuditRecord): string[] => [message, ...textsIn(details)];

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A text itself, and the segments of a path in it. */
function partsOf(text: string): string[] {
  return [text, ...text.split(/[/?&=\s"']+/).map(decoded)];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function culpritOf({ username, clientId, createdAt, message }: AuditRecord): Culprit {
  return { who: username ?? (clientId ? `client ${clientId}` : "unknown"), when: createdAt, what: message };
}
