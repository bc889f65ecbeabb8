import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

export interface HashedPassword {
  readonly salt: string;
  readonly hash: string;
}

/** Cheap on purpose: tests log in a lot, and nothing here is worth an attack. */
const cost = { N: 1024 };

export function hashPassword(password: string): HashedPassword {
  const salt = randomBytes(16).toString("hex");
  return { salt, hash: scryptSync(password, salt, 32, cost).toString("hex") };
}

/** What was right before: whoever logs in a thousand times is tested once. */
const known = new WeakMap<HashedPassword, string>();

export function passwordMatches(password: string, hashed: HashedPassword): boolean {
  if (known.get(hashed) === password) return true;
  const { salt, hash } = hashed;
  const matches = timingSafeEqual(scryptSync(password, salt, 32, cost), Buffer.from(hash, "hex"));
  if (matches) known.set(hashed, password);
  return matches;
}
