import type { ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy/policy";
import { nearestOf } from "../provider/lifecycle/values/mistakes";

/** The settings of rules from the configuration, with messages for mistakes. */

export type Rule = Pick<ResourceValidationPolicy | StackValidationPolicy, "name" | "configSchema">;

/**
 * A mistake in the configuration. The policy library prints the stack of what it catches; only the
 * message is useful to users.
 */
class SettingError extends Error {
  constructor(message: string) {
    super(message);
    this.stack = message;
  }
}

/** The settings of a rule. Throws for an unknown name: the engine accepts any name. */
export function settingsOf<T extends object>(rule: Rule, getConfig: <C extends object>() => C): T {
  const settings = getConfig<T>();
  const names = Object.keys(rule.configSchema?.properties ?? {});
  const odd = Object.keys(settings).find((name) => name !== "enforcementLevel" && !names.includes(name));
  if (odd === undefined) return settings;
  const meant = nearestOf(odd, names);
  const question = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  const has = names.length === 0 ? "Its only setting is enforcementLevel." : `It has ${names.join(", ")}.`;
  throw new SettingError(`The policy ${rule.name} has no setting "${odd}".${question} ${has}`);
}

/** Throws for a setting that cannot be followed. */
export function refuseSetting({ name }: Rule, mistake: string): never {
  throw new SettingError(`The policy ${name} ${mistake}`);
}

/** The case-insensitive regular expression of a setting. */
export function patternOf({ name }: Rule, setting: string, text: string): RegExp {
  try {
    return new RegExp(text, "i");
  } catch {
    throw new SettingError(
      `The setting "${setting}" of the policy ${name} is not a regular expression: ${JSON.stringify(text)}. An example is "^(live|eu-live)$".`,
    );
  }
}
