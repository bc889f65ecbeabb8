import * as pulumi from "@pulumi/pulumi";
import { settingNames } from "../provider/api/settings";
import { nearestOf } from "../provider/engine/nearest";

const namespace = "ciphertrust:";
let isChecked = false;

/** Warns, once a program, of keys of the stack's configuration that this provider does not know: what they mean to say would go unheard. */
export function warnOfUnknownSettings(): void {
  // A project of that name keeps its own configuration there.
  if (isChecked || `${pulumi.getProject()}:` === namespace) return;
  isChecked = true;
  const names: readonly string[] = settingNames;
  const given = Object.keys(pulumi.runtime.allConfig()).filter((key) => key.startsWith(namespace));
  for (const name of given.map((key) => key.slice(namespace.length)).filter((one) => !names.includes(one))) {
    const nearest = nearestOf(name, names);
    const hint = nearest ? `did you mean ${namespace}${nearest}?` : `its settings are ${names.join(", ")}`;
    void pulumi.log.warn(`${namespace}${name} in the stack's configuration is no setting of this provider: ${hint}`);
  }
}
