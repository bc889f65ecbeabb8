import type {
  PolicyResource,
  ResourceValidationArgs,
  ResourceValidationPolicy,
  StackValidationPolicy,
} from "@pulumi/policy";
import * as proxy from "@pulumi/policy/proxy";

/**
 * Stacks as the policy library passes them to rules, with its own proxies for values that are not
 * known yet.
 */

const { unknownCheckingProxy, unknownStringValue } = proxy as unknown as {
  unknownCheckingProxy<T>(value: T): T;
  unknownStringValue: string;
};

export const unknown = unknownStringValue;

export interface Described {
  /** The class, or the whole type of a resource of another package. */
  type: string;
  name?: string;
  props?: Record<string, unknown>;
  /** What its outputs have besides, which the service or a cloud has filled in. */
  filledIn?: Record<string, unknown>;
  /** Names of the resources that a property depends on. */
  depends?: Record<string, string[]>;
  protect?: boolean;
  stack?: string;
  /** The type of its provider; a component has none. */
  provider?: string;
  /**
   * True for resources that the engine lists for a stack although the program does not declare
   * them: removed, or only read.
   */
  undeclared?: boolean;
}

const typeOf = (type: string): string => (type.includes(":") ? type : `pulumi-nodejs:dynamic/ciphertrust:${type}`);

function resource({
  type,
  name = "it",
  props = {},
  filledIn,
  protect = false,
  stack = "dev",
}: Described): PolicyResource {
  const full = typeOf(type);
  const opts = { protect, ignoreChanges: [], aliases: [], additionalSecretOutputs: [] };
  return {
    type: full,
    name,
    urn: `urn:pulumi:${stack}::test::${full}::${name}`,
    props: unknownCheckingProxy({ ...props, ...filledIn }),
    opts: { ...opts, customTimeouts: { createSeconds: 0, updateSeconds: 0, deleteSeconds: 0 } },
    dependencies: [],
    propertyDependencies: {},
    isType: () => false,
    asType: () => undefined,
  };
}

/** The messages for a stack with these resources. */
export interface Told {
  /** Messages, each with the name of its resource. */
  violations: { on: string | undefined; says: string }[];
  /** The value that the rule waits for, if it could not decide everything. */
  waits?: string;
}

type Settings = Record<string, unknown>;

/** The engine fills in missing configuration. */
function configured({ configSchema }: ResourceValidationPolicy | StackValidationPolicy, settings: Settings): Settings {
  const defaults = Object.entries(configSchema?.properties ?? {}).map(([name, schema]) => [name, schema.default]);
  return { ...(Object.fromEntries(defaults) as Settings), ...settings };
}

function messages(run: (report: (says: string, urn?: string) => void) => unknown): Told {
  const violations: Told["violations"] = [];
  try {
    run((says, urn) => violations.push({ on: urn?.split("::").at(-1), says }));
    return { violations };
  } catch (error) {
    if (!(error instanceof Error) || !("unknownTypeSentinel" in error)) throw error;
    return { violations, waits: error.message };
  }
}

/** As the engine does: it passes each declared resource to the rule, and then the stack. */
export function stackTold(
  policy: StackValidationPolicy & Partial<ResourceValidationPolicy>,
  described: Described[],
  settings: Settings = {},
): Told {
  described.filter(({ undeclared }) => !undeclared).forEach((one) => show(policy, one));
  const resources = described.map(resource);
  const named = (name: string) => resources.filter((one) => one.name === name);
  described.forEach(({ depends = {} }, index) => {
    for (const [property, names] of Object.entries(depends))
      resources[index]!.propertyDependencies[property] = names.flatMap(named);
  });
  const args = { resources, stackTags: new Map(), notApplicable: notApplicable, getConfig: () => config as never };
  const config = configured(policy, settings);
  return messages((report) => void policy.validateStack(args, report));
}

export function resourceTold(policy: ResourceValidationPolicy, described: Described, settings: Settings = {}): Told {
  const args = alone(described, configured(policy, settings));
  const validate = policy.validateResource;
  if (typeof validate !== "function") throw new Error(`${policy.name} has no single check`);
  return messages((report) => void validate(args, (says) => report(says, args.urn)));
}

/** A rule on stacks reports nothing on a single resource. */
function show({ validateResource }: Partial<ResourceValidationPolicy>, described: Described): void {
  if (typeof validateResource !== "function") return;
  const aside = new Error("not applicable");
  const notApplicable = () => {
    throw aside;
  };
  expect(() => void validateResource({ ...alone(described, {}), notApplicable }, () => undefined)).toThrow(aside);
}

/** A resource as passed to rules on single resources: with what the program declares. */
function alone(described: Described, config: Settings): ResourceValidationArgs {
  return {
    ...resource({ ...described, filledIn: undefined }),
    provider: described.provider ? { type: described.provider, props: {}, urn: "", name: "default" } : undefined,
    stackTags: new Map<string, string>(),
    notApplicable,
    getConfig: () => config as never,
    isType: () => false,
    asType: () => undefined,
  };
}

function notApplicable(): never {
  throw new Error("no rule says so");
}

/** What a rule says: the parts of its only violation, and what it waits for. */
export interface Expected {
  says?: string[];
  waits?: string;
}

export function shows(messages: ReturnType<typeof stackTold>, { says, waits }: Expected): void {
  expect(messages.violations.length).toBe(says ? 1 : 0);
  for (const part of says ?? []) expect(messages.violations[0]!.says).toContain(part);
  if (waits === undefined) expect(messages.waits).toBeUndefined();
  else expect(messages.waits).toContain(waits);
}
