import * as z from "zod";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named } from "../../lifecycle/vocabulary/field";
import { nameParts } from "./subject";
import type * as request from "./request";

/**
 * The X.509 library is loaded when a key pair is made: every other provider process does without
 * it.
 */
// eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
const maker = () => require("./request") as typeof request;

/**
 * A key pair that is made on the machine that runs Pulumi, with the certificate signing request for
 * it. The private key is stored as a secret in the stack's state and never sent to the service.
 * Destroying the resource removes it from the state.
 */
export const clientKeyPair = defineResource({
  type: "ClientKeyPair",
  path: "",
  inputs: {
    /** Common name in the request. */
    cn: named(z.string().min(1), { change: "replace" }),
    /** Other parts of its subject, such as `[{ country: "FR", organization: "Example" }]`. */
    names: field(z.array(nameParts).default([]), { change: "replace" }),
    /** Algorithm of the key: `ECDSA` or `RSA`. */
    algorithm: field(z.enum(["ECDSA", "RSA"]).default("ECDSA"), { change: "replace" }),
    /**
     * Size of the key in bits: 256, 384 or 521 for ECDSA, 2048 to 8192 for RSA. Default 256 or
     * 2048.
     */
    size: field(z.number().int().optional(), { change: "replace" }),
    /** Host names in the request. */
    dnsNames: field(z.array(z.string()).default([]), { change: "replace", as: "set" }),
    /** E-mail addresses in the request. */
    emailAddresses: field(z.array(z.string()).default([]), { change: "replace", as: "set" }),
    /** IP addresses in the request. */
    ipAddresses: field(z.array(z.string()).default([]), { change: "replace", as: "set" }),
    /** Any values; a change of them creates a new key pair. */
    triggers: field(z.record(z.string(), z.unknown()).default({}), { change: "replace" }),
  },
  outputs: {
    /**
     * The private key, PEM (PKCS #8). Secret; it is stored in the stack's state and never sent to
     * the service.
     */
    privateKey: field(z.string(), { seen: "once", secret: true }),
    /** The public key, PEM. */
    publicKey: field(z.string(), { seen: "once" }),
    /** The certificate signing request, PEM (PKCS #10). */
    csr: field(z.string(), { seen: "once" }),
  },
  unique: [],
  existing: {
    notLookedUp: "it exists in the state of its stack only",
    list: "key pairs are made and kept by programs; the service has none",
  },
  rules: [{ values: "size", by: "algorithm", allowed: { RSA: { from: 2048, to: 8192 }, ECDSA: [256, 384, 521] } }],
  hooks: {
    // It does not exist in the service: there is nothing to read, to find or to delete.
    create: ({ inputs }) => maker().makeKeyPair(inputs),
    find: () => Promise.resolve([]),
    read: (_api, id) => Promise.resolve({ id }),
    remove: () => Promise.resolve(),
  },
});
