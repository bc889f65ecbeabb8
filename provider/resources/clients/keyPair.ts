import "reflect-metadata";
import { createHash, webcrypto } from "node:crypto";
import * as z from "zod";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { inLetters, nameParts } from "./subject";

/** A key pair that this machine makes, with the certificate signing request for it. Only the request ever goes to the service. */
export const clientKeyPair = defineResource({
  type: "ClientKeyPair",
  path: "",
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
  hooks: {
    check({ algorithm, size }) {
      if (size === undefined) return [];
      const fits = algorithm === "RSA" ? size >= 2048 && size <= 8192 : size in curves;
      const range = algorithm === "RSA" ? "2048 to 8192" : "256, 384 or 521";
      return fits ? [] : [{ property: "size", reason: `must be ${range} for ${algorithm}` }];
    },
    // The service knows nothing of it: there is nothing to ask, to find or to remove.
    create: ({ inputs }) => makeKeyPair(inputs),
    find: () => Promise.resolve([]),
    read: (_api, id) => Promise.resolve({ id }),
    remove: () => Promise.resolve(),
  },
});

interface Wanted {
  cn: string;
  names: z.output<typeof nameParts>[];
  algorithm: "ECDSA" | "RSA";
  size?: number;
  dnsNames: string[];
  emailAddresses: string[];
  ipAddresses: string[];
}

const curves: Record<number, string> = { 256: "P-256", 384: "P-384", 521: "P-521" };
const hashes: Record<number, string> = { 256: "SHA-256", 384: "SHA-384", 521: "SHA-512" };

function algorithmOf({ algorithm, size }: Wanted) {
  if (algorithm === "ECDSA") return { name: "ECDSA", namedCurve: curves[size ?? 256]!, hash: hashes[size ?? 256]! };
  const publicExponent = new Uint8Array([1, 0, 1]);
  return { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", publicExponent, modulusLength: size ?? 2048 };
}

async function makeKeyPair(wanted: Wanted): Promise<Record<string, unknown>> {
  // Loaded when a key pair is made: every other provider process does without it.
  const x509 = await import("@peculiar/x509");
  const provider = webcrypto as unknown as Parameters<typeof x509.cryptoProvider.set>[0];
  x509.cryptoProvider.set(provider);
  const signingAlgorithm = algorithmOf(wanted);
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ["sign", "verify"]);
  const parts = wanted.names.flatMap((one) => Object.entries(inLetters(one)));
  const alternatives = [
    ...wanted.dnsNames.map((value) => ({ type: "dns" as const, value })),
    ...wanted.emailAddresses.map((value) => ({ type: "email" as const, value })),
    ...wanted.ipAddresses.map((value) => ({ type: "ip" as const, value })),
  ];
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: [...parts.map(([letter, text]) => ({ [letter]: [text] })), { CN: [wanted.cn] }],
    keys,
    signingAlgorithm,
    extensions: alternatives.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(alternatives)],
  });
  const [privateKey, publicKey] = await Promise.all([
    webcrypto.subtle.exportKey("pkcs8", keys.privateKey),
    webcrypto.subtle.exportKey("spki", keys.publicKey),
  ]);
  return {
    id: createHash("sha256").update(Buffer.from(publicKey)).digest("hex"),
    private_key: x509.PemConverter.encode(privateKey, "PRIVATE KEY"),
    public_key: x509.PemConverter.encode(publicKey, "PUBLIC KEY"),
    csr: request.toString("pem"),
  };
}
