import * as pulumi from "@pulumi/pulumi";
import type { Options } from "../provider/lifecycle/values/options";
import { checkStackSettings } from "./configuration";
import { requireInstalled } from "./installed";
import { withSecrecy } from "./nestedSecrets";
import { upcomingRuns, type Timing } from "./nextRuns";
import { filledInKey, optionsKey, urnKey } from "../provider/lifecycle/vocabulary/hiddenKeys";

/** The classes users see are made from the definitions, a few lines each; what they share is here. */

/** Arguments that every resource takes. */
export interface CommonArgs {
  /**
   * Takes over an object that already exists in the service instead of creating one. `true` finds
   * it by its name, a string is its id. The object is then updated to what the program describes;
   * immutable arguments must already match. Write-only values, such as a password, are not sent to
   * an object that works: it keeps what it has, until the program changes them. Once the resource
   * exists, only its own id has an effect: it confirms that the object was moved from another
   * stack. Default: create a new object, and fail if the name is in use. Where the service allows
   * several objects with one name, `false` creates another one.
   */
  adopt?: pulumi.Input<boolean | string>;
}

/**
 * The reference to its code that every resource's state holds twice: the installed package, by
 * name. `this` are the exports.
 */
export function providerReference(type: string): string {
  return `this.handler=require('pulumi-ciphertrust/dynamic').${type}`;
}

/** What programs need of a definition, generated from it. */
export interface Kind {
  /** The type as `KeyRotation` and other references name it, for example `AwsKey`. */
  readonly type: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** The input that defaults to the name the resource has in the program. */
  readonly namedAfterResource?: string;
  /** Inputs for which programs may give the resource that they refer to. */
  readonly objectReferences?: readonly string[];
  /** Inputs and outputs that are stored encrypted and never shown. */
  readonly secret?: readonly string[];
}

/** Base of every resource class: a class adds its kind and its arguments. */
export abstract class CipherTrustResource extends pulumi.CustomResource {
  /** The kind of the class. @internal */
  static readonly kind: Kind;

  /** The type as `KeyRotation` and other references name it, for example `AwsKey`. @internal */
  get resourceType(): string {
    return (this.constructor as typeof CipherTrustResource).kind.type;
  }

  /**
   * What the program wrote; nothing for a resource that is only read. It is known in a preview,
   * where outputs are not. @internal
   */
  get written(): object | undefined {
    return writtenFor.get(this)?.args;
  }

  /** Its name in the program. @internal */
  get nameInProgram(): string {
    return writtenFor.get(this)!.name;
  }

  constructor(name: string, args: object | undefined, opts: pulumi.CustomResourceOptions = {}) {
    checkStackSettings();
    requireInstalled();
    const { kind } = new.target;
    if (opts.import !== undefined) throw noImport(kind.type, name, opts.import);
    const type = `pulumi-nodejs:dynamic/ciphertrust:${kind.type}`;
    const properties = propertiesOf(kind, name, args, opts);
    if (opts.id === undefined) properties[urnKey] = urnOf(type, name, opts.parent);
    // Secret inputs remain secret outputs without being named.
    const secretOutputs = (kind.secret ?? []).filter((key) => !kind.inputs.includes(key));
    const additionalSecretOutputs = [...secretOutputs, ...(opts.additionalSecretOutputs ?? [])];
    const restore = shortenStacks();
    try {
      super(type, name, properties, { ...opts, additionalSecretOutputs });
    } finally {
      restore();
    }
    writtenFor.set(this, { name, args: opts.id === undefined ? args : undefined });
  }
}

/** Base of the classes of schedules. */
export abstract class ScheduleResource extends CipherTrustResource {
  /**
   * The next three times it runs, RFC 3339 in UTC; empty while it is disabled. Known in a preview
   * already. Computed here and not stored in the state, because passing time is not a change.
   */
  get nextRuns(): pulumi.Output<string[]> {
    return upcomingRuns((this.written ?? this) as Timing);
  }
}

/** Pulumi's import request does not name the provider's code: no dynamic provider can serve it. */
function noImport(type: string, name: string, id: string): pulumi.RunError {
  return new pulumi.RunError(
    `${type} "${name}": the option import does not work for resources of this provider. To take over an existing object, ` +
      `write the argument  adopt: ${JSON.stringify(id)}  instead; see docs/adopt.md.`,
  );
}

/** Kept outside the resources, so that they have only outputs as members. */
const writtenFor = new WeakMap<object, { name: string; args: object | undefined }>();

/** Files of Node and of Pulumi's SDK; native frames have no name. */
const startsPrograms = /^$|^node:|[\\/]@pulumi[\\/]pulumi[\\/]/;

/**
 * Stack traces while a resource registers itself. Pulumi records one for each of the four promises
 * that it makes for every property, and maps it to the sources: only for its leak detector, and at
 * a quarter of the time of a program with a hundred resources; so they are omitted. And it expects
 * only one class between its own frame and the user's code when it determines where a resource was
 * declared; so the frame of the base class is removed. It stores the whole trace with every
 * resource; so the frames that started the program, which are the same for all, are removed as
 * well.
 */
function shortenStacks(): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (error, frames) => {
    const files = frames.map((frame) => frame.getFileName() ?? "");
    const last = files.findLastIndex((file) => !startsPrograms.test(file));
    const others = frames.filter((_, at) => files[at] !== __filename && at <= last);
    if (prepareStackTrace) return prepareStackTrace(error, others) as unknown;
    return [String(error), ...others.map((frame) => `    at ${(frame as { toString(): string }).toString()}`)].join(
      "\n",
    );
  };
  return () => Object.assign(Error, { stackTraceLimit, prepareStackTrace });
}

function propertiesOf(
  kind: Kind,
  name: string,
  args: object | undefined,
  opts: pulumi.CustomResourceOptions,
): pulumi.Inputs {
  // Members exist from the start, including those that only the service fills in.
  const properties: pulumi.Inputs = Object.fromEntries(
    [...kind.inputs, ...kind.outputs].map((key) => [key, undefined]),
  );
  properties.__provider = providerReference(kind.type);
  if (opts.id !== undefined) return properties;
  Object.assign(properties, args);
  const options = hiddenOptions(opts);
  if (options) properties[optionsKey] = options;
  const named = kind.namedAfterResource;
  if (named && (properties[named] === undefined || properties[named] === null)) {
    properties[named] = name;
    // The provider keeps what was filled in when the object was made.
    properties[filledInKey] = true;
  }
  for (const key of kind.objectReferences ?? []) properties[key] = referenceTo(properties[key] as Referable);
  for (const key of kind.inputs) properties[key] = withSecrecy(properties[key]);
  for (const key of kind.secret ?? []) {
    if (properties[key] !== undefined) properties[key] = pulumi.secret(properties[key]);
  }
  return properties;
}

/**
 * The URN that a resource is going to have. A promise instead of an output: a resource must not
 * depend on the component that it is in.
 */
function urnOf(type: string, name: string, parent: pulumi.Resource | undefined): pulumi.Input<string> {
  const place = `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}`;
  if (parent === undefined) return `${place}::${type}::${name}`;
  return new Promise((resolve) => {
    parent.urn.apply((urn) => {
      const [, , above = ""] = urn.split("::");
      resolve(`${place}::${above === "pulumi:pulumi:Stack" ? "" : `${above}$`}${type}::${name}`);
    });
  });
}

/** What is passed to the provider beside the arguments; `undefined` if nothing is. */
function hiddenOptions(opts: pulumi.CustomResourceOptions): Options | undefined {
  const { retainOnDelete, deleteBeforeReplace, replaceOnChanges } = opts;
  const organization = organizationOfStack();
  if (!retainOnDelete && !deleteBeforeReplace && !replaceOnChanges?.length && !organization) return undefined;
  return {
    retains: retainOnDelete || undefined,
    deletesFirst: deleteBeforeReplace || undefined,
    replaces: replaceOnChanges,
    organization,
  };
}

/**
 * The organization of the stack in Pulumi Cloud; other backends use a fixed name, and mocks may
 * have none.
 */
function organizationOfStack(): string | undefined {
  try {
    const organization = pulumi.getOrganization();
    return organization === "organization" ? undefined : organization;
  } catch {
    return undefined;
  }
}

/** An object by the type and id of its resource. */
export interface ObjectReference<Type extends string = string> {
  /** Type of the resource, such as `AwsKey`. */
  type: pulumi.Input<Type>;
  /** The service's id of the object. */
  id: pulumi.Input<string>;
}

type Referable = CipherTrustResource | ObjectReference | undefined;

/** A resource as others refer to it. */
export function referenceTo(object: Referable): ObjectReference | undefined {
  return object instanceof CipherTrustResource ? { type: object.resourceType, id: object.id } : object;
}
