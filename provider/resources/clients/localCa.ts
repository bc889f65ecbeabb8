import * as z from "zod";
import { segment, type Api, type Wire } from "../../api/client";
import { isKind } from "../../api/errors";
import { defineResource, namedAfterResource, type Definition } from "../../engine/definition";
import { builtIn, listLocalCas } from "./builtInCa";
import { validFrom, validUntil } from "./certificates";
import { purposeOf, purposePlace } from "./purposes";
import { inLetters, nameParts } from "./subject";

const path = "/ca/local-cas";
const item = (id: string) => `${path}/${segment(id)}`;

/** A parent that is made anew has a new id. */
const parentCa: Definition = { type: "LocalCa", path, item, inputs: {}, outputs: {} };

/**
 * A certificate authority whose key the service holds: a root that signs itself, or an intermediate one signed by its
 * `parent`. Destroying it ends the logins of every client whose certificate it signed.
 */
export const localCa = defineResource({
  type: "LocalCa",
  path,
  item,
  spelling: "camel",
  inputs: {
    /** Name of the CA in the service, unique. Default: the resource's name in the program. A change replaces the CA. */
    name: namedAfterResource(z.string().min(1)),
    /** Common name of the CA's certificate. A change replaces the CA. */
    cn: z.string().min(1),
    /** Other parts of its subject, such as `[{ country: "FR", organization: "Example" }]`. Default: none. A change replaces the CA. */
    names: z.array(nameParts).default([]),
    /** Algorithm of its key: `ECDSA` or `RSA`. Default `ECDSA`. A change replaces the CA. */
    algorithm: z.enum(["ECDSA", "RSA"]).default("ECDSA"),
    /** Size of its key in bits: 256, 384 or 521 for ECDSA, 1024 to 4096 for RSA. Default: the service's choice, 256 or 2048. A change replaces the CA. */
    size: z.number().int().optional(),
    /** Host names that its certificate carries. Default: none. A change replaces the CA. */
    dnsNames: z.array(z.string()).default([]),
    /** E-mail addresses that its certificate carries. Default: none. A change replaces the CA. */
    emailAddresses: z.array(z.string()).default([]),
    /** IP addresses that its certificate carries. Default: none. A change replaces the CA. */
    ipAddresses: z.array(z.string()).default([]),
    /** Id of the `LocalCa` that signs it and so makes it an intermediate CA. Default: it signs itself and is a root. A change replaces the CA. */
    parent: z.string().min(1).optional(),
    /** Days for which its certificate is valid, at least 1. Default 3650. A change replaces the CA. */
    duration: z.number().int().min(1).default(3650),
    /** True when clients may log in with certificates of this CA. Default: the service's choice. Changes in place. */
    allowClientAuthentication: z.boolean().optional(),
    /** True when users may log in with certificates of this CA. Default: the service's choice. Changes in place. */
    allowUserAuthentication: z.boolean().optional(),
  },
  outputs: {
    /** `pending` until it is signed, then `active`, at last `expired`. */
    state: z.string(),
    /** URI of the CA in the service, as trusted CAs of interfaces name it. */
    uri: z.string(),
    /** Its certificate, PEM. */
    certificate: z.string(),
    /** Serial number of the certificate, decimal. */
    serialNumber: z.string(),
    /** Subject of the certificate, such as `/O=Example/CN=Root`. */
    subject: z.string(),
    /** Issuer of the certificate. */
    issuer: z.string(),
    /** When the certificate begins to be valid, RFC 3339. */
    notBefore: z.string(),
    /** When the certificate ends, RFC 3339. */
    notAfter: z.string(),
    /** SHA-256 fingerprint of the certificate in hexadecimal digits. */
    sha256Fingerprint: z.string(),
  },
  filters: ["name", "subject", "issuer", "state", "cert"],
  immutable: [
    "name",
    "cn",
    "names",
    "algorithm",
    "size",
    "dnsNames",
    "emailAddresses",
    "ipAddresses",
    "parent",
    "duration",
  ],
  writeOnly: ["cn", "names", "algorithm", "size", "dnsNames", "emailAddresses", "ipAddresses", "parent", "duration"],
  unordered: ["dnsNames", "emailAddresses", "ipAddresses"],
  needs: { parent: parentCa },
  computed: ["size", "allowClientAuthentication", "allowUserAuthentication"],
  wire: {
    names: { encode: (names: z.output<typeof nameParts>[]) => names.map(inLetters) },
    parent: { to: false },
    duration: { to: false },
    allowClientAuthentication: purposePlace("client"),
    allowUserAuthentication: purposePlace("user"),
    certificate: { from: "cert" },
    notBefore: validFrom("cert"),
    notAfter: validUntil("cert"),
  },
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
      inputs: ["allowClientAuthentication", "allowUserAuthentication"],
      run: ({ api, inputs }, { id }) => api.patch(item(id), purposeOf(inputs)),
    },
  ],
  existing: {
    list: listLocalCas,
    // It signed the service's own certificate, or is the domain's first: it comes and goes with them.
    owner: (ca) => (ca[builtIn] ? "the service: it is the first CA, which came with it or with its domain" : undefined),
  },
  hooks: {
    check({ algorithm, size }) {
      if (size === undefined) return [];
      const fits = algorithm === "RSA" ? size >= 1024 && size <= 4096 : [256, 384, 521].includes(size);
      const range = algorithm === "RSA" ? "1024 to 4096" : "256, 384 or 521";
      return fits ? [] : [{ property: "size", reason: `must be ${range} for ${algorithm}` }];
    },
    async users(api, id) {
      const profiles = (await api.list("/client-management/profiles")).filter((one) => one.ca_id === id);
      return profiles.map(({ name }) => `the client profile "${String(name)}"`).join(", ") || undefined;
    },
  },
});

/** Signs once: that an answer was lost shows in a refusal of the second attempt, when the CA is signed already. */
async function signed(api: Api, id: string, action: "self-sign" | "install", body: Wire): Promise<Wire> {
  try {
    return await api.post(`${item(id)}/${action}`, body, { repeatable: true });
  } catch (error) {
    if (!isKind(error, "conflict", "badRequest")) throw error;
    const now = await api.get(item(id));
    if (now.state === "pending") throw error;
    return now;
  }
}

/** The parent's certificate for a CA: the one it gave before, if an earlier run broke off after that, or a new one. */
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
