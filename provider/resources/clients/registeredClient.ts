import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { isKind } from "../../api/errors";
import { defineResource, type Bag } from "../../lifecycle/vocabulary/definition";
import { field, onDestroy, named } from "../../lifecycle/vocabulary/field";
import { isThere } from "../../lifecycle/service/references";
import { changeMembers, clientIn, groupPath, groupsWith } from "../identity/members";
import { certificateRequest, certificates } from "../pem";
import { matchesRequest, sameCertificate, validFrom, validUntil } from "./certificates";
import { externalCa } from "./externalCa";
import { localCa } from "./localCa";
import { register } from "./registration";
import { dueRenewal, renew } from "./renewal";
import { csrWire, requestParameters } from "./requestParameters";
import { credential } from "../credential";

const path = "/client-management/clients/";
const item = (id: string) => `${path}${segment(id)}`;

/** Revocation reasons of RFC 5280. */
const reasons = [
  "unspecified",
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "certificateHold",
  "removeFromCRL",
  "privilegeWithdrawn",
  "aACompromise",
] as const;

const isReadmitted = ({ revoked }: Bag, inputs: { revoked: boolean }): boolean =>
  revoked === true && inputs.revoked === false;

/** What the certificate of an existing client is for, other than the program's key. */
function strangeCertificate({ id, cert }: Wire, { csr, externalCertificate }: Bag): string[] {
  const consequence = `adopt: ${JSON.stringify(id)} replaces its certificate, which cuts off whoever has the one that it has now`;
  if (typeof csr === "string")
    return matchesRequest(cert, csr) ? [] : [`its certificate is for another key than csr (${consequence})`];
  if (typeof externalCertificate === "string")
    return sameCertificate(cert, externalCertificate)
      ? []
      : [`its certificate is another one than externalCertificate (${consequence})`];
  return [`its private key is only where the client is, whose csr is needed (${consequence})`];
}

/** A response about the client, with the groups that it was known to be in. */
const still = ({ joined }: Wire, client: Wire): Wire => ({ ...client, joined });

/**
 * A machine with an identity of its own, which logs in with a certificate. Its certificate comes
 * from its own request (`csr`), from an external CA (`externalCertificate`), or from the service,
 * which then makes the private key too. Destroying it revokes the client's access immediately,
 * unless `onDestroy` says otherwise.
 */
export const registeredClient = defineResource({
  type: "RegisteredClient",
  path,
  item,
  inputs: {
    /** Name of the client. */
    name: named(z.string().min(1), { change: "replace" }),
    /** The registration token. Used when the client is registered; a later change has no effect. */
    registrationToken: field(credential(), { change: "ignore", seen: "never", secret: true }),
    /**
     * Certificate signing request that the client made, PEM; a local CA of the service signs it.
     * Changing it renews the certificate in place, for the key of the new request.
     */
    csr: field(certificateRequest().optional(), { seen: "never" }),
    /**
     * Certificate that a known `ExternalCa` has signed for the client, PEM, instead of `csr`.
     * Changing it renews in place: the new certificate counts.
     */
    externalCertificate: field(certificates().optional(), {
      seen: "never",
      wire: { to: "ext_cert" },
    }),
    /**
     * Names of groups that the client is in. It joins those of its profile as well when it
     * registers, and others may add it to more. Updated in place: it leaves those that are removed
     * here.
     */
    groups: field(z.array(z.string().min(1)).default([]), {
      as: "set",
      wire: { to: false, from: "joined" },
      guards: true,
    }),
    /**
     * What the request says that the service makes for a client which cannot make a key pair.
     * Without `csr` and `externalCertificate`, these or those of the profile are needed. The
     * registration's count where both are given. Changing it renews the certificate and its key in
     * place.
     */
    csrParameters: field(requestParameters.optional(), {
      seen: "never",
      wire: { encode: (parameters: Wire) => csrWire(parameters) },
    }),
    /**
     * The one field of the request's subject in which the service writes its own value, such as
     * `CN` or `OU`. Default: the service's choice. Changing it renews the certificate in place.
     */
    subjectDnFieldToModify: field(z.string().min(1).optional(), { seen: "never" }),
    /**
     * True to leave the subject of the request as it is. Changing it renews the certificate in
     * place.
     */
    doNotModifySubjectDn: field(z.boolean().default(false), { seen: "never" }),
    /**
     * Days before its end at which the certificate is renewed, by the first `up` after that; a
     * preview announces it. At least 1; never before two thirds of the certificate's life are over.
     * Default: never. Not for `externalCertificate`.
     */
    renewBeforeDays: field(z.number().int().min(1).optional(), { seen: "local" }),
    /**
     * True to revoke the client: it can no longer log in, and never again. Updated in place to
     * true. Changing it back to false is refused without other `triggers`, which register it again.
     * The same holds for a client that somebody else has revoked.
     */
    revoked: field(z.boolean().default(false), {
      wire: { to: false, from: ({ state }) => state === "revoked" },
      guards: true,
    }),
    /**
     * Reason that a revocation gives, by `revoked` or on destroy: `unspecified`, `keyCompromise`,
     * `cACompromise`, `affiliationChanged`, `superseded`, `cessationOfOperation`,
     * `certificateHold`, `removeFromCRL`, `privilegeWithdrawn` or `aACompromise`.
     */
    revocationReason: field(z.enum(reasons).default("cessationOfOperation"), { seen: "local" }),
    /**
     * On destroy, `delete` revokes the client and removes it. `revoke` revokes the client and keeps
     * its record. `retain` leaves a client that can still log in.
     */
    onDestroy: onDestroy({ delete: "hook", revoke: { calls: "hook", keeps: "every" }, retain: [] }),
    /** Any values; a change of them registers the client again, with a new identity. */
    triggers: field(z.record(z.string(), z.unknown()).default({}), { change: "replace", seen: "local" }),
  },
  outputs: {
    /** The client's identity, with which it requests tokens. */
    clientId: field(z.string(), { wire: { from: "id" } }),
    /** Its certificate, PEM. */
    certificate: field(z.string().optional(), { wire: { from: "cert" } }),
    /**
     * Private key of the certificate, PEM; only where the service made it, and then shown by the
     * service once only.
     */
    privateKey: field(z.string().optional(), {
      seen: "once",
      secret: true,
      wire: { from: ({ key, private_key }) => key ?? private_key },
    }),
    /** `active`, `revoked` or `expired`. */
    state: z.string().optional(),
    /**
     * Id of the `LocalCa` or `ExternalCa` that signed the certificate: the service does not delete
     * it before the client.
     */
    ca: field(z.string().optional(), { names: [[localCa, externalCa], "id"], holds: true, wire: { from: "ca_id" } }),
    /** Issuer of the certificate. */
    issuer: z.string().optional(),
    /** When the certificate begins to be valid, RFC 3339. */
    notBefore: field(z.string().optional(), { wire: validFrom("cert") }),
    /** When the certificate ends, RFC 3339. */
    notAfter: field(z.string().optional(), { wire: validUntil("cert") }),
    /** SHA-256 fingerprint of the certificate in hexadecimal digits. */
    sha256Fingerprint: z.string().optional(),
  },
  filters: ["name", "caId", "clientManagementProfileId", "sha256Fingerprint", "state"],
  actions: [
    {
      inputs: ["csr", "externalCertificate", "csrParameters", "subjectDnFieldToModify", "doNotModifySubjectDn"],
      due: dueRenewal,
      run: async (scope, at) => still(at.record, await renew(scope, at)),
    },
    {
      inputs: ["groups"],
      async run({ api, inputs }, { id, record, state, expect }) {
        const wanted = inputs.groups;
        const held = wanted.length > 0 ? (await groupsWith(api, id)).map(({ name }) => String(name)) : [];
        const ours = (state.groups ?? []) as string[];
        const members = { wanted, held, ours, expect: (joined: readonly string[]) => expect({ ...record, joined }) };
        await changeMembers(api, members, (group) => clientIn(group, id));
        // Whether it was carried out shows in the list of groups.
        return { ...record, joined: await joinedBy(api, id, [...new Set([...wanted, ...ours])]) };
      },
    },
    {
      inputs: ["revoked"],
      run: async ({ api, inputs }, { id, record }) =>
        still(record, await api.patch(`${item(id)}/revoke`, { reason: inputs.revocationReason })),
    },
  ],
  existing: {
    // The id confirms it.
    differs: (_api, client, inputs) => Promise.resolve(inputs.adopt === true ? strangeCertificate(client, inputs) : []),
    list: "the private key of a client's certificate exists only on the client: declare it manually, with its csr or certificate and adopt",
  },
  rules: [
    {
      choose: ["csr", "externalCertificate", "csrParameters"],
      optional: true,
      because: "a client has one source of its certificate",
    },
    {
      when: "externalCertificate",
      excludes: ["renewBeforeDays"],
      because: "an external CA signs it, so give externalCertificate the next one",
    },
  ],
  hooks: {
    create: register,
    // Others may have added it to more groups, and its profile did: the client shows them all, if any.
    async enrich(api, record, state, known) {
      const ours = [state.groups, known.groups].flatMap((names) => (names ?? []) as string[]);
      if (ours.length === 0) return { ...record, joined: [] };
      return { ...record, joined: await joinedBy(api, String(record.id), [...new Set(ours)]) };
    },
    async culprit(api, { groups = [] }) {
      for (const name of groups)
        if (!(await isThere(api, groupPath(name))))
          return `groups: the service has no group "${name}". Give the names of existing groups, such as the output name of a Group.`;
      return undefined;
    },
    // A revoked client stays revoked: access requires a new client.
    replaces: (state, inputs) => (isReadmitted(state, inputs) ? ["revoked"] : []),
    // Somebody may have revoked it in an incident, which the next update must not undo.
    refuses: (state, inputs) =>
      isReadmitted(state, inputs) && state.name === inputs.name && isDeepStrictEqual(state.triggers, inputs.triggers)
        ? "it is revoked, perhaps because its key was stolen, and the same key would have access again. To keep it revoked, give it " +
          "revoked: true. To register it again, change its triggers, and its key before, if that may be known (RestClient: triggers " +
          "and keyTriggers)."
        : undefined,
    async remove({ api, inputs }, id) {
      try {
        await api.patch(`${item(id)}/revoke`, { reason: inputs.revocationReason });
      } catch (error) {
        // It may be revoked already; whether it is cut off shows in what follows.
        if (inputs.onDestroy === "revoke" || !isKind(error, "badRequest", "conflict", "failed")) throw error;
      }
      if (inputs.onDestroy === "delete") await api.delete(item(id));
    },
    ended: ({ state: now }, { onDestroy: word }) => word === "revoke" && String(now).toLowerCase() === "revoked",
  },
});

/** Those of the groups that the client is in. */
async function joinedBy(api: Api, client: string, names: readonly string[]): Promise<string[]> {
  const held = new Set((await groupsWith(api, client)).map(({ name }) => name));
  return names.filter((name) => held.has(name));
}
