import { around } from "../api/around";
import type { Api, Wire } from "../api/client";
import { isInDoubt, isKind } from "../api/errors";
import { adoptable, reclaimed } from "./adoption";
import { nameInputOf, type Bag, type Definition, type Scope } from "./definition";
import { explain, ResourceError } from "./failure";
import { look, pauses } from "./look";
import { Marker, type Owner } from "./mark";
import { foreignTo, isRecent, justMade, occupantsOf, searchable } from "./occupants";
import { idOf } from "./paths";
import { decodeAll, encodeAll } from "./wire";

/** How often a create whose answer was lost, and which provably made nothing, is sent again. */
const resends = 3;

/** What stands behind a resource from now on, and whether it did so before. */
export interface Obtained {
  record: Wire;
  existed: boolean;
}

/** What is known of the stack that a new object is for. */
export interface Stack {
  /** Which of its resources has the object of this id, in words for an error. */
  ownerOf(id: string): string | undefined;
  /** True when all that the resource which asks has already is known: nothing else of its can be taken for a stranger's. */
  readonly isTold: boolean;
  /** Who asks for the object; `undefined` where that cannot be known. */
  readonly owner?: Owner;
}

/** Makes a new object. Never makes a second one: what may be taken over is, should somebody have been faster. */
export async function make(definition: Definition, scope: Scope, stack: Stack): Promise<Obtained> {
  const marker = new Marker(definition, stack.owner);
  const body = marker.marked(encodeAll(definition, scope.inputs));
  const create = definition.hooks?.create ?? ((at: Scope, content: Wire) => at.api.post(definition.path, content));
  const equal = await equals(definition, scope, { marker, stack });
  if (equal) return equal;
  for (let attempt = 0; ; attempt++) {
    const sent = new Sent(scope.api);
    const asked = await scope.api.time();
    try {
      const record = await create({ ...scope, api: sent.api }, body);
      idOf(definition, record);
      return { record, existed: false };
    } catch (error) {
      const mayBeMade = sent.isSent && isInDoubt(error);
      if (!isKind(error, "conflict") && !mayBeMade) throw error;
      const standing = await recovered(definition, scope, { marker, asked, error, stack, isLast: attempt >= resends });
      if (standing) return standing;
      scope.progress(`${scope.label}: the response was lost and nothing was made; sending it again`);
    }
  }
}

/**
 * Where the service would make another one without a word, what is there is looked at before: what an interrupted run made
 * is taken over, and of another of the same name the program has to say whether it is meant.
 */
async function equals(
  definition: Definition,
  scope: Scope,
  { marker, stack }: Pick<Failed, "marker" | "stack">,
): Promise<Obtained | undefined> {
  const { adopt } = scope.inputs as Bag;
  if (!isRepeatable(definition, scope.inputs) || adopt === false || !stack.isTold) return undefined;
  const there = await standing(definition, scope, marker);
  const strangers = there.filter((one) => stack.ownerOf(idOf(definition, one)) === undefined);
  const earlier = await leftByEarlierRun(scope, strangers, marker);
  if (earlier) return goOn(definition, scope, earlier);
  if (strangers[0]) throw equalIsThere(definition, scope, strangers[0], marker);
  return undefined;
}

function equalIsThere(definition: Definition, { label }: Scope, other: Wire, marker: Marker): Error {
  const id = idOf(definition, other);
  return new ResourceError(
    `creating ${label} was refused: an object that may be meant is there already, with the id "${id}"` +
      `${marker.makerOf(other)}, and the service would make another. If it is yours to manage, take it ` +
      `over by adding the argument  adopt: "${id}"  to ${label}; if there are to be two, add  adopt: false.`,
  );
}

/** What an earlier run of the same resource has made lately, which the stack does not know. */
async function leftByEarlierRun(scope: Scope, found: readonly Wire[], marker: Marker): Promise<Wire | undefined> {
  const made = found.filter((one) => marker.originOf(one) === "earlierRun");
  if (made.length === 0) return undefined;
  const now = await scope.api.time();
  return made.find((one) => isRecent(one, now));
}

/** True where objects have no place of their own, but may be recognised, by a name or by our mark. */
function isRepeatable(definition: Definition, inputs: Bag): boolean {
  const isKnown = definition.mark !== undefined || nameInputOf(definition) !== undefined;
  return isKnown && !definition.action && searchable(definition, inputs).length === 0;
}

/** What stands where the described object should; where that has neither place nor name, what carries our mark. */
async function standing(definition: Definition, scope: Scope, marker: Marker): Promise<Wire[]> {
  const find = definition.hooks?.find;
  const isPlaced = searchable(definition, scope.inputs).length > 0 || (find && nameInputOf(definition) !== undefined);
  if (isPlaced || definition.mark === undefined) return occupantsOf(definition, scope);
  const all = await (find ? find(scope) : scope.api.list(definition.path));
  return all.filter((one) => ["thisCall", "earlierRun"].includes(marker.originOf(one)));
}

/** The same after a create. Where the service would make a second one, a node that lags gets the time that any look gives it. */
async function patiently(definition: Definition, scope: Scope, marker: Marker): Promise<Wire[]> {
  for (const milliseconds of isRepeatable(definition, scope.inputs) ? pauses : []) {
    const found = await standing(definition, scope, marker);
    if (found.some((one) => marker.originOf(one) === "thisCall")) return found;
    await scope.pause(milliseconds);
  }
  return standing(definition, scope, marker);
}

/** Goes on with what an earlier run of the same resource made, which was interrupted before the stack knew of it. */
async function goOn(definition: Definition, scope: Scope, earlier: Wire): Promise<Obtained> {
  const record = await reclaimed(definition, scope, earlier);
  scope.progress(
    `${scope.label} was made before, most likely by a run that was interrupted: it goes on with "${idOf(definition, record)}"`,
  );
  return { record, existed: true };
}

interface Failed {
  marker: Marker;
  /** When the create was sent, by the service's clock. */
  asked: number;
  error: unknown;
  stack: Stack;
  /** Whether it has been sent often enough. */
  isLast: boolean;
}

/** What stands there after a create that failed; `undefined` where nothing does, and it may be sent again. */
async function recovered(definition: Definition, scope: Scope, failed: Failed): Promise<Obtained | undefined> {
  const { error, isLast, marker } = failed;
  const occupants = await patiently(definition, scope, marker).catch(() => undefined);
  const found = await standingOf(definition, scope, { ...failed, occupants });
  if (found) return found;
  const hasPlace = searchable(definition, scope.inputs).length > 0 || marker.isWritten;
  const provablyMissing = occupants !== undefined && hasPlace;
  const looked = provablyMissing || hasLooked(definition, occupants);
  if (isKind(error, "conflict")) throw await unseen(definition, scope, error, looked);
  // What the service could not do once, it is not asked again and again.
  if (provablyMissing && !isKind(error, "unanswered")) throw error;
  if (!provablyMissing || isLast) throw lost(definition, scope, error);
  return undefined;
}

/** Notes whether anything was asked for that could have made something. */
class Sent {
  isSent = false;
  readonly api: Api;
  constructor(api: Api) {
    this.api = around(api, (call, work) => {
      this.isSent ||= call.method !== "GET" && call.repeatable !== true;
      return work();
    });
  }
}

const hasLooked = ({ hooks }: Definition, occupants: unknown): boolean =>
  occupants !== undefined && hooks?.find !== undefined;

interface Refusal extends Omit<Failed, "isLast"> {
  occupants: readonly Wire[] | undefined;
}

/** What stands there after a create that failed: ours, or somebody's who was faster; taken over only if the program wants what is there. */
async function standingOf(definition: Definition, scope: Scope, refusal: Refusal): Promise<Obtained | undefined> {
  const { occupants = [], marker, error, stack } = refusal;
  const ours = madeByThisCall(definition, refusal);
  if (ours) {
    const seen = await look(definition, scope, idOf(definition, ours), decodeAll(definition, ours), scope.inputs);
    return { record: seen ?? ours, existed: false };
  }
  const strangers = occupants.filter((one) => stack.isTold && stack.ownerOf(idOf(definition, one)) === undefined);
  const earlier = await leftByEarlierRun(scope, strangers, marker);
  if (earlier) return goOn(definition, scope, earlier);
  const isPlaced = searchable(definition, scope.inputs).length > 0;
  const [other] = isPlaced || isKind(error, "conflict") ? occupants : [];
  if (!other) return undefined;
  const adopted = (scope.inputs as Bag).adopt === true && (await adoptable(definition, scope));
  if (!adopted) throw taken(definition, scope, { other, ...refusal });
  return { record: adopted, existed: true };
}

function madeByThisCall(definition: Definition, { occupants = [], marker, asked, error }: Refusal): Wire | undefined {
  const made = occupants.find((one) => marker.originOf(one) === "thisCall");
  return made ?? (marker.isWritten ? undefined : justMade(definition, { occupants, asked, error }));
}

interface Taken extends Pick<Refusal, "error" | "stack" | "marker"> {
  other: Wire;
}

function taken(definition: Definition, scope: Scope, { other, error, stack, marker }: Taken): Error {
  const id = idOf(definition, other);
  const foreign = foreignTo(definition, other);
  // Who is nearer knows better: the resource that has it, then whoever refused.
  const better = stack.ownerOf(id) ?? (isKind(error, "conflict") ? error.facts.advice : undefined);
  if (better) return explain(`creating ${scope.label}`, error, better);
  const next = foreign
    ? `The object with the id "${id}" stands in its place, and ${foreign}. Choose another name.`
    : `The service already has this object, with the id "${id}"${marker.makerOf(other)}. If it belongs to a resource of ` +
      `this stack that you renamed, give this one the option  aliases: [{ name: "<its name before>" }]. If it belongs to ` +
      `none and is yours to manage, take it over by adding the argument  adopt: "${id}"  to ${scope.label}. Otherwise ` +
      `choose another name.`;
  return explain(`creating ${scope.label}`, error, next);
}

/** A conflict with nothing that was found; `looked`: whether all that may stand in its place was looked at. */
async function unseen(definition: Definition, scope: Scope, error: unknown, looked: boolean): Promise<unknown> {
  if (definition.action) return error;
  const next = looked
    ? ((await namesake(definition, scope).catch(() => undefined)) ??
      `No ${definition.type} stands in its place as far as the service shows: if it exists all the same, it is an object of ` +
        `another kind, or one behind a container that has not been refreshed since. Look for that, or choose another name.`)
    : `If the service has this object already, and it is yours to manage, take it over by adding the argument  ` +
      `adopt: "<its id>"  to ${scope.label}; if only its name is taken, choose another name.`;
  return explain(`creating ${scope.label}`, error, next);
}

/** Says which object of another kind has the name, where kinds share their names. */
async function namesake(definition: Definition, scope: Scope): Promise<string | undefined> {
  const { namesWithin } = definition;
  const name = (scope.inputs as Bag)[nameInputOf(definition) ?? ""];
  if (!namesWithin || typeof name !== "string") return undefined;
  const { path, kind } = namesWithin;
  const other = (await scope.api.list(path, { name })).find((one) => one.name === name);
  if (!other) return undefined;
  const about = `its ${kind} is ${JSON.stringify(other[kind])}, its id ${JSON.stringify(other.id)}`;
  return `${path} has an object of this name: ${about}. Choose another name.`;
}

function lost(definition: Definition, scope: Scope, error: unknown): Error {
  const next =
    `Whether the service made it is not known. Look for it there (${definition.path}); if it exists, add the ` +
    `argument  adopt: "<its id>"  to ${scope.label}, so that no second one is made.`;
  return explain(`creating ${scope.label}`, error, next);
}
