import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { nameInputOf, type Definition, type NamedAfterResource, type Shape } from "../provider/engine/definition";

/** The classes users see are a few lines each; what they share is here. */

type AnyDefinition = Pick<Definition, "inputs" | "outputs">;

/** Inputs that may be left out: optional ones, those with a default, and those named after the resource. */
type MayBeLeftOut<S extends z.ZodType> =
  S extends NamedAfterResource<z.ZodType> ? true : undefined extends z.input<S> ? true : false;

/** Values may come from other resources, and so may the items of a list, the entries of a map and the fields of an object. */
type Lifted<T> = [T] extends [readonly (infer E)[]]
  ? pulumi.Input<pulumi.Input<E>[]>
  : [T] extends [object]
    ? pulumi.Input<{ [K in keyof T]: pulumi.Input<T[K]> }>
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
   * is its id. The object is then changed to what the program describes; what cannot be changed must already agree.
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

/** Base of every resource class. */
export abstract class CipherTrustResource extends pulumi.CustomResource {
  /** The type as `KeyRotation` and other references name it, for example `AwsKey`. @internal */
  readonly resourceType: string;

  protected constructor(
    definition: Definition,
    name: string,
    args: object | undefined,
    opts: pulumi.CustomResourceOptions,
  ) {
    super(
      `pulumi-nodejs:dynamic/ciphertrust:${definition.type}`,
      name,
      { ...propertiesOf(definition, name, args, opts), __provider: providerReference(definition.type) },
      { ...opts, additionalSecretOutputs: [...(definition.secret ?? []), ...(opts.additionalSecretOutputs ?? [])] },
    );
    this.resourceType = definition.type;
  }
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
  if (opts.id !== undefined) return properties;
  Object.assign(properties, args);
  const named = nameInputOf(definition);
  if (named) properties[named] ??= name;
  for (const key of definition.secret ?? []) {
    if (properties[key] !== undefined) properties[key] = pulumi.secret(properties[key]);
  }
  return properties;
}
