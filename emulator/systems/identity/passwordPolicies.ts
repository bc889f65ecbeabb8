import { body, Field, integer, text } from "../../core/body";
import { conflict, forbidden, invalid, notFound } from "../../core/errors";
import { list } from "../../core/lists";
import { created } from "../../core/response";
import type { Call, Operations } from "../../core/scope";
import {
  defaultLimits,
  findPolicy,
  globalPolicy,
  passwordPolicies,
  type PasswordPolicy,
} from "../../shared/passwordPolicies";

/** Minutes; an empty list locks nobody. */
const lockouts = new Field<readonly number[]>((sent, name) => {
  const given = sent.raw(name);
  if (given === undefined || given === null) return undefined;
  const isMinutes = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
  if (!Array.isArray(given) || !given.every(isMinutes)) throw invalid(`${name} must be a list of minutes`);
  return given;
});

const atLeast = (name: keyof typeof defaultLimits): Field<number, never> =>
  integer(0).or(defaultLimits[name] as number);
const limits = body({
  inclusive_min_total_length: atLeast("inclusive_min_total_length"),
  inclusive_max_total_length: atLeast("inclusive_max_total_length"),
  inclusive_min_lower_case: atLeast("inclusive_min_lower_case"),
  inclusive_min_upper_case: atLeast("inclusive_min_upper_case"),
  inclusive_min_digits: atLeast("inclusive_min_digits"),
  inclusive_min_other: atLeast("inclusive_min_other"),
  password_history_threshold: atLeast("password_history_threshold"),
  password_lifetime: atLeast("password_lifetime"),
  password_change_min_days: atLeast("password_change_min_days"),
  failed_logins_lockout_thresholds: lockouts.or(defaultLimits.failed_logins_lockout_thresholds),
});
const newPolicy = body({ policy_name: text.required });

export function policyView({ id: _id, domain: _domain, ...policy }: PasswordPolicy): object {
  return policy;
}

function target(call: Call): PasswordPolicy {
  const policy = findPolicy(call, call.param("policy_name"));
  if (policy === undefined) throw notFound();
  return policy;
}

/** The policy with new limits. Lengths that contradict each other would let nobody in. */
function put(call: Call, policy: PasswordPolicy): PasswordPolicy {
  const { inclusive_min_total_length: least, inclusive_max_total_length: most } = policy;
  if (most > 0 && least > most) throw invalid("inclusive_min_total_length is more than inclusive_max_total_length");
  return call.put(passwordPolicies, { ...policy, updated_at: call.service.clock.stamp() });
}

function createPolicy(call: Call): object {
  const { policy_name } = newPolicy(call.body);
  if (findPolicy(call, policy_name) !== undefined)
    throw conflict(`a password policy called ${policy_name} exists already`);
  const at = call.service.clock.stamp();
  const named = { id: policy_name, domain: call.domain, policy_name, created_at: at, updated_at: at };
  return created(policyView(put(call, { ...named, ...limits(call.body) })));
}

function changePolicy(call: Call): object {
  const policy = target(call);
  return policyView(put(call, { ...policy, ...limits(call.body, policy) }));
}

function deletePolicy(call: Call): void {
  const policy = target(call);
  if (policy.policy_name === globalPolicy) throw forbidden("the global password policy cannot be deleted");
  call.remove(passwordPolicies, policy);
}

function listPolicies(call: Call): object {
  const others = call.all(passwordPolicies).filter(({ id }) => id !== globalPolicy);
  const rows = [findPolicy(call, globalPolicy), ...others].filter((policy) => policy !== undefined);
  return list(call, { kind: passwordPolicies, rows, view: policyView, filters: ["policy_name"] });
}

const one = "/usermgmt/pwdpolicies/{policy_name}";

/** The global policy is one of them, called so. */
export const passwordPolicyOperations: Operations = {
  "GET /usermgmt/pwdpolicies/": listPolicies,
  "POST /usermgmt/pwdpolicies/": createPolicy,
  [`GET ${one}`]: (call) => policyView(target(call)),
  [`PATCH ${one}`]: changePolicy,
  [`DELETE ${one}`]: deletePolicy,
};
