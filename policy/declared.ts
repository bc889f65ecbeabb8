import type { PolicyResource, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy/policy";

/**
 * A rule on the resources that the program declares, and on what it declares of them. Among the
 * resources of the stack the engine lists, after a refresh, all that it has refreshed, what the
 * program has removed as well as what it only reads; and their properties are outputs, in which the
 * service has filled in what the program left out. Judged by these, a program that passed would
 * fail from its second run on. What is declared, with its arguments, the engine shows before that,
 * one by one, in every mode: hence a rule of both kinds.
 */
export function onDeclared(rule: StackValidationPolicy): StackValidationPolicy & ResourceValidationPolicy {
  const declared = new Map<string, PolicyResource["props"]>();
  return {
    ...rule,
    validateResource({ urn, props, notApplicable }) {
      declared.set(urn, props);
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

/** These alone, with their arguments, and no way from them to any other. */
function among(
  resources: readonly PolicyResource[],
  declared: ReadonlyMap<string, PolicyResource["props"]>,
): PolicyResource[] {
  const found = resources.filter(({ urn }) => declared.has(urn));
  const kept = new Map(found.map((one) => [one.urn, { ...one, props: declared.get(one.urn)! }]));
  for (const one of kept.values()) {
    const entries = Object.entries(one.propertyDependencies);
    one.propertyDependencies = Object.fromEntries(
      entries.map(([property, needed]) => [property, needed.flatMap(({ urn }) => kept.get(urn) ?? [])]),
    );
  }
  return [...kept.values()];
}
