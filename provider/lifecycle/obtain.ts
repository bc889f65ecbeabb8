import { around } from "../api/around";
import type { Api, Wire } from "../api/client";
import { ApiError, isInDoubt, isKind } from "../api/errors";
import { plainCreate } from "./added";
import { adoptable, reclaimed } from "./adoption";
import type { Bag, Definition, Scope } from "./definition";
import { nameInputOf, needsOf } from "./field";
import { explain, ResourceError } from "./failure";
import { look } from "./look";
import { Marker, type Owner } from "./mark";
import { foreignTo } from "./kind";
import { hiddenIn } from "./hidden";
import { Attempts, leftByEarlierRun, type Journal, type Left } from "./journal";
import { justMade, proven } from "./justMade";
import { hasNameless, occupantsOf, searchable } from "./occupants";
import { idOf } from "./paths";
import { isAsDestroyed } from "./removal";
import { decodeAll, encodeAll } from "./wire";

/** Maximum number of retries of a create whose response was lost and which provably made nothing. */
export const resends = 3;

/** The object of a resource from now on, and whether it existed before. */
export interface Obtained {
  record: Wire;
  existed: boolean;
  /** True if an earlier run of the same resource made it, possibly with other secrets. */
  ours?: boolean;
}

/** What is known about the stack of a new object. */
export interface Stack {
  /** Which of its resources has the object with this id, as text for an error. */
  ownerOf(id: string): string | undefined;
  /** Records that the object with this id prevents the creation. */
  stop(id: string): void;
  /** True if all existing objects of the calling resource are known, so that none of them can be taken for somebody else's. */
  readonly isTold: boolean;
  /** The owner of the object; `undefined` if it cannot be known. */
  readonly owner?: Owner;
  /** Where creates of objects without a mark are noted. Absent: nowhere. */
  readonly journal?: Journal;
}

/** Creates an object. Never creates a second one: an object that may be taken over is, if somebody else was faster. */
export async function make(definition: Definition, scope: Scope, stack: Stack): Promise<Obtained> {
  const hidden = hiddenIn(definition, scope.inputs);
  const marker = new Marker(definition, stack.owner, hidden);
  const body = marker.marked(encodeAll(definition, scope.inputs));
  const attempts = new Attempts(definition, hidden, marker.isWritten ? undefined : stack.journal);
  const create = definition.hooks?.create ?? ((at: Scope, content: Wire) => plainCreate(definition, at, content));
  const equal = await equals(definition, scope, { marker, stack, attempts });
  if (equal) return equal;
  for (let attempt = 0; ; attempt++) {
    const sent = new Sent(scope.api);
    const asked = await scope.api.time();
    await attempts.begin(asked);
    try {
      const response = await create({ ...scope, api: sent.api }, body);
      // Some only read what exists.
      const record = sent.isSent ? await proven(definition, scope, response, marker) : response;
      await attempts.made(record, asked);
      return { record, existed: false };
    } catch (error) {
      const mayBeMade = sent.isSent && isInDoubt(error);
      if (!mayBeMade) await attempts.end();
      if (!isKind(error, "conflict") && !mayBeMade) throw error;
      const failed = { marker, asked, error, stack, attempts, isLast: attempt >= resends };
      const standing = await recovered(definition, scope, failed);
      if (standing) {
        await attempts.made(standing.record, asked);
        return standing;
      }
      scope.progress(`${scope.label}: the response was lost and nothing was created; retrying`);
    }
  }
}

/**
 * Where the service would silently create a duplicate, existing objects are looked up first: what an interrupted run made
 * is taken over; for another one of the same name, the program has to state whether it is meant.
 */
async function equals(
  definition: Definition,
  scope: Scope,
  { marker, stack, attempts }: Pick<Failed, "marker" | "stack" | "attempts">,
): Promise<Obtained | undefined> {
  const { adopt } = scope.inputs as Bag;
  if (!isRepeatable(definition, scope.inputs) || adopt === false || !stack.isTold) return undefined;
  const there = await standing(definition, scope, marker);
  const isFree = freeIn(stack);
  const earlier = await leftByEarlierRun(definition, scope, { found: there, isFree, marker, attempts });
  if (earlier) return goOn(definition, scope, earlier);
  const strangers = there.filter((one) => isFree(idOf(definition, one)));
  if (strangers[0]) throw equalIsThere(definition, scope, strangers[0], marker);
  return undefined;
}

function equalIsThere(definition: Definition, { label }: Scope, other: Wire, marker: Marker): Error {
  const id = idOf(definition, other);
  return new ResourceError(
    `creating ${label} was refused: a matching object already exists, with the id "${id}"` +
      `${marker.makerOf(other)}, and the service would create another one. If it is yours to manage, take it ` +
      `over by adding the argument  adopt: "${id}"  to ${label}; to create a second one, add  adopt: false.`,
  );
}

const freeIn =
  ({ isTold, ownerOf }: Stack) =>
  (id: string): boolean =>
    isTold && ownerOf(id) === undefined;

/** True if objects are not unique but can be recognized, by a name or by our mark. */
function isRepeatable(definition: Definition, inputs: Bag): boolean {
  const isKnown = definition.mark !== undefined || nameInputOf(definition) !== undefined;
  return isKnown && !definition.action && searchable(definition, inputs).length === 0;
}

/** Objects that conflict with the described one; if it has neither unique inputs nor a name, those that carry our mark. */
async function standing(definition: Definition, scope: Scope, marker: Marker): Promise<Wire[]> {
  const find = definition.hooks?.find;
  const isPlaced = searchable(definition, scope.inputs).length > 0 || (find && nameInputOf(definition) !== undefined);
  if (isPlaced || definition.mark === undefined) return occupantsOf(definition, scope);
  const all = await (find ? find(scope) : scope.api.list(definition.path));
  return all.filter((one) => ["thisCall", "earlierRun"].includes(marker.originOf(one)));
}

/** The same after a create. Where the service would create a duplicate, a lagging node gets the usual time to catch up. */
async function patiently(definition: Definition, scope: Scope, marker: Marker): Promise<Wire[]> {
  for (const milliseconds of isRepeatable(definition, scope.inputs) ? scope.pauses : []) {
    const found = await standing(definition, scope, marker);
    if (found.some((one) => marker.originOf(one) === "thisCall")) return found;
    await scope.pause(milliseconds);
  }
  return standing(definition, scope, marker);
}

/** Continues with what an earlier run of the same resource made before it was interrupted and could record it. */
async function goOn(definition: Definition, scope: Scope, earlier: Left): Promise<Obtained> {
  const record = await reclaimed(definition, scope, earlier.record, earlier.unshown);
  scope.progress(
    `${scope.label} was made before, by a run that was interrupted or before it left the program: it goes on with "${idOf(definition, record)}"`,
  );
  return { record, existed: true, ours: true };
}

interface Failed {
  marker: Marker;
  attempts: Attempts;
  /** When the create was sent, by the service's clock. */
  asked: number;
  error: unknown;
  stack: Stack;
  /** Whether it has been retried often enough. */
  isLast: boolean;
}

/** The existing object after a failed create; `undefined` if there is none and the create may be retried. */
async function recovered(definition: Definition, scope: Scope, failed: Failed): Promise<Obtained | undefined> {
  const { asked, error, isLast, marker, attempts } = failed;
  const occupants = await patiently(definition, scope, marker).catch(() => undefined);
  const found = await standingOf(definition, scope, { ...failed, occupants });
  if (found) return found;
  const hasPlace = searchable(definition, scope.inputs).length > 0 || marker.isWritten;
  const isAbsent = occupants !== undefined && hasPlace;
  if (isKind(error, "conflict"))
    throw await unseen(definition, scope, error, isAbsent || hasLooked(definition, occupants));
  const provablyMissing = isAbsent && !(await hasNameless(definition, scope, asked).catch(() => true));
  if (provablyMissing) await attempts.end();
  // A call that the service could not process is not repeated indefinitely.
  if (provablyMissing && !isKind(error, "unanswered")) throw error;
  if (!provablyMissing || isLast) throw lost(definition, scope, error);
  return undefined;
}

/** Records whether any request was sent that could have created something. */
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

/** The existing object after a failed create: ours, or somebody else's; the latter is taken over only if the program asks for it. */
async function standingOf(definition: Definition, scope: Scope, refusal: Refusal): Promise<Obtained | undefined> {
  const { occupants = [], error, stack, marker, attempts } = refusal;
  const ours = await madeByThisCall(definition, scope, refusal);
  if (ours) return { record: ours, existed: false };
  const found = { found: occupants, isFree: freeIn(stack), marker, attempts };
  const earlier = await leftByEarlierRun(definition, scope, found);
  if (earlier) return goOn(definition, scope, earlier);
  const isPlaced = searchable(definition, scope.inputs).length > 0;
  const [other] = isPlaced || isKind(error, "conflict") ? occupants : [];
  if (!other) return undefined;
  const adopted = (scope.inputs as Bag).adopt === true && (await adoptable(definition, scope, stack));
  if (!adopted) throw await taken(definition, scope, { other, ...refusal });
  return { record: adopted, existed: true };
}

async function madeByThisCall(definition: Definition, scope: Scope, refusal: Refusal): Promise<Wire | undefined> {
  const { occupants = [], marker } = refusal;
  const made = occupants.find((one) => marker.originOf(one) === "thisCall");
  if (made)
    return (await look(definition, scope, idOf(definition, made), decodeAll(definition, made), scope.inputs)) ?? made;
  return marker.isWritten ? undefined : justMade(definition, scope, { ...refusal, occupants });
}

interface Taken extends Pick<Refusal, "error" | "stack" | "marker"> {
  other: Wire;
}

async function taken(definition: Definition, scope: Scope, { other, error, stack, marker }: Taken): Promise<Error> {
  const id = idOf(definition, other);
  stack.stop(id);
  const foreign = foreignTo(definition, other);
  // The most specific advice wins: that of the resource that has it, then that of the refusal.
  const better = stack.ownerOf(id) ?? (isKind(error, "conflict") ? error.facts.advice : undefined);
  if (better) return explain(`creating ${scope.label}`, error, better);
  const isEnded = await isAsDestroyed(definition, scope, id, decodeAll(definition, other)).catch(() => false);
  const next = foreign
    ? `The object with the id "${id}" conflicts with it, and ${foreign}. Choose another name.`
    : `The service already has this object, with the id "${id}"${marker.makerOf(other)}${isEnded ? asDestroyed : ""}. If it belongs to a resource of ` +
      `this stack that you renamed, give this one the option  aliases: [{ name: "<its name before>" }]. If it belongs to ` +
      `none and is yours to manage, take it over by adding the argument  adopt: "${id}"  to ${scope.label}.${orRename(definition)}`;
  return explain(`creating ${scope.label}`, error, next);
}

/** After an interrupted destroy, an update meets what that has ended already. */
const asDestroyed = ", as destroying leaves it. To continue a `pulumi destroy`, run that again, without `pulumi up`";

/** The way out for types that have a name. */
const orRename = (definition: Definition): string =>
  nameInputOf(definition) === undefined ? "" : " Otherwise choose another name.";

/** A conflict with an object that was not found; `looked`: whether all possible conflicts were looked up. */
async function unseen(definition: Definition, scope: Scope, error: unknown, looked: boolean): Promise<unknown> {
  if (definition.action) return error;
  const takeOver = (id: string) => `take it over by adding the argument  adopt: ${id}  to ${scope.label}`;
  const isInside = needsOf(definition).some(([, needed]) => needed.role === "container");
  const elsewhere = isInside
    ? "or one that the service has no record of: refresh its container with a Refresh resource, then " +
      `${takeOver("true")}.${orRename(definition)}`
    : `or one in a container that has not been refreshed since. Find it.${orRename(definition)}`;
  const next = looked
    ? ((await namesake(definition, scope).catch(() => undefined)) ??
      `The service shows no conflicting ${definition.type}: if the object exists nevertheless, it is an object of ` +
        `another kind, ${elsewhere}`)
    : `If the service has this object already, and it is yours to manage, ${takeOver('"<its id>"')}; if only its name is ` +
      `taken, choose another name.`;
  return explain(`creating ${scope.label}`, error, next);
}

/** Names the object of another kind that has the name, where kinds share a namespace. */
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

/** The collection of the object; for some, only the call knows it. */
function placeOf({ path }: Definition, error: unknown): string {
  const [, called] = error instanceof ApiError ? error.facts.call.split(" ") : [];
  return path === "/" && called?.startsWith("/") ? called : path;
}

function lost(definition: Definition, scope: Scope, error: unknown): Error {
  const next =
    `Whether the service made it is not known. Look for it there (${placeOf(definition, error)}); if it exists, add the ` +
    `argument  adopt: "<its id>"  to ${scope.label}, so that no second one is created.`;
  return explain(`creating ${scope.label}`, error, next);
}
