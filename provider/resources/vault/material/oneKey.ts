import { createPublicKey, sign, verify, type JsonWebKey, type KeyObject } from "node:crypto";

/** Whether the private half of a pair belongs to the public one that its file has as well. */
export const isOneKey = (key: KeyObject): boolean =>
  isVerified(key) && (key.asymmetricKeyType !== "rsa" || isConsistent(key.export({ format: "jwk" })));

function isVerified(key: KeyObject): boolean {
  const text = Buffer.from("pulumi-ciphertrust");
  try {
    return verify("sha256", text, createPublicKey(key), sign("sha256", text, key));
  } catch {
    // A key that cannot sign, such as one of X25519, whose public half is always computed.
    return true;
  }
}

/** An RSA key is stored in two ways at once: who signs by one does not notice a wrong other one. */
function isConsistent(parts: JsonWebKey): boolean {
  const [e, d, p, q, dp, dq, qi] = (["e", "d", "p", "q", "dp", "dq", "qi"] as const).map((one) => numberOf(parts[one]));
  const isByPrime = (prime: bigint, part: bigint) =>
    prime > 1n && (e! * d!) % (prime - 1n) === 1n && d! % (prime - 1n) === part;
  const isWithoutPrimes = p === 0n && q === 0n;
  return isWithoutPrimes || (isByPrime(p!, dp!) && isByPrime(q!, dq!) && (q! * qi!) % p! === 1n);
}

const numberOf = (text = ""): bigint => BigInt(`0x0${Buffer.from(text, "base64url").toString("hex")}`);
