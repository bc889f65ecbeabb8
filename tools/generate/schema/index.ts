import { readFileSync } from "node:fs";
import { join } from "node:path";
import { secretSettings, settingNames, type SettingName } from "../../../provider/api/settings";
import { optionsArgument } from "../../../provider/lifecycle/values/options";
import { registry } from "../../../provider/resources";
import { projectRoot } from "../../project";
import type { Declarations, Member } from "../declarations";
import type { Documented } from "../sources";
import { tokenOf } from "../systems";
import { functionsOf } from "./functions";
import { resourceOf } from "./resource";
import { optionsType, Types, type ObjectType, type Property } from "./types";

/**
 * The plugin's schema, from which Pulumi knows its types, and makes SDKs: the definitions in the
 * words of the SDK.
 */
export function schemaText(documented: ReadonlyMap<string, Documented>, declarations: Declarations): string {
  const settings = settingsOf(declarations);
  const types = new Types();
  types.add(optionsType, resourceOptions);
  const adopt = memberOf(declarations, "CommonArgs", "adopt");
  const resources = registry.map((one) => [tokenOf(one), resourceOf(one, documented.get(one.type)!, { types, adopt })]);
  const schema = {
    name: "ciphertrust",
    displayName: "CipherTrust Manager",
    ...manifest(),
    // SDKs then ask for this version of the plugin, not for 0.0.0; `pulumi package add` makes them so anyway.
    meta: { supportPack: true },
    config: { variables: settings },
    provider: { description: ofProvider, inputProperties: settings },
    resources: Object.fromEntries(resources) as object,
    functions: functionsOf(declarations, types),
    types: types.all(),
  };
  return JSON.stringify(schema);
}

/** What npm says of the package. */
function manifest(): object {
  const text = readFileSync(join(projectRoot(), "package.json"), "utf8");
  const { version, description, license, keywords } = JSON.parse(text) as Record<string, unknown>;
  return { version, description, license, keywords };
}

function settingsOf(declarations: Declarations): Record<string, Property> {
  const settings = settingNames.map((name): [SettingName, Property] => {
    const { type, comment } = memberOf(declarations, "ProviderArgs", name);
    const [, plain = ""] = /^pulumi\.Input<(\w+)>$/.exec(type) ?? [];
    const secret = secretSettings.includes(name) ? { secret: true } : {};
    return [name, { type: plain, description: comment, ...secret }];
  });
  return Object.fromEntries(settings);
}

function memberOf(declarations: Declarations, of: string, name: string): Member {
  const member = declarations.interfaceIn(of)?.members.find((one) => one.name === name);
  if (!member) throw new Error(`${of} has no ${name}: the schema cannot say what it means`);
  return member;
}

/**
 * An instance of the package's class inherits from the stack's configuration, one of the plugin
 * does not.
 */
const ofProvider =
  "A provider for programs that speak to several services, domains or users: pass it as the option `provider`. What is left out comes from the " +
  "environment of the process that runs Pulumi, and not from the stack's configuration; it is never stored in the state. Settings change in place.";

const resourceOptions: ObjectType = {
  type: "object",
  description: `What the argument \`${optionsArgument}\` repeats.`,
  properties: {
    replaceOnChanges: {
      type: "array",
      items: { type: "string" },
      description: "The resource option `replaceOnChanges`, where a replacement is refused without it.",
    },
    retainOnDelete: { type: "boolean", description: "The resource option `retainOnDelete`." },
    organization: {
      type: "string",
      description:
        "The stack's organization, if Pulumi Cloud keeps the stack: with it, an object that an interrupted run has left is recognized.",
    },
  },
};
