import { body, choice, json } from "../../core/body";
import { forbidden, invalid } from "../../core/errors";
import { Fields, mergedObject, type JsonObject } from "../../core/fields";
import { rootDomain, type Outcome, type ScheduledWork, type Scope } from "../../core/scope";
import { formatTime, parseTime, second } from "../../core/time";
import { needGroup } from "../../shared/identities";
import { each } from "../../shared/scheduledRotation";
import { nextVersion, startAfter, wait } from "./create";
import { keyQuery } from "./query";
import { vaultKeys, type VaultKey } from "./record";
import { rotationQuery } from "./world";

/** Schedules that rotate the vault's own keys. No key is bound to one: its query finds them. */

const fields = {
  metadata: json,
  deactivate_replaced_key: wait,
  replaced_key_state: choice(["Deactivated", "ProtectStop"]),
  change_state_after_time: wait,
  offset: wait,
};
const settings = body(fields);
type Settings = ReturnType<typeof settings>;

/** Names are taken in snake_case and in camelCase. */
const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();

/** The parameters that the service knows, each with its name as documented. */
function knownOf(scope: Scope, params: JsonObject): [sent: string, name: string, value: unknown][] {
  const all = [rotationQuery(scope), ...Object.keys(fields)];
  return Object.entries(params).flatMap(([sent, value]) => {
    const name = all.find((one) => plain(one) === plain(sent));
    return name === undefined ? [] : [[sent, name, value] as [string, string, unknown]];
  });
}

interface Plan extends Settings {
  readonly isWanted: (key: VaultKey) => boolean;
}

function read(scope: Scope, params: JsonObject): Plan {
  const known = knownOf(scope, params).map(([, name, value]) => [name, value] as const);
  const sent = new Fields(Object.fromEntries(known), "key_rotation_params.");
  const plan = settings(sent);
  if (plan.deactivate_replaced_key !== undefined && plan.replaced_key_state !== undefined)
    throw invalid("key_rotation_params must have either deactivate_replaced_key or replaced_key_state, not both");
  return { ...plan, isWanted: keyQuery(scope, sent.block(rotationQuery(scope))) };
}

/** The newest version of every key; the public half of a pair is renewed with the private one. */
function newestVersions(scope: Scope): VaultKey[] {
  const newest = new Map<string, VaultKey>();
  for (const key of scope.all(vaultKeys)) {
    if (key.version >= (newest.get(key.name)?.version ?? 0)) newest.set(key.name, key);
  }
  return [...newest.values()].filter(({ links = [] }) => links.every(({ type }) => type !== "privateKey"));
}

/** Without a query, every key. */
function run(scope: Scope, _config: string, params: JsonObject): Outcome {
  const { isWanted, ...plan } = read(scope, params);
  const found = newestVersions(scope).filter(isWanted);
  return each(
    scope,
    found,
    "rotated",
    ({ name }) => name,
    (key) => rotate(scope, key, plan),
  );
}

function rotate(scope: Scope, key: VaultKey, { metadata, offset, ...end }: Settings): void {
  nextVersion(scope, key, startAfter(scope, offset));
  const changes = { ...(metadata && { meta: mergedObject(key.meta, metadata) }), ...endOf(scope, key, end) };
  if (Object.keys(changes).length > 0) scope.change(vaultKeys, key, changes);
}

/** When the replaced version protects nothing more, or is out of use; never later than it was. */
function endOf(scope: Scope, key: VaultKey, end: Settings): Partial<VaultKey> {
  const { deactivate_replaced_key: after, change_state_after_time: later = 0, replaced_key_state: state } = end;
  if (after === undefined && state === undefined) return {};
  const date = state === "ProtectStop" ? "protectStopDate" : "deactivationDate";
  const due = scope.now + (after ?? later) * second;
  return { [date]: formatTime(Math.min(due, parseTime(key[date] ?? "") ?? due)) };
}

export const vaultRotation: ScheduledWork = {
  operation: "key_rotation",
  guard: ({ domain, caller }) => {
    needGroup(caller, ["Key Admins"]);
    if (domain !== rootDomain) throw forbidden("keys of the vault are scheduled in the root domain");
  },
  known: (scope, params) => {
    read(scope, params);
    return Object.fromEntries(knownOf(scope, params).map(([sent, , value]) => [sent, value]));
  },
  run,
};
