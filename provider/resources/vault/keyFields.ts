import * as z from "zod";
import { field, named } from "../../lifecycle/vocabulary/field";
import type { KindPlaces } from "../../limits/kind";

/** What keys of a vault have, here and in domains of another service. */

const curves = z.enum([
  "secp224k1",
  "secp224r1",
  "secp256k1",
  "secp384r1",
  "secp521r1",
  "prime256v1",
  "brainpoolP224r1",
  "brainpoolP224t1",
  "brainpoolP256r1",
  "brainpoolP256t1",
  "brainpoolP384r1",
  "brainpoolP384t1",
  "brainpoolP512r1",
  "brainpoolP512t1",
  "curve25519",
]);

export const keyName = named(
  z
    .string()
    .min(1)
    .regex(/^[^<>\\]+$/, "must not hold < > or \\"),
  { change: "replace" },
);

export const lowerCase = (name: string): string => name.toLowerCase();

export const algorithm = field(
  z
    .enum(["aes", "tdes", "rsa", "ec", "hmac-sha1", "hmac-sha256", "hmac-sha384", "hmac-sha512", "seed", "aria"])
    .default("aes"),
  { change: "replace", wire: { decode: lowerCase } },
);

export const size = field(z.number().int().positive().optional(), { change: "replace", absent: "theirs" });

export const curveId = field(curves.optional(), {
  change: "replace",
  absent: "theirs",
  wire: { to: "curveid", from: (response) => response.curveid ?? response.curveId },
});

export const usageMask = field(z.number().int().min(0).max(4194303).optional(), { absent: "theirs", guards: true });

/** Labels of a key, here or in another manager of the same kind, which adds some of its own. */
export const keyLabels = field(z.record(z.string(), z.string()).default({}), {
  as: "merge",
  reserved: { keys: /^ncryptify-reserved\//, by: "the service writes labels under ncryptify-reserved/ itself" },
});

/** What tells the kind of such a key. */
export const vaultKind: KindPlaces = {
  algorithm: ["algorithm"],
  size: ["size"],
  curve: ["curveId"],
  purpose: ["usageMask"],
  tags: ["labels"],
  usual: ["AES256"],
};
