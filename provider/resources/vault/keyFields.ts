import * as z from "zod";
import type { Wire } from "../../api/client";
import type { Failure } from "../../lifecycle/vocabulary/definition";
import { field, named, open } from "../../lifecycle/vocabulary/field";
import type { KindPlaces } from "../../limits/kind";
import { anyCase } from "../names";

/** What keys of a vault have, here and in domains of another service. */

const curves = open([
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

const algorithms = [
  "aes",
  "tdes",
  "rsa",
  "ec",
  "hmac-sha1",
  "hmac-sha256",
  "hmac-sha384",
  "hmac-sha512",
  "seed",
  "aria",
] as const;

/** Algorithms of the vault's own keys. That another manager has `ml-dsa` as well is not known. */
export const algorithm = field(open([...algorithms, "ml-dsa"]).default("aes"), {
  change: "replace",
  as: anyCase,
  wire: { decode: anyCase },
});

export const algorithmElsewhere = open(algorithms).default("aes");

export const size = field(z.number().int().positive().optional(), { change: "replace", absent: "theirs" });

export const curveIn = (key: Wire): unknown => key.curveid ?? key.curveId;

/** Other standards' names of the same curves. */
const otherNames: Readonly<Record<string, string>> = {
  "p-224": "secp224r1",
  "p-256": "prime256v1",
  "p-384": "secp384r1",
  "p-521": "secp521r1",
  secp256r1: "prime256v1",
};

/** A similar name would be that of another curve. */
export function curveFailures({ curveId: given }: { readonly curveId?: string | undefined }): Failure[] {
  const name = otherNames[String(given).toLowerCase()];
  return name === undefined ? [] : [{ property: "curveId", reason: `must be spelled "${name}", not "${given}"` }];
}

export const curveId = field(curves.optional(), {
  change: "replace",
  absent: "theirs",
  wire: { to: "curveid", from: curveIn },
});

/** What the parameter set is called: both names are inferred, both are read, and the first is sent. */
const [parameterSetName, otherName] = ["mlDSAParameterSet", "parameterSet"];

export const parameterSetIn = (key: Wire): unknown => key[parameterSetName] ?? key[otherName];

export const parameterSet = field(open(["ML-DSA-44", "ML-DSA-65", "ML-DSA-87"]).optional(), {
  change: "replace",
  absent: "theirs",
  wire: { to: parameterSetName, from: parameterSetIn },
});

export const usageMask = field(z.number().int().min(0).max(4194303).optional(), { absent: "theirs", guards: true });

/** Labels of a key, here or in another manager of the same kind, which adds some of its own. */
export const keyLabels = field(z.record(z.string(), z.string()).default({}), {
  as: "merge",
  reserved: { keys: /^ncryptify-reserved\//, by: "the service writes labels under ncryptify-reserved/ itself" },
});

/** What tells the kind of such a key. */
export const keyKind: KindPlaces = {
  algorithm: ["algorithm"],
  size: ["size"],
  curve: ["curveId"],
  purpose: ["usageMask"],
  tags: ["labels"],
  usual: ["AES256", "ARIA256", "TDES192"],
};

export const vaultKind: KindPlaces = { ...keyKind, algorithm: ["parameterSet", "algorithm"] };
