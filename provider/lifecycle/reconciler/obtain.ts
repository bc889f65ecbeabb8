import { around } from "../../api/around";
import type { Api, Wire } from "../../api/client";
import { isInDoubt, isKind, unproven } from "../../api/errors";
import { plainCreate, proven } from "./create";
import { adoptedAs, takesOver, adoptable, takenOver } from "./adoption";
import { refuseBesideScheduled } from "./scheduled";
import {
  duplicateExists,
  leftoverDiffers,
  outcomeUnknown,
  siblingExists,
  objectExists,
  conflictNotFound,
} from "./refusals";
import { assess, type Judged, type Creation, creationOf, markerOf } from "../evidence/gather";
import { confirmed, recordedFor, type Home } from "../evidence/belonging";
import { candidatesFor, hasNameless, isRepeatable, searchable } from "../evidence/candidates";
import { decisive, judge, judgeAbsence } from "../evidence/verdict";
import type { Witness } from "../evidence/witness";
import { createdWith } from "../service/state";
import { decodeAll, encodeAll } from "../values/wire";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { idOf } from "../vocabulary/record";

/** How a new resource gets its object: look at what exists, judge it, act on the verdict. */

/** Maximum number of retries of a create whose response was lost and which provably made nothing. */
export const resends = 3;

/** The object of a resource from now on, and whether it existed before. */
interface Obtained {
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

/**
 * The object of a new resource: one that it takes over, else a new one. `ready` waits for what the
 * object needs, and returns the scope in which it is created.
 */
export async function obtain(
  definition: Definition,
  scope: Scope,
  witness: Witness,
  ready: (held: Bag) => Promise<Scope>,
): Promise<Obtained> {
  // The plan has said it of a new resource that names its object.
  const isSaid = witness.isNew && typeof (scope.inputs as Bag).adopt === "string";
  const take = (obtained: Obtained) => {
    const id = idOf(definition, obtained.record);
    witness.adopt(id);
    if (!obtained.ours && !isSaid) scope.progress(takesOver(scope.label, id));
    return obtained;
  };
  const record = await adoptable(definition, scope, witness);
  const adopted = record && take({ record, existed: true });
  const prepared = await ready(record ? decodeAll(definition, record) : {});
  if (adopted) return adopted;
  const obtained = await make(definition, prepared, witness);
  return obtained.existed ? take(obtained) : obtained;
}

/**
 * Creates an object. Never creates a second one: an object that may be taken over is, if somebody
 * else was faster.
 */
async function make(definition: Definition, scope: Scope, witness: Witness): Promise<Obtained> {
  const marker = markerOf(definition, scope, witness);
  const body = marker.marked(encodeAll(definition, scope.inputs));
  const creation = creationOf(definition, scope, witness, marker);
  return (await leftBefore(creation)) ?? (await send(creation, body));
}

/**
 * Where the service would silently create a duplicate, existing objects are looked up first: what
 * an interrupted run made is taken over; for another one of the same name, the program has to state
 * whether it is meant.
 */
async function leftBefore(creation: Creation): Promise<Obtained | undefined> {
  const { definition, scope, witness } = creation;
  if (isRepeatable(definition, scope.inputs) && (scope.inputs as Bag).adopt !== false && witness.knowsAll) {
    const judged = await assess(creation, { question: "before" }, await candidatesFor(definition, scope));
    const decided = decisive(judged);
    if (decided?.verdict === "left") return continueWith(creation, decided);
    if (decided?.verdict === "unfit") throw leftoverDiffers(creation, decided);
    if (decided?.verdict === "unknown") await refuseUndeclared(creation, judged);
    else if (decided) throw duplicateExists(creation, decided);
  }
  await refuseBesideScheduled(creation);
  return undefined;
}

/** How long the program has to declare the resource of such a key: it may stand further down. */
const declaring = [250, 500, 1000, 2000, 3000, 3000];

/**
 * Keys without a name, which only their marks tell apart. A resource that is renamed without an
 * alias is a new one for Pulumi, and nothing would keep the service from creating a second key,
 * before Pulumi deletes the first.
 */
async function refuseUndeclared(creation: Creation, judged: readonly Judged[]): Promise<void> {
  const { scope, witness } = creation;
  const undeclared = judged.filter(({ verdict }) => verdict === "unknown");
  const twin = undeclared.find(({ evidence }) => evidence.mark === "otherBackend");
  if (twin) throw duplicateExists(creation, twin);
  const claimOf = ({ id }: Judged) => witness.claimOn(id).by;
  const left = () => undeclared.find((one) => judge({ ...one.evidence, claim: claimOf(one) }) === "unknown");
  for (const milliseconds of declaring) {
    if (!left()) return;
    await scope.pause(milliseconds);
  }
  const sibling = left();
  if (sibling) throw siblingExists(creation, sibling);
}

/** Sends the create until it has a response that counts, or what it did is known. */
async function send(creation: Creation, body: Wire): Promise<Obtained> {
  const { definition, scope, attempts, witness } = creation;
  const create = definition.hooks?.create ?? ((at: Scope, content: Wire) => plainCreate(definition, at, content));
  for (let attempt = 0; ; attempt++) {
    const sent = new Sent(scope.api);
    const asked = await scope.api.time();
    await attempts.begin(asked);
    const obtained = await create({ ...scope, api: sent.api }, body)
      // Some only read what exists.
      .then(async (response) => ({
        record: sent.isSent ? await provenNew(creation, response) : response,
        existed: false,
      }))
      .catch(async (error: unknown) => {
        const mayBeMade = sent.isSent && isInDoubt(error);
        // What others approve, the service may do later.
        if (!mayBeMade && !isKind(error, "held")) await attempts.end();
        if (!isKind(error, "conflict") && !mayBeMade) throw error;
        return recovered(creation, { asked, error, isLast: attempt >= resends });
      });
    if (obtained) {
      await attempts.made(obtained.record, asked);
      if (!obtained.existed) witness.made(idOf(definition, obtained.record));
      return obtained;
    }
    scope.progress(`${scope.label}: the response was lost and nothing was created; retrying`);
  }
}

/** The object that a create returned. It is not one that the stack has already. */
async function provenNew({ definition, scope, marker, witness }: Creation, response: Wire): Promise<Wire> {
  const record = await proven(definition, scope, response, marker);
  const { by } = witness.claimOn(idOf(definition, record));
  if (!["thisResource", "another", "recorded", "elsewhere"].includes(by)) return record;
  throw unproven("has the id of another object of this stack");
}

/**
 * Continues with what an earlier run of the same resource made before it was interrupted and could
 * record it.
 */
function continueWith({ scope }: Creation, { id, record }: Judged): Obtained {
  scope.progress(
    `${scope.label} was made before, by a run that was interrupted or before it left the program: it goes on with "${id}"`,
  );
  return { record, existed: true, ours: true };
}

interface Failed {
  /** When the create was sent, by the service's clock. */
  readonly asked: number;
  readonly error: unknown;
  /** Whether it has been retried often enough. */
  readonly isLast: boolean;
}

/**
 * The existing object after a failed create; `undefined` if there is none and the create may be
 * retried.
 */
async function recovered(creation: Creation, failed: Failed): Promise<Obtained | undefined> {
  const { asked, error } = failed;
  const found = await patiently(creation).catch(() => undefined);
  const question = isKind(error, "conflict") ? "conflict" : "unanswered";
  const decided = decisive(await assess(creation, { question, asked }, found ?? []));
  switch (decided?.verdict) {
    case "mine":
      return { record: decided.record, existed: false };
    case "left":
      return continueWith(creation, decided);
    case "unfit":
      throw leftoverDiffers(creation, decided);
    case "taken":
    case "somebodys":
      return adoptedInstead(creation, decided, error);
    default:
      await refuseUnknown(creation, failed, found !== undefined);
      return undefined;
  }
}

/** Where the program asks for it, what somebody else has made meanwhile. */
async function adoptedInstead(creation: Creation, other: Judged, error: unknown): Promise<Obtained> {
  const { definition, scope, witness } = creation;
  const adopted = (scope.inputs as Bag).adopt === true && (await adoptable(definition, scope, witness));
  if (!adopted) throw await objectExists(creation, other, error);
  return { record: adopted, existed: true };
}

/**
 * The objects that may be the one of a create. Where the service would create a duplicate, a
 * lagging node gets the usual time to catch up.
 */
async function patiently({ definition, scope, marker }: Creation): Promise<Wire[]> {
  for (const milliseconds of isRepeatable(definition, scope.inputs) ? scope.pauses : []) {
    const found = await candidatesFor(definition, scope);
    if (found.some((one) => marker.originOf(one) === "thisCall")) return found;
    await scope.pause(milliseconds);
  }
  return candidatesFor(definition, scope);
}

/** Throws unless the create provably made nothing, and may be retried. */
async function refuseUnknown(
  { definition, scope, marker, attempts }: Creation,
  { asked, error, isLast }: Failed,
  isRead: boolean,
): Promise<void> {
  const isFindable = searchable(definition, scope.inputs).length > 0 || marker.isWritten;
  const isLookedUp = isRead && (isFindable || definition.hooks?.find !== undefined);
  if (isKind(error, "conflict")) throw await conflictNotFound(definition, scope, error, isLookedUp);
  const isNameless = isRead && isFindable && (await hasNameless(definition, scope, asked).catch(() => true));
  const isAbsent = judgeAbsence({ isRead, isFindable, hasNameless: isNameless }) === "nothing";
  if (isAbsent) await attempts.end();
  // A call that the service could not process is not repeated indefinitely.
  if (isAbsent && !isKind(error, "unanswered")) throw error;
  if (!isAbsent || isLast) throw outcomeUnknown(definition, scope, error);
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
