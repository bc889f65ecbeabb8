import * as pulumi from "@pulumi/pulumi";
import { settingNames } from "../provider/api/settings";
import { nearestOf } from "../provider/lifecycle/nearest";

const namespace = "ciphertrust:";
let isChecked = false;

/** Warns, once per program, of keys of the stack's configuration that this provider does not know and would ignore. */
export function warnOfUnknownSettings(): void {
  // A project of that name keeps its own configuration there.
  if (isChecked || `${pulumi.getProject()}:` === namespace) return;
  isChecked = true;
  const { allConfig } = pulumi.runtime as Partial<typeof pulumi.runtime>;
  for (const warning of unknownSettings(Object.keys(allConfig?.() ?? {}))) void pulumi.log.warn(warning);
}

/** Problems with these keys of a stack's configuration. */
export function unknownSettings(keys: readonly string[]): string[] {
  const names: readonly string[] = settingNames;
  const given = keys.filter((key) => key.startsWith(namespace)).map((key) => key.slice(namespace.length));
  return given
    .filter((one) => !names.includes(one))
    .map((name) => {
      const nearest = nearestOf(name, names);
      const hint = nearest ? `did you mean ${namespace}${nearest}?` : `its settings are ${names.join(", ")}`;
      return `${namespace}${name} in the stack's configuration is not a setting of this provider: ${hint}`;
    });
}
