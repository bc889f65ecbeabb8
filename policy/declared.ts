import type { PolicyResource, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy/policy";

/**
 * A rule on the resources that the program declares. After a refresh the engine lists, among the resources of the stack,
 * all that it has refreshed, what the program has removed as well as what it only reads. What is declared the engine shows
 * before that, one by one, in every mode: hence a rule of both kinds.
 */
export function onDeclared(rule: StackValidationPolicy): StackValidationPolicy & ResourceValidationPolicy {
  const declared = new Set<string>();
  return {
    ...rule,
    validateResource({ urn, notApplicable }) {
      declared.add(urn);
      notApplicable("It is decided for the stack as a whole.");
    },
    validateStack(args, report) {
      // If nothing was shown, all of them count.
      const resources = declared.size === 0 ? args.resources : among(args.resources, declared);
      declared.clear();
      return rule.validateStack({ ...args, resources }, report);
    },
  };
}

/** These alone, and no way from them to any other. */
function among(resources: readonly PolicyResource[], urns: ReadonlySet<string>): PolicyResource[] {
  const kept = new Map(resources.filter(({ urn }) => urns.has(urn)).map((one) => [one.urn, { ...one }]));
  for (const one of kept.values()) {
    const entries = Object.entries(one.propertyDependencies);
    one.propertyDependencies = Object.fromEntries(
      entries.map(([property, needed]) => [property, needed.flatMap(({ urn }) => kept.get(urn) ?? [])]),
    );
  }
  return [...kept.values()];
}
