import * as z from "zod";

/** Curves of the vault's own keys, here and in external domains. */
export const curve = z.enum([
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
