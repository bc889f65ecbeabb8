import { counted } from "../core/counted";
import { invalid } from "../core/errors";
import type { Scope } from "../core/scope";
import type { Stored } from "../core/record";
import { defineKind } from "../core/store";
import { minute, parseTime } from "../core/time";
import { domains } from "./identities";

/** What passwords must be like, and what failed logins lead to. The id is the policy's name. */
export interface PasswordPolicy extends Stored {
  readonly policy_name: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly inclusive_min_total_length: number;
  readonly inclusive_max_total_length: number;
  readonly inclusive_min_lower_case: number;
  readonly inclusive_min_upper_case: number;
  readonly inclusive_min_digits: number;
  readonly inclusive_min_other: number;
  readonly password_history_threshold: number;
  readonly password_lifetime: number;
  readonly password_change_min_days: number;
  /**
   * For how many minutes the first, the second … failed login locks the account; the last one
   * counts for all that follow.
   */
  readonly failed_logins_lockout_thresholds: readonly number[];
}

export const passwordPolicies = defineKind<PasswordPolicy>("password-policies");

/** The policy that counts for whoever has no other. */
export const globalPolicy = "global";

export const defaultLimits = {
  inclusive_min_total_length: 8,
  inclusive_max_total_length: 30,
  inclusive_min_lower_case: 1,
  inclusive_min_upper_case: 1,
  inclusive_min_digits: 1,
  inclusive_min_other: 1,
  password_history_threshold: 0,
  password_lifetime: 0,
  password_change_min_days: 0,
  failed_logins_lockout_thresholds: [],
};

/** The global policy of a domain that has not changed it is as old as the domain. */
function untouched({ domain, service }: Scope): PasswordPolicy {
  const at = service.root.get(domains, domain)?.createdAt ?? "";
  return { id: globalPolicy, domain, policy_name: globalPolicy, created_at: at, updated_at: at, ...defaultLimits };
}

export function findPolicy(scope: Scope, name: string): PasswordPolicy | undefined {
  return scope.get(passwordPolicies, name) ?? (name === globalPolicy ? untouched(scope) : undefined);
}

/** The policy of an account: the one it names, if that exists, else the global one. */
export function policyFor(scope: Scope, name = globalPolicy): PasswordPolicy {
  return findPolicy(scope, name) ?? policyFor(scope);
}

/** Refuses a password that the policy forbids, without repeating it. */
export function checkPassword(policy: PasswordPolicy, password: string): string {
  const count = (pattern: RegExp): number => password.match(pattern)?.length ?? 0;
  const { inclusive_min_total_length: least, inclusive_max_total_length: most } = policy;
  const kinds = [
    [/[a-z]/g, policy.inclusive_min_lower_case, "lower case letter"],
    [/[A-Z]/g, policy.inclusive_min_upper_case, "upper case letter"],
    [/\d/g, policy.inclusive_min_digits, "digit"],
    [/[^a-zA-Z\d]/g, policy.inclusive_min_other, "special character"],
  ] as const;
  const lacking = kinds
    .filter(([pattern, needed]) => count(pattern) < needed)
    .map(([, needed, kind]) => counted(needed, kind));
  if (password.length < least) lacking.unshift(`at least ${counted(least, "character")}`);
  if (most > 0 && password.length > most) lacking.unshift(`at most ${counted(most, "character")}`);
  if (lacking.length > 0) throw invalid(`the password needs ${lacking.join(", ")}`);
  return password;
}

/**
 * Until when an account is locked after that many failed logins, the last of them at that time; 0
 * when it is not.
 */
export function lockedUntil(
  { failed_logins_lockout_thresholds: minutes }: PasswordPolicy,
  failed: number,
  last = "",
): number {
  const duration = failed === 0 ? undefined : minutes[Math.min(failed, minutes.length) - 1];
  return duration === undefined ? 0 : (parseTime(last) ?? 0) + duration * minute;
}
