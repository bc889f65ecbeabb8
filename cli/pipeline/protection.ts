/**
 * Pulumi's option `--ignore-protect` deletes what a program protects: the rule `key-protection`
 * would have passed it in vain.
 */

const option = "--ignore-protect";
const variable = "PULUMI_OPTION_IGNORE_PROTECT";

/** Why arguments for Pulumi, or its variables, are refused; `undefined` if they are not. */
export function liftsProtection(more: readonly string[], environment: NodeJS.ProcessEnv): string | undefined {
  const asked = more.some(
    (argument) => argument === option || (argument.startsWith(`${option}=`) && isOn(argument.slice(option.length + 1))),
  );
  if (!asked && !isOn(environment[variable] ?? "")) return undefined;
  const place = asked ? option : variable;
  return `${place} is refused, and nothing was run: it would delete protected keys. Take the option { protect: true } from the resource instead, in a commit of its own.`;
}

/** As Pulumi reads it. */
export const isOn = (text: string): boolean => !["", "0", "f", "false"].includes(text.toLowerCase());
