import type { ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy/policy";
import { bindingOf, cloudDays, rotatable, scheduleOfContainer } from "./bindings";
import { onDeclared } from "./declared";
import { labelOf, reportEach, seen, type Seen } from "./resources";
import { settingsOf } from "./settings";

/** Settings of the rule `one-rotator`. */
export interface OneRotatorRule {
  /** Names of resources, as in the program, that the rule ignores. Default: none. */
  except: string[];
}

/** A schedule of the service and a key's own cloud do not know of each other's rotations. */
export const oneRotator: StackValidationPolicy & ResourceValidationPolicy = onDeclared({
  name: "one-rotator",
  description: "No key is rotated by a schedule of the service and by its cloud as well.",
  configSchema: { properties: { except: { type: "array", items: { type: "string" }, default: [] } } },
  validateStack({ resources, getConfig }, report) {
    const { except } = settingsOf<OneRotatorRule>(oneRotator, getConfig);
    const all = seen(resources);
    const keys = all.filter(({ type, name }) => rotatable.has(type) && !except.includes(name));
    reportEach(keys, (key) => problemOf(key, all), report);
  },
});

function problemOf(key: Seen, all: readonly Seen[]): string | undefined {
  const binding = bindingOf(key, all);
  const by = binding ? labelOf(binding) : scheduleOfContainer(key)?.by;
  const days = by === undefined ? undefined : cloudDays(key);
  if (days === undefined) return undefined;
  const property = rotatable.get(key.type)!.rotation!.cloudRotates!;
  return `is rotated by its cloud every ${days} days (${property}), and bound to a schedule by ${by!}. Remove one of the two.`;
}
