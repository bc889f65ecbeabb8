import type { ResourceValidationPolicy } from "@pulumi/policy/policy";
import { holdsKeys } from "../provider/lifecycle/service/keyEnds";
import { systems } from "../provider/resources/systems";
import { classOf, labelOf, stackOf } from "./resources";
import { patternOf, settingsOf } from "./settings";

/** Settings of the rule `key-protection`. */
export interface KeyProtectionRule {
  /**
   * Regular expression; the rule is for stacks whose name it matches. Default: `prod` or
   * `production` as a word of the name.
   */
  stacks: string;
  /** Names of resources, as in the program, that the rule ignores. Default: none. */
  except: string[];
}

/**
 * Resources whose key material is destroyed according to `onDestroy`. Others, such as licences,
 * have an `onDestroy`, too.
 */
const guarded = new Set(
  systems.flatMap(({ definitions }) =>
    definitions.filter((one) => "onDestroy" in one.inputs && holdsKeys(one)).map(({ type }) => type),
  ),
);

/** In production, no key may be destroyed with the resource that declares it. */
export const keyProtection: ResourceValidationPolicy = {
  name: "key-protection",
  description: "In production, a key is protected, or stays when its resource is destroyed.",
  configSchema: {
    properties: {
      stacks: { type: "string", default: "(^|[-_.])prod(uction)?([-_.]|$)" },
      except: { type: "array", items: { type: "string" }, default: [] },
    },
  },
  validateResource(args, report) {
    const { stacks, except } = settingsOf<KeyProtectionRule>(keyProtection, args.getConfig);
    const production = patternOf(keyProtection, "stacks", stacks);
    const type = classOf(args);
    if (type === undefined || !guarded.has(type) || except.includes(args.name)) return;
    if (args.opts.protect || !production.test(stackOf(args.urn))) return;
    const onDestroy = String((args.props as { onDestroy?: unknown }).onDestroy);
    if (onDestroy === "retain") return;
    report(
      `${labelOf({ type, name: args.name })} in the stack "${stackOf(args.urn)}" would be lost with its resource ` +
        `(onDestroy: "${onDestroy}"). Set onDestroy: "retain", or give it the option { protect: true }, which --ignore-protect overrides.`,
    );
  },
};
