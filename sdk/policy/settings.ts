import type { ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy/policy";
import { nearestOf } from "../../provider/engine/nearest";

/** The settings of rules as the configuration gives them, with words for what is wrong with them. */

type Rule = Pick<ResourceValidationPolicy | StackValidationPolicy, "name" | "configSchema">;

/** A mistake in the configuration. The policy library prints the stack of what it catches; users are helped by the message alone. */
class SettingError extends Error {
  constructor(message: string) {
    super(message);
    this.stack = message;
  }
}

/** The settings of a rule. Throws for a name that is none of them: the engine lets any name pass. */
export function settingsOf<T extends object>(rule: Rule, getConfig: <C extends object>() => C): T {
  const settings = getConfig<T>();
  const names = Object.keys(rule.configSchema?.properties ?? {});
  const odd = Object.keys(settings).find((name) => name !== "enforcementLevel" && !names.includes(name));
  if (odd === undefined) return settings;
  const meant = nearestOf(odd, names);
  const question = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  const has = names.length === 0 ? "It has none but enforcementLevel." : `It has ${names.join(", ")}.`;
  throw new SettingError(`The policy ${rule.name} has no setting "${odd}".${question} ${has}`);
}

/** The regular expression that a setting holds, whatever the case of what it is compared with. */
export function patternOf({ name }: Rule, setting: string, text: string): RegExp {
  try {
    return new RegExp(text, "i");
  } catch {
    throw new SettingError(
      `The setting "${setting}" of the policy ${name} is no regular expression: ${JSON.stringify(text)}. One would be "^(live|eu-live)$".`,
    );
  }
}
