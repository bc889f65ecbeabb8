import * as z from "zod";
import type { Api, Wire } from "../../api/client";
import { ifFound, isInDoubt, isKind } from "../../api/errors";
import { persist } from "../../api/persist";
import { idIn } from "../../api/responses";
import { isEmpty } from "../../api/shown";
import { defineResource, type Bag, type Scope } from "../../lifecycle/vocabulary/definition";
import { explain, ResourceError } from "../../lifecycle/vocabulary/failure";
import { field, onDestroy, ref } from "../../lifecycle/vocabulary/field";
import { moment } from "../moment";
import { vaultKey } from "./key";
import { keyVersions } from "./versions";
import {
  compromises,
  consequenceOf,
  isDone,
  isEnded,
  isIn,
  isInUse,
  isReason,
  isRevoked,
  obstacleTo,
  reasons,
  type Reason,
} from "./revocation";

const { item } = keyVersions;

/**
 * Revokes one version of a `VaultKey`, such as the one that leaked. After a compromise the version
 * is Compromised, for good: data stays readable with it, and it protects nothing new. With any
 * other reason it is Deactivated: nothing is protected or read with it until it is reactivated.
 *
 * Rotate the key first, and let the revocation depend on that: otherwise the version may be the
 * newest, with which applications protect data. The service does not rotate a key whose newest
 * version is compromised.
 *
 * A version that somebody reactivated is revoked again by the next `up`. Its id is that of the
 * version. Destroying it leaves the version revoked (see `onDestroy`).
 */
export const vaultKeyRevocation = defineResource({
  type: "VaultKeyRevocation",
  path: vaultKey.path,
  item,
  spelling: "camel",
  inputs: {
    /** Id of the `VaultKey`. The preview refuses another one: declare another resource instead. */
    key: ref(vaultKey, { change: "replace", wire: { to: false, from: "key" } }),
    /**
     * Number of the version; the first is 0. Write the number: the key's own output `version` is
     * that of the newest one, which every rotation raises. The preview refuses another number:
     * declare another resource instead.
     */
    version: field(z.number().int().min(0), { change: "replace", wire: { to: false } }),
    /**
     * Why: `KeyCompromise` or `CACompromise`, which make the version Compromised;
     * `AffiliationChanged`, `Superseded`, `CessationOfOperation`, `PrivilegeWithdrawn` or
     * `Unspecified`, which deactivate it. Updated in place; the reason of a compromised version
     * cannot be changed.
     */
    reason: field(z.enum(reasons), { seen: "perhaps", wire: { to: false, from: "revocationReason" } }),
    /** Free text that the service keeps with the reason. Only sent when the version is revoked. */
    message: field(z.string().min(1).optional(), { change: "ignore", seen: "never", wire: { to: false } }),
    /**
     * When the compromise occurred, RFC 3339; only with `KeyCompromise` and `CACompromise`. Only
     * sent when the version is revoked.
     */
    compromisedAt: field(moment.optional(), { change: "ignore", seen: "never", wire: { to: false } }),
    /**
     * On destroy, `retain` leaves the version revoked. `reactivate` makes a deactivated version
     * active again; a compromised one cannot be.
     */
    onDestroy: onDestroy({ retain: [], reactivate: "hook" }),
  },
  outputs: {
    /** Id of the version. */
    versionId: field(z.string(), { wire: { from: "id" } }),
    /** Deactivated or Compromised; Destroyed or Destroyed Compromised if its material is gone. */
    state: z.string(),
    /** Name of the key. */
    keyName: field(z.string(), { wire: { from: "name" } }),
  },
  label: ({ keyName, version }) =>
    keyName === undefined ? undefined : `${keyName as string}, version ${String(version)}`,
  unique: [["key", "version"]],
  partOf: () => vaultKey,
  rules: [
    { unless: { reason: compromises }, excludes: ["compromisedAt"] },
    {
      when: { reason: compromises },
      excludes: ["onDestroy"],
      because: "the service does not reactivate a compromised version",
    },
  ],
  actions: [
    {
      inputs: ["reason"],
      async run(scope, { record }) {
        if (!isIn(record, "Deactivated")) refuseOther(scope, record);
        return revoked(scope, record, String(record.key));
      },
    },
  ],
  existing: { list: "is the end of one version of a VaultKey, and can be declared to keep it" },
  hooks: {
    forewarns: ({ reason }) => Promise.resolve([consequenceOf(reason)]),
    replaces: (state, inputs) => (isFinal(state, inputs) ? ["reason"] : []),
    refuses: whyNotAnother,
    async create(scope) {
      const { inputs, progress, label } = scope;
      const all = await versionsUntil(scope);
      const version = all.find(isNumber(inputs.version))!;
      refuseOther(scope, version);
      const newest = Math.max(...all.map((one) => Number(one.version)));
      if (newest === inputs.version && !isRevoked(version))
        progress(
          `warning: ${label}: version ${newest} is the newest one of the key, which protects nothing new from now on`,
        );
      return revoked(scope, version, inputs.key);
    },
    async find({ api, inputs }) {
      const all = await ifFound(allVersions(api, inputs.key));
      return (all ?? []).filter((one) => isNumber(inputs.version)(one) && isRevoked(one)).map(ofKey(inputs.key));
    },
    async read(api, id, { key }) {
      const record = await api.get(item(id));
      // What shows no state is not proved to be in use.
      if (isInUse(record)) return undefined;
      return ofKey(typeof key === "string" ? key : await firstOf(api, record))(record);
    },
    async remove({ api, label }, id) {
      const record = await api.get(item(id));
      if (isIn(record, "Compromised"))
        throw new ResourceError(
          `reactivating ${label} failed: its version is Compromised now, and the service does not reactivate it. ` +
            'Set onDestroy to "retain" and run `pulumi up` first: then destroying it leaves the version as it is.',
        );
      if (!isInUse(record) && !isEnded(record))
        await api.post(`${item(id)}/reactivate`, { reason: "DeactivatedToActive" }, { repeatable: true });
    },
    ended: (record) => !isIn(record, "Deactivated"),
  },
});

const isNumber =
  (wanted: number) =>
  ({ version }: Wire): boolean =>
    Number(version) === wanted;

/** A revocation is identified by its version; only the program knows by which id it means the key. */
const ofKey =
  (key: string) =>
  (record: Wire): Wire => ({ ...record, key });

/**
 * A rotation, or a key that replaces another one, must not make the program revoke what is in use
 * instead.
 */
function whyNotAnother(state: Bag, inputs: Bag): string | undefined {
  const { key, version, reason } = state;
  if (key !== inputs.key || version !== inputs.version)
    return (
      `it is about version ${String(version)} of the key ${JSON.stringify(key)}, and another one, which may be in use, would be ` +
      "revoked: because the program passes the key's output `version`, which a rotation raises, or because the key is replaced. " +
      "Give it that key and the number, or remove it from the program. To revoke another version, declare another VaultKeyRevocation."
    );
  if (!isFinal(state, inputs)) return undefined;
  const now = `version ${String(version)} is ${String(state.state)} with the reason ${String(reason)}`;
  return `${now}, which nothing changes. Give it  reason: ${JSON.stringify(reason)} .`;
}

/** Whether a change of the reason is one that no call makes. */
function isFinal(state: Bag, { reason }: Bag): boolean {
  const isOther = isReason(reason) && state.reason !== undefined && reason !== state.reason;
  return isOther && (isIn(state, "Compromised") || isEnded(state));
}

const allVersions = async (api: Api, key: string): Promise<Wire[]> => keyVersions.all(api, await api.get(item(key)));

/** The id by which a program most likely means the key: that of its first version. */
async function firstOf(api: Api, version: Wire): Promise<string> {
  const all = await keyVersions.all(api, version);
  return idIn(all.reduce((a, b) => (Number(b.version) < Number(a.version) ? b : a)));
}

interface Revoking extends Pick<Scope, "api" | "label" | "progress" | "pauses" | "pause"> {
  readonly inputs: {
    readonly key: string;
    readonly version: number;
    readonly reason: Reason;
    readonly message?: string | undefined;
    readonly compromisedAt?: string | undefined;
  };
}

/** All versions, once the wanted one is among them: a node that lags may not know it yet. */
async function versionsUntil({ api, inputs, label, pauses, pause }: Revoking): Promise<Wire[]> {
  const { key, version } = inputs;
  const isThere = (all: readonly Wire[]) => all.some(isNumber(version));
  const all = await persist(() => allVersions(api, key), {
    afterValue: (found) => (isThere(found) ? undefined : { pauses, wait: pause }),
  });
  if (isThere(all)) return all;
  const numbers = all.map((one) => Number(one.version)).sort((a, b) => a - b);
  throw new ResourceError(
    `revoking ${label} failed: the key has no version ${version}; it has ${numbers.join(", ")}. Nothing was revoked. Correct the ` +
      "version; if it was deleted, remove the resource.",
  );
}

/** A version that is revoked otherwise stays so: somebody decided that. */
function refuseOther({ inputs, label }: Revoking, record: Wire): void {
  const obstacle = obstacleTo(record, inputs.reason);
  if (obstacle !== undefined) throw new ResourceError(`revoking ${label} failed: ${obstacle}`);
}

/**
 * The version, revoked: its record shows it, whatever the call responded. A second call does no
 * harm, and is refused where the first one counted.
 */
async function revoked(scope: Revoking, record: Wire, key: string): Promise<Wire> {
  const { api, inputs, label, pauses, pause } = scope;
  const { reason, message, compromisedAt } = inputs;
  if (isDone(record, reason)) return ofKey(key)(record);
  const path = item(idIn(record));
  const body = { reason, message, compromiseOccurrenceDate: compromisedAt };
  const refusal = await api.post(`${path}/revoke`, body, { repeatable: true }).then(
    () => undefined,
    (error: unknown) => {
      if (isInDoubt(error) || isKind(error, "conflict")) return error;
      throw error;
    },
  );
  const overdue = (seen: Wire) => (refusal ? explain(`revoking ${label}`, refusal) : notHeeded(label, seen));
  const now = await persist(() => api.get(path), {
    afterValue: (seen) => (isDone(seen, reason) ? undefined : { pauses, wait: pause, overdue: () => overdue(seen) }),
  });
  return ofKey(key)(now);
}

const notHeeded = (label: string, { version, state }: Wire): ResourceError =>
  new ResourceError(
    `revoking ${label} failed: the service accepted the call, and version ${String(version)} is ${isEmpty(state) ? "in no known state" : `${String(state)} as before`}. Others ` +
      "may have to approve it first (a quorum), or the response was not the service's own. Run `pulumi up` again.",
  );
