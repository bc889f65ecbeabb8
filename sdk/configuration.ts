import * as pulumi from "@pulumi/pulumi";
import { settingNames } from "../provider/api/settings";
import { nearestOf } from "../provider/lifecycle/values/mistakes";

const namespace = "ciphertrust:";
let isChecked = false;

/**
 * Refuses, once per program, probably misspelt keys of the stack's configuration, and warns of
 * others that this provider ignores.
 */
export function checkStackSettings(): void {
  // A project of that name keeps its own configuration there.
  if (isChecked || `${pulumi.getProject()}:` === namespace) return;
  isChecked = true;
  const { allConfig } = pulumi.runtime as Partial<typeof pulumi.runtime>;
  const unknown = unknownSettings(Object.keys(allConfig?.() ?? {}));
  for (const { problem, isMisspelt } of unknown) if (!isMisspelt) void pulumi.log.warn(problem);
  const misspelt = unknown.filter((one) => one.isMisspelt).map(({ problem }) => problem);
  if (misspelt.length > 0) throw new pulumi.RunError(misspelt.join("\n"));
}

interface UnknownSetting {
  readonly problem: string;
  /** True if another name was probably meant. */
  readonly isMisspelt: boolean;
}

/** Keys of a stack's configuration that are no settings. */
export function unknownSettings(keys: readonly string[]): UnknownSetting[] {
  const names: readonly string[] = settingNames;
  const given = keys.filter((key) => key.startsWith(namespace)).map((key) => key.slice(namespace.length));
  return given
    .filter((one) => !names.includes(one))
    .map((name) => {
      const nearest = nearestOf(name, names);
      const hint = nearest ? `did you mean ${namespace}${nearest}?` : `its settings are ${names.join(", ")}`;
      const problem = `${namespace}${name} in the stack's configuration is not a setting of this provider: ${hint}`;
      return { problem, isMisspelt: nearest !== undefined };
    });
}
