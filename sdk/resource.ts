import * as pulumi from "@pulumi/pulumi";
import type * as z from "zod";
import { filledInKey } from "../provider/engine/check";
import { nameInputOf, type Definition, type NamedAfterResource, type Shape } from "../provider/engine/definition";
import { warnOfUnknownSettings } from "./configuration";

/** The classes users see are a few lines each; what they share is here. */

type AnyDefinition = Pick<Definition, "inputs" | "outputs">;

/** Inputs that may be left out: optional ones, those with a default, and those named after the resource. */
type MayBeLeftOut<S extends z.ZodType> =
  S extends NamedAfterResource<z.ZodType> ? true : undefined extends z.input<S> ? true : false;

/** Values may come from other resources, at every depth: items of lists, entries of maps and fields of objects too. */
type Lifted<T> = [T] extends [readonly (infer E)[]]
  ? pulumi.Input<Lifted<E>[]>
  : [T] extends [object]
    ? pulumi.Input<{ [K in keyof T]: Lifted<T[K]> }>
    : pulumi.Input<T>;

type RequiredArgs<I extends Shape> = {
  [K in keyof I as MayBeLeftOut<I[K]> extends true ? never : K]: Lifted<z.input<I[K]>>;
};
type OptionalArgs<I extends Shape> = {
  [K in keyof I as MayBeLeftOut<I[K]> extends true ? K : never]?: Lifted<Exclude<z.input<I[K]>, undefined>>;
};

/** Arguments that every resource takes. */
export interface CommonArgs {
  /**
   * Takes over an object that already exists in the service instead of making one: `true` finds it by its name, a text
   * is its id. The object is then changed to what the program describes; what cannot be changed must already agree. What
   * the service never shows, such as a password, is not sent to an object that works: it keeps what it has, until the
   * program says something else.
   * Has no effect once the resource exists. Default: make a new object, and fail when the name is taken.
   */
  adopt?: pulumi.Input<boolean | string>;
}

/** The arguments of a definition: its inputs, lifted to `pulumi.Input`, with their documentation. */
export type ArgsOf<D extends AnyDefinition> = RequiredArgs<D["inputs"]> & OptionalArgs<D["inputs"]> & CommonArgs;

type Members<S extends Shape> = { readonly [K in keyof S]: pulumi.Output<z.output<S[K]>> };

/** What a resource shows once it exists: its inputs as the service holds them, and its outputs. */
export type StateOf<D extends AnyDefinition> = Members<D["inputs"]> & Members<D["outputs"]>;

/** The line in every resource's state that leads to its code: the installed package, by name. */
export function providerReference(type: string): string {
  return `exports.handler=()=>require("pulumi-ciphertrust/dynamic").provider("${type}")`;
}

type Rest = [args?: object, opts?: pulumi.CustomResourceOptions];

/** Base of every resource class: a class says which definition it stands for, and what its arguments are. */
export abstract class CipherTrustResource<R extends Rest = Rest> extends pulumi.CustomResource {
  /** What the class stands for. @internal */
  static readonly definition: Definition;

  /** What becomes of the arguments before they are sent. @internal */
  static prepare(args: object): object {
    return args;
  }

  /** The type as `KeyRotation` and other references name it, for example `AwsKey`. @internal */
  get resourceType(): string {
    return (this.constructor as typeof CipherTrustResource).definition.type;
  }

  /** What the program wrote; nothing for a resource that is only read. It is known in a preview, where outputs are not. @internal */
  get written(): object | undefined {
    return writtenFor.get(this)?.args;
  }

  /** Its name in the program. @internal */
  get nameInProgram(): string {
    return writtenFor.get(this)!.name;
  }

  constructor(name: string, ...[args, opts = {}]: R) {
    warnOfUnknownSettings();
    const { definition } = new.target;
    const type = `pulumi-nodejs:dynamic/ciphertrust:${definition.type}`;
    const properties = propertiesOf(definition, name, args && new.target.prepare(args), opts);
    // What is secret among the inputs stays so among the outputs without being named.
    const secretOutputs = (definition.secret ?? []).filter((key) => !(key in definition.inputs));
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

/** Kept beside the resources, so that their members are what the service shows and nothing else. */
const writtenFor = new WeakMap<object, { name: string; args: object | undefined }>();

/**
 * Stacks as Pulumi needs them while a resource registers itself. It notes the stack of each of the four promises that it
 * makes for every property, and maps it to the sources: for its leak detector alone, and for a quarter of the time that a
 * program of a hundred resources takes; so they are left out. And it takes the frame above one class between its own and
 * the user's code for the place where a resource was declared; so the base class does not show.
 */
function shortenStacks(): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (error, frames) => {
    const others = frames.filter((frame) => frame.getFileName() !== __filename);
    if (prepareStackTrace) return prepareStackTrace(error, others) as unknown;
    return [String(error), ...others.map((frame) => `    at ${(frame as { toString(): string }).toString()}`)].join(
      "\n",
    );
  };
  return () => Object.assign(Error, { stackTraceLimit, prepareStackTrace });
}

function propertiesOf(
  definition: Definition,
  name: string,
  args: object | undefined,
  opts: pulumi.CustomResourceOptions,
): pulumi.Inputs {
  // Members exist from the start, also those that only the service fills in.
  const members = [...Object.keys(definition.inputs), ...Object.keys(definition.outputs)];
  const properties: pulumi.Inputs = Object.fromEntries(members.map((key) => [key, undefined]));
  properties.__provider = providerReference(definition.type);
  if (opts.id !== undefined) return properties;
  Object.assign(properties, args);
  const named = nameInputOf(definition);
  if (named && (properties[named] === undefined || properties[named] === null)) {
    properties[named] = name;
    // The provider keeps what was filled in when the object was made.
    properties[filledInKey] = true;
  }
  for (const key of definition.secret ?? []) {
    if (properties[key] !== undefined) properties[key] = pulumi.secret(properties[key]);
  }
  return properties;
}

/** An object by the type and id of its resource. */
export interface ObjectReference {
  /** Type of the resource, such as `AwsKey`. */
  type: pulumi.Input<string>;
  /** The service's id of the object. */
  id: pulumi.Input<string>;
}

/** A resource as others refer to it. */
export function referenceTo(object: CipherTrustResource | ObjectReference | undefined): ObjectReference | undefined {
  return object instanceof CipherTrustResource ? { type: object.resourceType, id: object.id } : object;
}
