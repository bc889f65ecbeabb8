import type { System } from "../../core/scope";
import { demoUser } from "./demo";
import { domainOperations, seedRootDomain, unlistedDomainOperations } from "./domains";
import { groupOperations } from "./groups";
import { passwordPolicyOperations } from "./passwordPolicies";
import { checkRights } from "./permissions";
import { domains, newUser, seedGroups, users } from "../../shared/identities";
import { userOperations } from "./users";

/** Users, groups and domains, and who may change what. */
export const identity: System = {
  name: "identity",
  operations: { ...userOperations, ...groupOperations, ...domainOperations },
  unlisted: { ...unlistedDomainOperations, ...passwordPolicyOperations },
  guard: checkRights,
  uses: (scope, { type, id }) =>
    type !== "ca"
      ? []
      : scope.all(domains).flatMap(({ name, hidden }) => (hidden.parentCa === id ? [`domain "${name}"`] : [])),
  seed: (scope) => {
    const admin = scope.put(users, newUser(scope, demoUser.username, demoUser.password));
    seedRootDomain(scope, admin.id);
    seedGroups(scope, [admin.id]);
  },
};
