import { body, texts } from "../../core/body";
import { invalid } from "../../core/errors";
import { list } from "../../core/lists";
import type { Stored } from "../../core/record";
import type { Call, Operations, Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { guardableCalled, guardables, needGuardable, type Guardable } from "./guardable";

/** An operation that is guarded in its domain, by name. */
const policies = defineKind<Stored>("quorum-policies");

export const isGuarded = (scope: Scope, operation: string): boolean => scope.get(policies, operation) !== undefined;

export const guardedIn = (scope: Scope): string[] => scope.all(policies).map(({ id }) => id);

export function guard(scope: Scope, operation: string): void {
  scope.put(policies, { id: operation, domain: scope.domain });
}

export function free(scope: Scope, operation: string): void {
  scope.remove(policies, { id: operation, domain: scope.domain });
}

const statusOf = (scope: Scope, { operation, label }: Guardable): object => ({
  operation: [operation],
  active: isGuarded(scope, operation),
  profile: operation,
  description: `Quorum for: ${label}`,
});

function listStatus(call: Call): object {
  return list(call, {
    kind: policies,
    rows: guardables.map(({ operation }) => ({ id: operation, domain: call.domain })),
    view: ({ id }) => statusOf(call, needGuardable(call, id)),
    filters: ["operation", "active", "profile"],
  });
}

const named = body({ actions: texts.required });

function change(call: Call, work: (scope: Scope, operation: string) => void): object {
  const { actions } = named(call.body);
  const chosen = actions.map((action) => {
    const found = guardableCalled(action);
    if (found === undefined) throw invalid(`actions: there is no quorum for "${action}"`);
    return found;
  });
  for (const { operation } of chosen) work(call, operation);
  return { resources: chosen.map((one) => statusOf(call, one)) };
}

/** Which operations are guarded. */
export const policyOperations: Operations = {
  "GET /quorum-mgmt/policy/status": listStatus,
  "POST /quorum-mgmt/policy/activate": (call) => change(call, guard),
  "POST /quorum-mgmt/policy/deactivate": (call) => change(call, free),
};
