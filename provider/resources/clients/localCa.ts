import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { isKind } from "../../api/errors";
import { defineResource, type Definition } from "../../lifecycle/vocabulary/definition";
import { field, named, open } from "../../lifecycle/vocabulary/field";
import { encodeSome } from "../../lifecycle/values/wire";
import { builtIn, listLocalCas } from "./builtInCa";
import { trustOf } from "../general/webInterface";
import { caCertificateOutputs, caPurposeFields } from "./caFields";
import { inLetters, nameParts } from "./subject";

const path = "/ca/local-cas";
const item = (id: string) => `${path}/${segment(id)}`;

const purposes = ["allowClientAuthentication", "allowUserAuthentication"] as const;

/** A recreated parent has a new id. */
const parentCa: Definition = { type: "LocalCa", path, item, inputs: {}, outputs: {} };

/**
 * A certificate authority whose key the service holds: a root that signs itself, or an intermediate
 * one signed by its `parent`. Destroying it ends the logins of every client whose certificate it
 * signed.
 */
export const localCa = defineResource({
  type: "LocalCa",
  role: "key",
  path,
  item,
  spelling: "camel",
  inputs: {
    /** Name of the CA in the service, unique. */
    name: named(z.string().min(1), { change: "replace" }),
    /**
     * Common name of the CA's certificate. A CA that clients use cannot be replaced: declare a
     * second one, and move them to it first.
     */
    cn: field(z.string().min(1), { change: "replace", seen: "never" }),
    /** Other parts of its subject, such as `[{ country: "FR", organization: "Example" }]`. */
    names: field(z.array(nameParts).default([]), {
      change: "replace",
      seen: "never",
      wire: { encode: (names: z.output<typeof nameParts>[]) => names.map(inLetters) },
    }),
    /** Algorithm of its key: `ECDSA` or `RSA`. */
    algorithm: field(open(["ECDSA", "RSA"]).default("ECDSA"), { change: "replace", seen: "never" }),
    /**
     * Size of its key in bits: 256, 384 or 521 for ECDSA, 1024 to 4096 for RSA. Default: the
     * service's choice, 256 or 2048.
     */
    size: field(z.number().int().optional(), { change: "replace", seen: "never", absent: "theirs" }),
    /** Host names that its certificate carries. */
    dnsNames: field(z.array(z.string()).default([]), { change: "replace", seen: "never", as: "set" }),
    /** E-mail addresses that its certificate carries. */
    emailAddresses: field(z.array(z.string()).default([]), { change: "replace", seen: "never", as: "set" }),
    /** IP addresses that its certificate carries. */
    ipAddresses: field(z.array(z.string()).default([]), { change: "replace", seen: "never", as: "set" }),
    /**
     * Id of the `LocalCa` that signs it and so makes it an intermediate CA. Default: it signs
     * itself and is a root.
     */
    parent: field(z.string().min(1).optional(), {
      ref: parentCa,
      holds: true,
      change: "replace",
      seen: "never",
      wire: { to: false },
    }),
    /** Days for which its certificate is valid, at least 1. */
    duration: field(z.number().int().min(1).default(3650), { change: "replace", seen: "never", wire: { to: false } }),
    ...caPurposeFields,
  },
  outputs: {
    /** `pending` until it is signed, then `active`, finally `expired`. */
    state: z.string(),
    /** URI of the CA in the service, as trusted CAs of interfaces name it. */
    uri: z.string(),
    /** Its certificate, PEM. */
    certificate: field(z.string(), { wire: { from: "cert" } }),
    ...caCertificateOutputs,
  },
  filters: ["name", "subject", "issuer", "state", "cert"],
  actions: [
    {
      // The service makes a CA that waits for its signature; until then it cannot be used.
      inputs: [],
      due: ({ state }) => (state === "pending" ? { from: 0, why: "it waits for its signature" } : undefined),
      async run({ api, inputs, progress, label }, { id, record }) {
        const { parent, duration } = inputs;
        progress(`${label} is signed ${parent === undefined ? "by itself" : `by the CA ${parent}`}`);
        if (parent === undefined) return signed(api, id, "self-sign", { duration });
        const cert = await certificateFrom(api, parent, { id, csr: record.csr, duration });
        return signed(api, id, "install", { cert, parentId: parent });
      },
    },
    {
      // After the signature.
      inputs: purposes,
      run: ({ api, inputs }, { id }): Promise<Wire> => api.patch(item(id), encodeSome(localCa, inputs, purposes)),
    },
  ],
  existing: {
    list: listLocalCas,
    // It signed the service's own certificate, or is the domain's first: its lifecycle is theirs.
    owner: (ca) => (ca[builtIn] ? "the service: it is the first CA, which came with it or with its domain" : undefined),
  },
  hooks: { usedBy: trustOf },
  rules: [{ values: "size", by: "algorithm", allowed: { RSA: { from: 1024, to: 4096 }, ECDSA: [256, 384, 521] } }],
});

/**
 * Signs once: after a lost response, the second attempt is refused because the CA is already
 * signed.
 */
async function signed(api: Api, id: string, action: "self-sign" | "install", body: Wire): Promise<Wire> {
  try {
    return await api.post(`${item(id)}/${segment(action)}`, body, { repeatable: true });
  } catch (error) {
    if (!isKind(error, "conflict", "badRequest")) throw error;
    const now = await api.get(item(id));
    if (now.state === "pending") throw error;
    return now;
  }
}

/**
 * The parent's certificate for a CA: the one it gave before, if an earlier run broke off after
 * that, or a new one.
 */
async function certificateFrom(
  api: Api,
  parent: string,
  { id, csr, duration }: { id: string; csr: unknown; duration: number },
): Promise<unknown> {
  const certificates = `${item(parent)}/certs`;
  const name = `local-ca-${id}`;
  const given = async () =>
    (await api.list(certificates)).find((one: Wire) => one.name === name && one.state !== "revoked");
  const known = await given();
  return (known ?? (await api.post(certificates, { csr, purpose: "ca", duration, name }))).cert;
}
