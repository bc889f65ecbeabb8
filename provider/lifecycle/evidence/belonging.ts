import type { Wire } from "../../api/client";
import { ifFound } from "../../api/errors";
import type { FormerStack } from "../../api/settings";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import type { Difference } from "../values/diff";
import { ResourceError, stateDelete } from "../vocabulary/failure";
import { idOf, itemPath } from "../vocabulary/record";
import { isNamed, makerIn, type Maker } from "./mark";
import { confirmedKey } from "../vocabulary/hiddenKeys";

/**
 * Whose an object is, according to its mark, or else to its state: no stack changes, or ends, what
 * belongs to another one.
 */

/** The stack of a call, as marks name stacks. */
export interface Home {
  /** `undefined` if the host cannot tell. */
  readonly stack?: StackName;
  /** Fingerprint of its backend. */
  readonly backend: string;
  /** True for a file backend, whose fingerprint differs in every container. */
  readonly isFile: boolean;
  /**
   * Stacks that were renamed or moved: marks of the former one count as this one's while this is
   * the present one.
   */
  readonly former: readonly FormerStack[];
}

interface StackName {
  /** `undefined` where only the program knows it. */
  readonly organization?: string | undefined;
  readonly project: string;
  readonly stack: string;
}

/** The same state of an object that nobody has confirmed. */
export const unconfirmed = ({ [confirmedKey]: _confirmed, ...state }: Bag): Bag => state;

type Relation = "ours" | "otherBackend" | "other";

function relationOf(home: Home, maker: Pick<Maker, "stack" | "backend">): Relation {
  const { stack, backend } = home;
  if (formerOf(home).some((one) => isNamed(maker.stack, one))) return "ours";
  if (!stack || !isSame(stack, maker.stack)) return "other";
  return maker.backend === backend ? "ours" : "otherBackend";
}

/** The former names of this stack. Settings of another one may have come with its state. */
export const formerOf = ({ stack, former }: Pick<Home, "stack" | "former">): string[] =>
  former.flatMap((one) => (stack && isSame(stack, one.present) ? [one.former] : []));

/** An organization that is not known, or not named, may be any. */
function isSame({ organization, project, stack }: StackName, named: string): boolean {
  const [, theirs, rest] = /^(?:([^/]*)\/)?([^/]*\/[^/]*)$/.exec(named) ?? [];
  const isElsewhere = Boolean(organization) && Boolean(theirs) && organization !== theirs;
  return !isElsewhere && rest === `${project}/${stack}`;
}

/**
 * The other stack that an object was made for, as text; `undefined` if it is this one's, or if no
 * mark tells.
 */
export function otherStackOf(definition: Definition, record: Wire, home: Home): string | undefined {
  const maker = makerIn(definition, record);
  return maker && otherStackFor(home, maker);
}

function otherStackFor(home: Home, maker: Maker): string | undefined {
  const kinship = relationOf(home, maker);
  if (kinship === "ours") return undefined;
  return kinship === "other" ? maker.who : `${maker.who}, in a stack of the same name in another backend`;
}

/** Whether its mark says that an object was made for this stack. */
export function isMadeIn(definition: Definition, record: Wire, home: Home): boolean {
  const maker = makerIn(definition, record);
  return maker !== undefined && isOurs(home, maker);
}

/** Fingerprints of file backends differ in every container. */
function isOurs(home: Home, maker: Maker): boolean {
  const kinship = relationOf(home, maker);
  return kinship === "ours" || (kinship === "otherBackend" && home.isFile);
}

export interface Question {
  id: string;
  state: Bag;
  /** Clause for errors, such as `deleting AwsKms "prod"`. */
  tried: string;
  /** Absent: whose the object is does not matter. */
  home?: Home;
  /** True if another object is to replace it: `adopt` then records nothing of it. */
  isReplaced?: boolean;
}

/**
 * Refuses to change or end an object that was made for another stack, unless the program has
 * confirmed that it moved.
 */
export function refuseOtherStacks(definition: Definition, scope: Scope, record: Wire, question: Question): void {
  const { home, state } = question;
  const maker = makerIn(definition, record) ?? recordedIn(state);
  if (!home || !maker) return;
  const other = otherStackFor(home, maker);
  if (other === undefined || isConfirmed(home, state)) return;
  if (relationOf(home, maker) === "otherBackend" && home.isFile) return scope.progress(madeFor(scope.label, other));
  const why = home.stack
    ? anothers(scope.label, other, question, settingOf(home.stack, home.former, maker))
    : untold(maker, question);
  throw new ResourceError(why);
}

function anothers(label: string, other: string, { id, tried, isReplaced }: Question, setting: string): string {
  const first = isReplaced ? ", first without what replaces it," : "";
  return (
    `${tried} was refused: the object with the id "${id}" was made for ${other}, and two stacks must not manage one object. ` +
    `Nothing was changed. If this stack is a copy, remove the resource from it with ${stateDelete()}. If the object has moved ` +
    `here, confirm it with  adopt: "${id}"  for ${label}${first} and run \`pulumi up\`; if the whole stack was renamed or moved, ` +
    `set ${setting}`
  );
}

function untold({ who, stack }: Maker, { id, tried }: Question): string {
  return (
    `${tried} was refused: the object with the id "${id}" was made for ${who}, and nothing tells this run which stack it is for. ` +
    `Nothing was changed. If it is for that stack, set the environment variable CIPHERTRUST_STACK to ${stack} and run it again. If it is ` +
    `for a copy of that stack, remove the resource from the copy with ${stateDelete()}.`
  );
}

/**
 * The same for an update. An id in `adopt` confirms that the object moved to this stack: for its
 * state.
 */
export async function refuseUnconfirmed(
  definition: Definition,
  scope: Scope,
  record: Wire,
  question: Question,
): Promise<Bag> {
  const { id, home } = question;
  if (!home) return {};
  const marked = await markedRecord(definition, scope, record, id);
  if ((scope.inputs as Bag).adopt !== id) {
    refuseOtherStacks(definition, scope, marked, question);
    return recordedFor(definition, marked, home);
  }
  tellOtherStack(definition, scope, marked, home);
  return confirmed(home);
}

/**
 * The record with the mark, if there is one: a rotation may have led to another one, which has
 * none.
 */
async function markedRecord(definition: Definition, { api }: Scope, record: Wire, id: string): Promise<Wire> {
  if (definition.mark === undefined || makerIn(definition, record) || idOf(definition, record) === id) return record;
  return (await ifFound(api.get(itemPath(definition, id)))) ?? record;
}

/** Says for whom an object was made that this stack takes over. */
export function tellOtherStack(definition: Definition, { label, progress }: Scope, record: Wire, home?: Home): void {
  const other = home && otherStackOf(definition, record, home);
  if (other !== undefined) progress(madeFor(label, other));
}

/** The setting that confirms a whole stack, with what it says already. */
function settingOf({ organization, project, stack }: StackName, former: Home["former"], maker: Maker): string {
  const present = [organization, project, stack].filter(Boolean).join("/");
  const entries = [...former, { former: maker.stack, present }].map((one) => `${one.former}=${one.present}`);
  return `ciphertrust:formerStacks (CIPHERTRUST_FORMER_STACKS) to ${entries.join(",")}, with --run-program if this is a destroy.`;
}

export const madeFor = (label: string, other: string): string =>
  `${label} was made for ${other}: make sure that nothing but this stack manages it now`;

/**
 * The state of an object that the program names by its id in `adopt`: from then on, this stack may
 * change and end it.
 */
export function confirmed(home: Home | undefined): Bag {
  if (!home?.stack) return {};
  const { organization = "", project, stack } = home.stack;
  return { [confirmedKey]: `${organization}/${project}/${stack}.${home.backend}` };
}

/** The same for an object that names nobody: its state does. */
export const recordedFor = (definition: Definition, record: Wire, home: Home | undefined): Bag =>
  makerIn(definition, record) ? {} : confirmed(home);

/** Whose the object of a state is, if that says so. */
function recordedIn({ [confirmedKey]: text }: Bag): Maker | undefined {
  const found = typeof text === "string" && /^(.*)\.([0-9a-f]+)$/.exec(text);
  if (!found) return undefined;
  const [, stack = "", backend = ""] = found;
  return { who: stack.replace(/^\//, ""), stack, backend };
}

/**
 * The difference, with the update that is due because the program confirms the object, and its
 * state does not.
 */
export function withConfirmation(
  difference: Difference,
  { id, state, adopt, home }: { id?: string; state: Bag; adopt: unknown; home: Home | undefined },
): Difference {
  if (id === undefined || adopt !== id || !home?.stack || isConfirmed(home, state)) return difference;
  const why = "adopt confirms that the object belongs to this stack, and the update records that";
  return { ...difference, changes: true, due: [...(difference.due ?? []), why] };
}

/**
 * Whether a state confirms that the object is this stack's. A copy of the state confirms nothing
 * for another stack.
 */
function isConfirmed(home: Home, state: Bag): boolean {
  const recorded = recordedIn(state);
  return recorded !== undefined && isOurs(home, recorded);
}

/** Refuses to take anything from an object of another stack that is replaced. */
export async function refuseTaken(
  definition: Definition,
  scope: Scope,
  record: Wire,
  question: Question,
): Promise<void> {
  if (!question.home) return;
  const marked = await markedRecord(definition, scope, record, question.id);
  refuseOtherStacks(definition, scope, marked, { ...question, isReplaced: true });
}
