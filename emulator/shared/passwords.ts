import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { invalid } from "../core/errors";

export interface HashedPassword {
  readonly salt: string;
  readonly hash: string;
}

/** The default policy, as GET /auth/self/pwdpolicy shows it. */
export const passwordPolicy = {
  policy_name: "global",
  inclusive_min_total_length: 8,
  inclusive_max_total_length: 30,
  inclusive_min_lower_case: 1,
  inclusive_min_upper_case: 1,
  inclusive_min_digits: 1,
  inclusive_min_other: 1,
};

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

/** Refuses a password that the policy forbids, without repeating it. */
export function checkPassword(password: string): string {
  const wanted: [boolean, string][] = [
    [password.length >= 8 && password.length <= 30, "8 to 30 characters"],
    [/[a-z]/.test(password), "a lower case letter"],
    [/[A-Z]/.test(password), "an upper case letter"],
    [/\d/.test(password), "a digit"],
    [/[^a-zA-Z\d]/.test(password), "a special character"],
  ];
  const lacking = wanted.filter(([met]) => !met).map(([, wish]) => wish);
  if (lacking.length > 0) throw invalid(`the password needs ${lacking.join(", ")}`);
  return password;
}
