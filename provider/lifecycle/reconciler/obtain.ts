import { around } from "../../api/around";
import type { Api, Wire } from "../../api/client";
import { isInDoubt, isKind, unproven } from "../../api/errors";
import { plainCreate } from "./added";
import { adoptedAs } from "./adopted";
import { adoptable, reclaimed, takenOver } from "./adoption";
import { confirmed, formerOf, recordedFor, type Home } from "../evidence/belonging";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { nameInputOf } from "../vocabulary/field";
import { look } from "../service/look";
import { Marker } from "../evidence/mark";
import { hiddenIn } from "../evidence/hidden";
import { Attempts, leftByEarlierRun, type Left } from "../evidence/journal";
import { justMade, proven } from "../evidence/justMade";
import { hasNameless, occupantsOf, searchable } from "../evidence/occupants";
import { equalIsThere, lost, taken, unseen } from "./obstacles";
import { idOf } from "../vocabulary/paths";
import { refusePredecessor } from "./predecessors";
import { createdWith } from "../service/state";
import { refuseSibling } from "./siblings";
import type { Stack } from "../evidence/stack";
import { decodeAll, encodeAll } from "../values/wire";

/** Maximum number of retries of a create whose response was lost and which provably made nothing. */
export const resends = 3;

/** The object of a resource from now on, and whether it existed before. */
export interface Obtained {
  record: Wire;
  existed: boolean;
  /** True if an earlier run of the same resource made it, possibly with other secrets. */
  ours?: boolean;
}

/** What is known of the object before anything else is done with it. */
export async function firstState(
  definition: Definition,
  scope: Scope,
  { record, existed, ours }: Obtained,
  home?: Home,
): Promise<Bag> {
  const { adopt } = scope.inputs as Bag;
  const taken = existed && (await takenOver(definition, scope, record, ours));
  const isKnown = taken && !definition.action;
  const whose = typeof adopt === "string" ? confirmed(home) : recordedFor(definition, record, home);
  const how = existed && !ours ? adoptedAs(idOf(definition, record), adopt) : {};
  return { ...(isKnown ? taken : createdWith(definition, scope.inputs)), ...whose, ...how };
}

/** The mark that an object of the calling resource gets. */
export const markerOf = (definition: Definition, { inputs }: Scope, { owner, home }: Stack): Marker =>
  new Marker(definition, owner, hiddenIn(definition, inputs), home && formerOf(home));

/**
 * Creates an object. Never creates a second one: an object that may be taken over is, if somebody
 * else was faster.
 */
export async function make(definition: Definition, scope: Scope, stack: Stack): Promise<Obtained> {
  const marker = markerOf(definition, scope, stack);
  const body = marker.marked(encodeAll(definition, scope.inputs));
  const attempts = new Attempts(definition, marker.hidden, marker.isWritten ? undefined : stack.journal);
  const create = definition.hooks?.create ?? ((at: Scope, content: Wire) => plainCreate(definition, at, content));
  const equal = await equals(definition, scope, { marker, stack, attempts });
  if (equal) return equal;
  await refusePredecessor(definition, scope, marker, stack);
  for (let attempt = 0; ; attempt++) {
    const sent = new Sent(scope.api);
    const asked = await scope.api.time();
    await attempts.begin(asked);
    try {
      const response = await create({ ...scope, api: sent.api }, body);
      // Some only read what exists.
      const record = sent.isSent ? await provenNew(definition, scope, response, { marker, stack }) : response;
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

/** The object that a create returned. It is not one that the stack has already. */
async function provenNew(
  definition: Definition,
  scope: Scope,
  response: Wire,
  { marker, stack }: Pick<Failed, "marker" | "stack">,
): Promise<Wire> {
  const record = await proven(definition, scope, response, marker);
  if (stack.ownerOf(idOf(definition, record)) === undefined) return record;
  throw unproven("has the id of another object of this stack");
}

/**
 * Where the service would silently create a duplicate, existing objects are looked up first: what
 * an interrupted run made is taken over; for another one of the same name, the program has to state
 * whether it is meant.
 */
async function equals(
  definition: Definition,
  scope: Scope,
  { marker, stack, attempts }: Pick<Failed, "marker" | "stack" | "attempts">,
): Promise<Obtained | undefined> {
  const { adopt } = scope.inputs as Bag;
  if (!isRepeatable(definition, scope.inputs) || adopt === false || !stack.isTold) return undefined;
  const all = await candidates(definition, scope);
  const there = conflicting(definition, scope, marker, all);
  const isFree = freeIn(stack);
  const earlier = await leftByEarlierRun(definition, scope, { found: there, isFree, marker, attempts });
  if (earlier) return goOn(definition, scope, earlier);
  const strangers = there.filter((one) => isFree(idOf(definition, one)));
  if (strangers[0]) throw equalIsThere(definition, scope, strangers[0], marker);
  await refuseSibling(definition, scope, all, { marker, isDeclared: stack.isDeclared });
  return undefined;
}

/** Whether no resource of the stack has the object with an id. */
export const freeIn =
  ({ isTold, ownerOf }: Stack) =>
  (id: string): boolean =>
    isTold && ownerOf(id) === undefined;

/** True if objects are not unique but can be recognized, by a name or by our mark. */
function isRepeatable(definition: Definition, inputs: Bag): boolean {
  const isKnown = definition.mark !== undefined || nameInputOf(definition) !== undefined;
  return isKnown && !definition.action && searchable(definition, inputs).length === 0;
}

/**
 * Objects that conflict with the described one; if it has neither unique inputs nor a name, those
 * that carry our mark.
 */
async function standing(definition: Definition, scope: Scope, marker: Marker): Promise<Wire[]> {
  return conflicting(definition, scope, marker, await candidates(definition, scope));
}

/** Where the inputs do not say which objects conflict: all that may carry our mark. */
function candidates(definition: Definition, scope: Scope): Promise<Wire[]> {
  const find = definition.hooks?.find;
  return isPlaced(definition, scope) || find ? occupantsOf(definition, scope) : scope.api.list(definition.path);
}

function conflicting(definition: Definition, scope: Scope, marker: Marker, found: readonly Wire[]): Wire[] {
  if (isPlaced(definition, scope)) return [...found];
  return found.filter((one) => ["thisCall", "earlierRun"].includes(marker.originOf(one)));
}

/** Whether the inputs say which objects conflict. */
function isPlaced(definition: Definition, { inputs }: Scope): boolean {
  const isNamed = definition.hooks?.find !== undefined && nameInputOf(definition) !== undefined;
  return isNamed || definition.mark === undefined || searchable(definition, inputs).length > 0;
}

/**
 * The same after a create. Where the service would create a duplicate, a lagging node gets the
 * usual time to catch up.
 */
async function patiently(definition: Definition, scope: Scope, marker: Marker): Promise<Wire[]> {
  for (const milliseconds of isRepeatable(definition, scope.inputs) ? scope.pauses : []) {
    const found = await standing(definition, scope, marker);
    if (found.some((one) => marker.originOf(one) === "thisCall")) return found;
    await scope.pause(milliseconds);
  }
  return standing(definition, scope, marker);
}

/**
 * Continues with what an earlier run of the same resource made before it was interrupted and could
 * record it.
 */
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

/**
 * The existing object after a failed create; `undefined` if there is none and the create may be
 * retried.
 */
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

/**
 * The existing object after a failed create: ours, or somebody else's; the latter is taken over
 * only if the program asks for it.
 */
async function standingOf(definition: Definition, scope: Scope, refusal: Refusal): Promise<Obtained | undefined> {
  const { occupants = [], error, stack, marker, attempts } = refusal;
  const ours = await madeByThisCall(definition, scope, refusal);
  if (ours) return { record: ours, existed: false };
  const found = { found: occupants, isFree: freeIn(stack), marker, attempts };
  const earlier = await leftByEarlierRun(definition, scope, found);
  if (earlier) return goOn(definition, scope, earlier);
  const isUnique = searchable(definition, scope.inputs).length > 0;
  const [other] = isUnique || isKind(error, "conflict") ? occupants : [];
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
