import * as z from "zod";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { nameParts } from "./subject";

/** The X.509 library is loaded when a key pair is made: every other provider process does without it. */
// eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports -- see above
const maker = () => require("./request") as typeof import("./request");

/**
 * A key pair that is made on the machine that runs Pulumi, with the certificate signing request for it. The private key
 * is kept as a secret of the stack's state and never goes to the service; destroying the resource forgets it.
 */
export const clientKeyPair = defineResource({
  type: "ClientKeyPair",
  path: "",
  notLookedUp: "it exists in the state of its stack only",
  inputs: {
    /** Common name in the request. Default: the resource's name in the program. A change replaces the key pair. */
    cn: namedAfterResource(z.string().min(1)),
    /** Other parts of its subject, such as `[{ country: "FR", organization: "Example" }]`. Default: none. A change replaces the key pair. */
    names: z.array(nameParts).default([]),
    /** Algorithm of the key: `ECDSA` or `RSA`. Default `ECDSA`. A change replaces the key pair. */
    algorithm: z.enum(["ECDSA", "RSA"]).default("ECDSA"),
    /** Size of the key in bits: 256, 384 or 521 for ECDSA, 2048 to 8192 for RSA. Default 256 or 2048. A change replaces the key pair. */
    size: z.number().int().optional(),
    /** Host names in the request. Default: none. A change replaces the key pair. */
    dnsNames: z.array(z.string()).default([]),
    /** E-mail addresses in the request. Default: none. A change replaces the key pair. */
    emailAddresses: z.array(z.string()).default([]),
    /** IP addresses in the request. Default: none. A change replaces the key pair. */
    ipAddresses: z.array(z.string()).default([]),
    /** Any values; a change of them makes a new key pair. Default: none. */
    triggers: z.record(z.string(), z.unknown()).default({}),
  },
  outputs: {
    /** The private key, PEM (PKCS #8). Secret; it stays in the state of the stack and never goes to the service. */
    privateKey: z.string(),
    /** The public key, PEM. */
    publicKey: z.string(),
    /** The certificate signing request, PEM (PKCS #10). */
    csr: z.string(),
  },
  immutable: ["cn", "names", "algorithm", "size", "dnsNames", "emailAddresses", "ipAddresses", "triggers"],
  unique: [],
  secret: ["privateKey"],
  unordered: ["dnsNames", "emailAddresses", "ipAddresses"],
  shownOnce: ["privateKey", "publicKey", "csr"],
  existing: { list: "key pairs are made and kept by programs; the service has none" },
  hooks: {
    check({ algorithm, size }) {
      if (size === undefined) return [];
      const fits = algorithm === "RSA" ? size >= 2048 && size <= 8192 : [256, 384, 521].includes(size);
      const range = algorithm === "RSA" ? "2048 to 8192" : "256, 384 or 521";
      return fits ? [] : [{ property: "size", reason: `must be ${range} for ${algorithm}` }];
    },
    // The service knows nothing of it: there is nothing to ask, to find or to remove.
    create: ({ inputs }) => maker().makeKeyPair(inputs),
    find: () => Promise.resolve([]),
    read: (_api, id) => Promise.resolve({ id }),
    remove: () => Promise.resolve(),
  },
});
