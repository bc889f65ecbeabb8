import * as z from "zod";
import type { Api, Wire } from "../api/client";

/** The vocabulary in which a resource is declared. The engine derives its whole life from it. */

export type Shape = Record<string, z.ZodType>;
type Keys<S extends Shape> = keyof S & string;

/** The values of a shape after check: defaults filled in. */
export type Values<S extends Shape> = { [K in keyof S]: z.output<S[K]> };

/** Inputs or state whose exact shape does not matter where they pass. */
export type Bag = Record<string, unknown>;

const named = z.registry<{ namedAfterResource: true }>();

/** Marks the input that defaults to the name the resource has in the program; its schema stays as it is. */
export function namedAfterResource<S extends z.ZodType>(schema: S): S {
  named.add(schema, { namedAfterResource: true });
  return schema;
}

/** The input of a definition that defaults to the resource's name; `undefined` when there is none. */
export function nameInputOf(definition: Definition): string | undefined {
  return Object.keys(definition.inputs).find((key) => named.has(definition.inputs[key]!));
}

const references = z.registry<{ objectReference: true }>();

/** Marks an input that names another object by type and id, for which programs may give the object's resource; its schema stays as it is. */
export function objectReference<S extends z.ZodType<{ type: string; id: string }>>(schema: S): S {
  references.add(schema, { objectReference: true });
  return schema;
}

/** The inputs of a definition for which programs may give the resource of an object. */
export function objectReferencesOf(definition: Definition): string[] {
  return Object.keys(definition.inputs).filter((key) => references.has(definition.inputs[key]!));
}

/** One problem of one property. `property` is empty when it concerns the whole resource. */
export interface Failure {
  property: string;
  reason: string;
}

/** Where a property stands in requests and answers, when it is not simply its own name in the service's spelling. */
export interface WirePlace {
  /** Dotted path in create and update bodies; `false`: never sent in them. */
  to?: string | false;
  /** Dotted path in answers, or a function of the answer; `false`: not read from them. */
  from?: string | false | ((answer: Wire) => unknown);
  /** Translates a value on its way into a request. */
  encode?(value: never): unknown;
  /** Translates a value on its way out of an answer. */
  decode?(value: never): unknown;
}

/** What the steps of one operation on one resource share. */
export interface Scope<I extends Shape = Shape> {
  api: Api;
  inputs: Values<I>;
  /** `AwsKey "orders"`, for messages. */
  label: string;
  /** Tells the user what is going on; never given a secret. */
  progress(text: string): void;
  /** Polls until `look` gives a result, with growing pauses, within the deadline; then throws what `overdue` says. */
  poll<T>(look: () => Promise<T | undefined>, deadlineSeconds: number, overdue: () => string): Promise<T>;
  /** Waits, unless this process is asked to end. */
  pause(milliseconds: number): Promise<void>;
  /** Aborts when this process is asked to end. */
  stop: AbortSignal;
}

/** A call of its own that brings some inputs about, because the service's PATCH does not. */
export interface Action<I extends Shape> {
  /** The inputs it answers for; it runs when one of them differs from what the service holds. */
  inputs: readonly Keys<I>[];
  /** Asks for a run although no input differs. Pure: it names the moment, and the engine has the clock. Inputs may be unknown. */
  due?(state: Bag, inputs: Values<I>): Due | undefined;
  /** Must be safe to run twice. Returns the service's newer answer, whole, if there is one. */
  run(scope: Scope<I>, at: { id: string; record: Wire; state: Bag; changed: readonly string[] }): Promise<Wire | void>;
}

/** From when on something has to be done, and why. */
export interface Due {
  /** Milliseconds since the epoch, by the service's clock; 0: at once. */
  from: number;
  /** In words, for the preview: no argument shows it. */
  why: string;
}

/** When an object may be used by others, and how to bring that about. */
export interface Ready {
  /** The output that tells. */
  output: string;
  /** Its values that mean ready. */
  is: readonly string[];
  /** Its values that pass by themselves: wait. Any other value is a failure. */
  pending: readonly string[];
  /** Sets it right, when the value is neither ready nor pending: tests a connection, say. Safe to repeat. Returns what is newer. */
  test?(api: Api, id: string): Promise<Wire>;
  /** Inputs whose change asks for a new test. */
  retestOn?: readonly string[];
  /** The output that holds the service's last words on why it is not ready. */
  reason?: string;
  /** Seconds to wait. An input named `readyTimeoutSeconds` overrides it. */
  timeoutSeconds: number;
}

/** Ways of life that are not plain create, read, update and delete. Each replaces one step of the engine. */
export interface Hooks<I extends Shape> {
  /**
   * Problems that one property alone does not show. Pure. Defaults are filled in: an input that is missing was left out,
   * or is not known yet. Asked again for what the unknown ones may turn out to be; only what it always says is reported.
   */
  check?(inputs: Partial<Values<I>>): Failure[];
  /** Inputs whose change means a new object in this case, beside the immutable ones. Pure; inputs may be unknown here. */
  replaces?(state: Bag, inputs: Values<I>): readonly string[];
  /** Makes the object and returns the service's answer. Default: POST of the encoded inputs to `path`. */
  create?(scope: Scope<I>, body: Wire): Promise<Wire>;
  /** Finds existing objects that occupy the place of the one described. Default: list by `unique`. */
  find?(scope: Scope<I>): Promise<Wire[]>;
  /** The service's answer, or `undefined` when it no longer has the object; `wanted` is what it will be compared with. Default: GET of `path`/id. */
  read?(api: Api, id: string, state: Bag, wanted: Bag): Promise<Wire | undefined>;
  /**
   * What the service holds beside its main answer; merged into it before anything is compared. `wanted` is what it will be
   * compared with, `known` what was known of the object before.
   */
  enrich?(api: Api, record: Wire, wanted: Bag, known: Bag): Promise<Wire>;
  /** Default: DELETE of `path`/id. */
  remove?(scope: Scope<I>, id: string, state: Bag): Promise<void>;
  /** Which argument names what the service does not have, beside those of `needs`, and what to do; asked after a 400 or 404. */
  culprit?(api: Api, inputs: Values<I>): Promise<string | undefined>;
  /** Says what stands in the way of a delete that the service refuses as a conflict. */
  users?(api: Api, id: string): Promise<string | undefined>;
}

/** An object of the service, seen by somebody who did not make it. */
export interface Found {
  readonly definition: Definition;
  readonly id: string;
  readonly record: Wire;
}

/** How objects that exist already are found and described by those who have nothing but the service's answers. */
export interface Existing {
  /** Lists every object of this type; `known` are those of types that are listed plainly. A text says why none are looked for. Default: the list of `path`. */
  readonly list?: string | ((api: Api, known: readonly Found[]) => Promise<Wire[]>);
  /** To whom an object belongs that no program should declare, because the service or a cloud made it for itself. */
  owner?(record: Wire): string | undefined;
  /** Values of inputs that the answer does not show as such, as far as the service tells how the object came to be. Only reads. */
  recall?(record: Wire, known: readonly Found[], api: Api): Bag | Promise<Bag>;
}

export interface Definition<I extends Shape = Shape, O extends Shape = Shape> {
  /** The class users write, for example `AwsKms`. */
  readonly type: string;
  /** The service's collection, relative to `/api/v1`. */
  readonly path: string;
  /** One item's path; default `<path>/<id>`. */
  readonly item?: (id: string) => string;
  readonly inputs: I;
  readonly outputs: O;

  /** The answer's field that identifies the object. Default `id`. */
  readonly id?: string;
  /** How messages tell one resource of this type from another. Default: its name. */
  label?(inputs: Bag): string | undefined;
  /** How this part of the service spells its fields. Default `snake`. */
  readonly spelling?: "snake" | "camel";
  /** Sets of inputs that the service allows once only, each set by itself. Default: the input named after the resource. */
  readonly unique?: readonly (readonly Keys<I>[])[];
  /** Words of the input `onDestroy` after which the object, or its name, stays: which of the sets in `unique` no successor can take. */
  readonly keepsPlace?: Readonly<Record<string, "every" | readonly (readonly Keys<I>[])[]>>;
  /** Where its name is unique among objects of other kinds, too: the list of them all, and the answer's field that tells the kind. */
  readonly namesWithin?: { readonly path: string; readonly kind: string };
  /** Inputs whose change means a new object. */
  readonly immutable?: readonly Keys<I>[];
  /** Inputs and outputs that are stored encrypted and never shown. */
  readonly secret?: readonly (Keys<I> | Keys<O>)[];
  /** Inputs that the service never returns. */
  readonly writeOnly?: readonly Keys<I>[];
  /** Lists whose order means nothing, nor how often they hold an item. */
  readonly unordered?: readonly Keys<I>[];
  /** Maps that the service merges on update: what the program takes out is sent as `null`. */
  readonly merged?: readonly Keys<I>[];
  /** Sets of inputs that the service takes only together: when one differs, all of the set that are wanted are sent. */
  readonly together?: readonly (readonly Keys<I>[])[];
  /** JSON documents whose formatting means nothing. */
  readonly json?: readonly Keys<I>[];
  /** Inputs that the service fills in when they are left out: left alone while left out. */
  readonly computed?: readonly Keys<I>[];
  /** Inputs that the service can change but not empty: check refuses their removal. */
  readonly sticky?: readonly Keys<I>[];
  /** Inputs that count when the object is made and never again: a later change of them means nothing. */
  readonly initial?: readonly Keys<I>[];
  /** Outputs that the service shows only when it makes them: kept from then on. */
  readonly shownOnce?: readonly (Keys<I> | Keys<O>)[];
  /** Inputs that steer this provider and are never sent. */
  readonly local?: readonly Keys<I>[];
  /** Inputs that hold the id of another resource, which must be ready first. */
  readonly needs?: { readonly [K in Keys<I>]?: Definition };
  /** Inputs that hold ids of other objects, of whatever type: while one is unknown, another object will come. */
  readonly references?: readonly Keys<I>[];
  readonly wire?: { readonly [K in Keys<I> | Keys<O>]?: WirePlace | string };
  /** Constants of every create body. They also tell this type from others of the same collection. */
  readonly fixed?: Bag;
  /** Tells an object of this type from others of the same collection, where constants do not. Default: all are. */
  isOne?(record: Wire): boolean;
  /** A map in the object that may carry our own mark, so that what a lost response or an interrupted run was about can be recognised as ours. */
  readonly mark?: "meta" | "app_metadata" | "labels" | MarkPlace;
  /** Filters of the collection's list, in camelCase; the values of one filter are alternatives. */
  readonly filters?: readonly string[];
  /** Filters of the list that hold unless a program says otherwise: they spare the transfer of records of other types. */
  readonly usualFilters?: Readonly<Record<string, string>>;
  /** Where the service lists objects of one other object only: the input that names it, and its list, instead of that of `path`. */
  readonly listedWithin?: { readonly input: Keys<I>; list(api: Api, id: string): Promise<Wire[]> };
  /** Why programs cannot look an object up by its id alone; absent where they can. */
  readonly notLookedUp?: string;
  /** The licensed feature it belongs to, for the advice in errors. */
  readonly feature?: string;
  readonly ready?: Ready;
  readonly actions?: readonly Action<I>[];
  /** An event rather than a thing: it runs on create and when an input changes; nothing is read back. */
  readonly action?: boolean;
  /** Where describing existing objects takes more than their list and their answers. */
  readonly existing?: Existing;
  readonly hooks?: Hooks<I>;
}

/** Where an object carries the mark, if that is no map of both the request and the response. */
export interface MarkPlace {
  /** The body with the mark in it; the body itself where it is not to carry one. */
  write(body: Wire, mark: string): Wire;
  read(record: Wire): unknown;
}

/** True when a change of this input means a new object. */
export function isImmutable(definition: Definition, key: string): boolean {
  return Boolean(definition.action || definition.immutable?.includes(key));
}

/** True for what needs a connection and holds what is behind it: accounts, vaults, key rings and their kind. */
export function isContainer(definition: Definition): boolean {
  return Object.values(definition.needs ?? {}).some((needed) => needed?.ready !== undefined && !needed.needs);
}

/** True when no answer of the service shows the input: only the state tells what it was. */
export function isNeverShown(definition: Definition, key: string): boolean {
  return Boolean(definition.action || definition.writeOnly?.includes(key) || definition.local?.includes(key));
}

/** True when an input that the program leaves out is left to the service, whatever that holds. */
export function isLeftToService(definition: Definition, key: string): boolean {
  return Boolean(definition.computed?.includes(key) || definition.sticky?.includes(key));
}

/**
 * Declares a resource; the type parameters keep every field's own documentation. They come from the shapes alone: a hook
 * that several definitions share, and that knows no fields, must not widen them.
 */
export function defineResource<const I extends Shape, const O extends Shape>(
  definition: Definition<NoInfer<I>, NoInfer<O>> & { readonly inputs: I; readonly outputs: O },
): Definition<I, O> {
  return definition;
}
