import type * as z from "zod";
import type { Api, Wire } from "../../api/client";
import type { Unlisted } from "../../api/sharedReads";

/** The vocabulary for declaring a resource. The engine derives its lifecycle from it. */

export type Shape = Record<string, z.ZodType>;
type Keys<S extends Shape> = keyof S & string;

/** The values of a shape after check: defaults filled in. */
type Values<S extends Shape> = { [K in keyof S]: z.output<S[K]> };

/** Inputs or state whose exact shape does not matter. */
export type Bag = Record<string, unknown>;

/** One problem of one property. `property` is empty when it concerns the whole resource. */
export interface Failure {
  property: string;
  reason: string;
}

/**
 * Where a property is in requests and responses, unless that is its own name in the service's
 * spelling.
 */
export interface WirePlace {
  /**
   * Dotted path in create and update bodies, or what the value adds to them; `false`: never sent in
   * them.
   */
  to?: string | false | ((value: never) => Wire);
  /** Sent in update bodies only: what makes the object does not take it. */
  only?: "update";
  /** Dotted path in responses, or a function of the response; `false`: not read from them. */
  from?: string | false | ((response: Wire) => unknown);
  /** Responses to changes may omit it although the object has it: a read returns it. */
  readBack?: true;
  /** Converts a value for a request. */
  encode?(value: never): unknown;
  /** Converts a value from a response. */
  decode?(value: never): unknown;
}

/** What the steps of one operation on one resource share. */
export interface Scope<I extends Shape = Shape> {
  api: Api;
  inputs: Values<I>;
  /** `AwsKey "orders"`, for messages. */
  label: string;
  /** Reports progress to the user; never contains a secret. */
  progress(text: string): void;
  /**
   * Polls until `look` returns a result, with increasing intervals; throws what `overdue` returns
   * after the deadline.
   */
  poll<T>(look: () => Promise<T | undefined>, deadlineSeconds: number, overdue: () => string): Promise<T>;
  /** Waits, unless this process is told to stop. */
  pause(milliseconds: number): Promise<void>;
  /**
   * How often, after how many milliseconds each, something is looked for that was just made: a node
   * of the service may lag behind.
   */
  pauses: readonly number[];
  /**
   * A list as it was at most a minute ago: one serves many objects that are created in the same
   * place.
   */
  listed(path: string, query: Readonly<Record<string, string | string[]>>): Promise<Wire[]>;
  /** Once for all objects that are created in the same place: until `work` returns true. */
  once(subject: string, work: () => Promise<boolean>): Promise<void>;
  /** Aborts when this process is told to stop. */
  stop: AbortSignal;
}

/** The calls below the object that apply an input, because the service's PATCH does not. */
export type Means =
  /**
   * A POST for each value, by its text. While the value is `locks`, the service accepts no other
   * change: it is left first and entered last.
   */
  | { readonly verbs: Readonly<Record<string, string>>; readonly locks?: string }
  /** A POST when the value changes, but for the first one. */
  | { readonly trigger: string }
  /**
   * One POST of all inputs with this verb. `shown` is the output that tells what an object has
   * whose state does not know it.
   */
  | { readonly post: string; readonly shown?: string }
  /**
   * POST, PATCH and DELETE below this path for each item of the list. `key` tells items apart; one
   * that is a string is sent as that field.
   */
  | { readonly items: string; readonly key: string };

/**
 * A separate call that applies some inputs, because the service's PATCH does not and no `Means`
 * describes it.
 */
export interface Action<I extends Shape> {
  /** The inputs it applies; it runs when one of them differs from what the service has. */
  inputs: readonly Keys<I>[];
  /**
   * Requires a run although no input differs. Pure: it returns the time, and the engine has the
   * clock. Inputs may be unknown.
   */
  due?(state: Bag, inputs: Values<I>): Due | undefined;
  /** Must be idempotent. Returns the service's newer response, complete, if there is one. */
  run(scope: Scope<I>, at: At): Promise<Wire | void>;
}

/** The object that an action is about. */
export interface At {
  readonly id: string;
  readonly record: Wire;
  readonly state: Bag;
  /** The inputs that differ. */
  readonly changed: readonly string[];
  /**
   * Notes, before requests, what the object may be if one of them fails: the next update then knows
   * what to take back.
   */
  expect(record: Wire): void;
}

/** When an action is due, and why. */
export interface Due {
  /** Milliseconds since the epoch, by the service's clock; 0: at once. */
  from: number;
  /** The reason for the preview: no argument shows it. */
  why: string;
}

/** When an object can be used by others, and how to achieve that. */
export interface Ready {
  /** The output that contains the state. */
  output: string;
  /** Its values that mean ready. */
  is: readonly string[];
  /** Its transitional values: wait. Any other value is a failure. */
  pending: readonly string[];
  /**
   * Repairs it if the value is neither ready nor pending, for example by testing a connection.
   * Idempotent. Returns the newer record.
   */
  test?(api: Api, id: string): Promise<Wire>;
  /**
   * Inputs that a test does not depend on: a change of any other requires a new one. Absent: none
   * does.
   */
  untested?: readonly string[];
  /** The output that contains the service's reason for not being ready. */
  reason?: string;
  /** Seconds to wait. An input named `readyTimeoutSeconds` overrides it. */
  timeoutSeconds: number;
}

/**
 * The calls that end an object, in order; none where it stays as it is. `DELETE` deletes it, and a
 * verb is a POST below it. `hook`: what the hook `remove` does.
 */
export type Ending = readonly (string | Verb)[] | "hook";

/** What destroying a resource does to its object, by a value of `onDestroy`. */
export interface End {
  readonly calls: Ending;
  /**
   * How long the object can be recovered afterwards, by adopting it: `until …`. Any other end that
   * does not leave the object is final.
   */
  readonly recoverable?: string;
  /**
   * Which of the sets in `unique` stay in use. Default: all of an object that stays, none of one
   * that is deleted.
   */
  readonly keeps?: "every" | readonly (readonly string[])[];
  /** Where the object, and its name, stay if only the service's record of it is removed: `the HSM`. */
  readonly staysIn?: string;
}

export interface Verb {
  readonly verb: string;
  /** True where it holds already: the call is skipped. `undefined` if the record does not show it. */
  unless(record: Wire): boolean | undefined;
}

/**
 * How the values of a unique list move from an object to its replacement, so that the old object
 * ends last: the new one is created without them. Both calls are idempotent, and return the object
 * as it is then.
 */
export interface Handover {
  take(api: Api, record: Wire, value: string): Promise<Wire>;
  give(api: Api, record: Wire, value: string): Promise<Wire>;
}

/**
 * Objects whose deletion is scheduled: they have given up what is unique, and can still be
 * recovered.
 */
interface Scheduled<I extends Shape> {
  /**
   * When such an object ends, as its record shows it, empty where that shows no date; `undefined`
   * for any other object.
   */
  endsAt(record: Wire): string | undefined;
  /**
   * Filters of the list for all of them that may have been the described one. Absent: the service
   * creates no other one beside it.
   */
  among?(inputs: Values<I>): Readonly<Record<string, string | string[]>>;
}

/** Deviations from plain create, read, update and delete. Each replaces one step of the engine. */
export interface Hooks<I extends Shape> {
  /**
   * Failures between properties that no rule can express. Pure; defaults are filled in, and a
   * missing input was left out or is not known yet. Called again for what the unknown ones may turn
   * out to be: only what it always returns is reported.
   */
  check?(inputs: Partial<Values<I>>): Failure[];
  /**
   * Inputs whose change forces replacement in this case, beside the immutable ones. Pure; inputs
   * may be unknown here.
   */
  replaces?(state: Bag, inputs: Values<I>): readonly string[];
  /**
   * Why a planned replacement must not be, and what to do instead. Pure; inputs may be unknown
   * here.
   */
  refuses?(state: Bag, inputs: Values<I>): string | undefined;
  /**
   * What making or changing the object means beyond what a preview shows: warnings. Changes
   * nothing; inputs may be unknown here. `changed` are the inputs that an update changes.
   */
  forewarns?(inputs: Values<I>, api: Api, changed?: readonly string[]): Promise<readonly string[]>;
  /** The body of the create call, made from the encoded inputs. Default: as they are. */
  body?(inputs: Values<I>, encoded: Wire): Wire;
  /** Makes the object and returns the service's response. Default: POST of the body to `createPath`. */
  create?(scope: Scope<I>, body: Wire): Promise<Wire>;
  /** Finds existing objects that conflict with the described one. Default: list by `unique`. */
  find?(scope: Scope<I>): Promise<Wire[]>;
  /**
   * The service's response, or `undefined` if the object no longer exists; `wanted` is what it will
   * be compared with. Default: GET of `path`/id.
   */
  read?(api: Api, id: string, state: Bag, wanted: Bag): Promise<Wire | undefined>;
  /**
   * What the service has beside its main response; merged into it before anything is compared.
   * `wanted` is what it will be compared with, `known` what was known of the object before.
   */
  enrich?(api: Api, record: Wire, wanted: Bag, known: Bag): Promise<Wire>;
  /**
   * Default: DELETE of `path`/id. Must be idempotent: it changes nothing once there is nothing left
   * to do.
   */
  remove?(scope: Scope<I>, id: string, state: Bag): Promise<void>;
  /**
   * Whether an object is as `remove` leaves it, where that neither deletes it nor finds out by
   * itself that nothing is left to do.
   */
  ended?(record: Wire, state: Bag): boolean;
  /**
   * Returns what blocks a delete that the service refuses as a conflict. Default, also for
   * `undefined`: the objects whose definitions refer to this one.
   */
  usedBy?(api: Api, id: string): Promise<string | { readonly named: string; readonly advice?: string } | undefined>;
  /**
   * Which argument refers to an object that the service does not have, beside those whose mark
   * `ref` says so, and what to do; called after a 400 or 404.
   */
  culprit?(api: Api, inputs: Values<I>): Promise<string | undefined>;
}

/** An existing object of the service. */
export interface ExistingObject {
  readonly definition: Definition;
  readonly id: string;
  readonly record: Wire;
}

/** How existing objects are found and described from the service's responses alone. */
interface Existing {
  /**
   * Lists every object of this type; `known` are those of types that are listed plainly. A string
   * is the reason why none are listed. Default: the list of `path`.
   */
  readonly list?: string | ((api: Api, known: readonly ExistingObject[]) => Promise<Wire[]>);
  /** Why programs cannot look up an object by its id alone; absent if they can. */
  readonly notLookedUp?: string;
  /** It is an event in the life of another object: no program can take it over. */
  readonly isEvent?: true;
  /**
   * The owner of an object that no program should declare, because the service or a cloud made it
   * for itself.
   */
  owner?(record: Wire): string | undefined;
  /**
   * In what else an object differs from what the inputs describe, so that adopting it would break
   * it, or take another one. Changes nothing.
   */
  differs?(api: Api, record: Wire, inputs: Bag): Promise<readonly string[]>;
  /**
   * Values of inputs that the response does not contain, as far as the service has them elsewhere.
   * Only reads.
   */
  recall?(record: Wire, known: readonly ExistingObject[], api: Api): Bag | Promise<Bag>;
}

/**
 * What it is for. A `connection` leads to another system; a `container` holds what is behind a
 * connection; a `domain` holds other objects, which are lost with it; a `schedule` runs by itself;
 * a `key` cannot be made again; `material` is no key and yet holds key material: a version, a
 * store; `any` may be anything.
 */
type Role = "connection" | "container" | "domain" | "schedule" | "key" | "material" | "any";

/** What is unusual about the list of the collection. */
interface Listing<K extends string> {
  /**
   * Default filters of the list, unless a program sets them: they avoid the transfer of records of
   * other types.
   */
  readonly usual?: Readonly<Record<string, string>>;
  /**
   * What the list does not show of an object although it can be filtered by it: reading many would
   * take a request for each.
   */
  readonly omits?: Unlisted;
  /**
   * If the service lists them only per parent object: the input that refers to it, and its list,
   * instead of that of `path`.
   */
  readonly within?: { readonly input: K; list(api: Api, id: string): Promise<Wire[]> };
}

/** What a PATCH must contain beside the inputs that differ. */
interface Update<K extends string> {
  /** Sets of inputs that the service accepts only together: if one differs, all of the set are sent. */
  readonly together?: readonly (readonly K[])[];
  /**
   * Inputs of which an update replaces all: if one differs, those that the program leaves out are
   * sent as they are.
   */
  readonly whole?: readonly K[];
  /** Constants of every body. */
  readonly with?: Bag;
}

export interface Definition<I extends Shape = Shape, O extends Shape = Shape> {
  /** The class users write, for example `AwsKms`. */
  readonly type: string;
  readonly role?: Role;
  /** The service's collection, relative to `/api/v1`. */
  readonly path: string;
  /**
   * Where the service makes objects, when that is not `path`; a function of the inputs. `adds`: the
   * call adds several at once, and this list of its response, such as `vaults`, has the object as
   * its only one.
   */
  readonly createPath?: string | ((inputs: Bag) => string) | { readonly path: string; readonly adds: string };
  /** One item's path; default `<path>/<id>`. */
  readonly item?: (id: string) => string;
  readonly inputs: I;
  readonly outputs: O;

  /** The response's field that identifies the object. Default `id`. */
  readonly id?: string;
  /**
   * How messages name a resource of this type. Default: its name, or the input that alone is
   * unique.
   */
  label?(inputs: Bag): string | undefined;
  /** How this part of the service spells its fields. Default `snake`. */
  readonly spelling?: "snake" | "camel";
  /**
   * Sets of inputs that the service requires to be unique, each set by itself. Default: the input
   * named after the resource.
   */
  readonly unique?: readonly (readonly Keys<I>[])[];
  readonly scheduled?: Scheduled<I>;
  /** Constraints between inputs. */
  readonly rules?: readonly Rule<Keys<I>>[];
  /**
   * Constants of every create body. They also distinguish this type from others of the same
   * collection.
   */
  readonly fixed?: Bag;
  readonly update?: Update<Keys<I>>;
  /** The calls that end an object for which there is no choice by `onDestroy`. Default: DELETE. */
  readonly ending?: Ending;
  /**
   * The service keeps the record of an object that the external system has lost, with `gone`: the
   * object then counts as missing.
   */
  readonly remembersGone?: true;
  /**
   * Distinguishes an object of this type from others of the same collection, where constants do
   * not. Default: all are.
   */
  isOne?(record: Wire): boolean;
  /**
   * A map in the object that can carry our mark, so that the object of a lost response or an
   * interrupted run is recognized as ours.
   */
  readonly mark?: "meta" | "app_metadata" | "labels" | MarkPlace;
  /** Filters of the collection's list, in camelCase; the values of one filter are alternatives. */
  readonly filters?: readonly string[];
  readonly listing?: Listing<Keys<I>>;
  /** The type of the object of whose record it is a part, by what is known of it. */
  partOf?(state: Bag): Definition | undefined;
  /**
   * The licensed feature it belongs to, for the advice in errors. Default: that of its part of the
   * API.
   */
  readonly feature?: string;
  readonly ready?: Ready;
  readonly lost?: Lost;
  readonly actions?: readonly Action<I>[];
  /**
   * An event rather than an object: it runs on create and when an input changes; nothing is read
   * back.
   */
  readonly action?: boolean;
  /** Set if describing existing objects takes more than their list and their responses. */
  readonly existing?: Existing;
  readonly hooks?: Hooks<I>;
}

/** Final states: no update proposes to undo what nothing can undo. */
interface Lost {
  readonly output: string;
  readonly states: readonly string[];
  /** Inputs that stay as they are in these states. */
  readonly inputs: readonly string[];
  /** What is lost, and what helps. */
  readonly says: string;
}

/** Where an object carries the mark, if that is not a map of both the request and the response. */
export interface MarkPlace {
  /** The body with the mark; the unchanged body if it must not carry one. */
  write(body: Wire, mark: string): Wire;
  read(record: Wire): unknown;
}

/** Constraints between inputs, as data. */

/**
 * An input is given, or inputs have one of these values. An input is given if it differs from its
 * default.
 */
export type Condition<K extends string> = K | { readonly [key in K]?: unknown };

/**
 * Inputs that must be given, and such as must not, in one case: when that holds, unless one of
 * those does.
 */
export interface Placement<K extends string> {
  readonly when?: Condition<K>;
  readonly unless?: Condition<K> | readonly Condition<K>[];
  readonly requires?: readonly K[];
  readonly excludes?: readonly K[];
  /** What else a user should know, after a colon. */
  readonly because?: string;
}

/** One input, several together, or any of several. */
export type Way<K extends string> = K | readonly K[] | { readonly anyOf: readonly K[] };

export type Rule<K extends string> =
  | Placement<K>
  /** Alternatives. One of them must be given, unless `optional` is true. */
  | { readonly choose: readonly Way<K>[]; readonly optional?: true; readonly because?: string }
  /** Inputs that are only valid together. */
  | { readonly pair: readonly K[] }
  /** A list whose items must differ in that field. */
  | { readonly distinct: K; readonly by: string }
  /** Two times, in order. */
  | { readonly earlier: K; readonly later: K }
  /**
   * The values of an input that go with each value of another one; with a value that is not named,
   * all do.
   */
  | { readonly values: K; readonly by: K; readonly allowed: Readonly<Record<string, readonly unknown[] | Range>> };

/** Whole numbers between two bounds, both included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** A definition whose fields are known by name. */
export type Defined<I extends Shape, O extends Shape> = Definition & { readonly inputs: I; readonly outputs: O };

/**
 * Declares a resource. Only the declaration itself is typed by its fields: code that is passed a
 * definition sees fields of any name.
 */
export function defineResource<const I extends Shape, const O extends Shape>(
  definition: Definition<NoInfer<I>, NoInfer<O>> & { readonly inputs: I; readonly outputs: O },
): Defined<I, O> {
  return definition;
}
