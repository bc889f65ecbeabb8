import type { Wire } from "../../api/client";
import { blocking, isAsDescribed, isMadeSince, obstaclesIn, isRecent, isSince, madeAt } from "./comparison";
import { matchIn, searchable } from "./candidates";
import { type Evidence, judge, type Verdict } from "./verdict";
import { otherwise, Marker, hiddenIn } from "./mark";
import { type Attempt, Attempts } from "./journal";
import type { Witness } from "./witness";
import { look } from "../service/look";
import { isUnready } from "../values/diff";
import { decodeAll } from "../values/wire";
import type { Definition, Scope } from "../vocabulary/definition";
import { foreignTo, idOf } from "../vocabulary/record";
import { holdsKeys } from "../service/keyEnds";
import { formerOf } from "./belonging";

/** What existing objects show about their owner, gathered in the order of what it costs. */

/** One create, and what tells its object from others. */
export interface Creation {
  readonly definition: Definition;
  readonly scope: Scope;
  readonly marker: Marker;
  readonly witness: Witness;
  readonly attempts: Attempts;
}

/** When, in a create, existing objects are judged. */
interface Moment {
  readonly question: Evidence["question"];
  /** When the create was sent, by the service's clock; absent before it is. */
  readonly asked?: number;
}

/** An existing object that may matter to a create. */
export interface Candidate {
  readonly id: string;
  readonly record: Wire;
  readonly evidence: Evidence;
  /** Why no update can make it what the program describes, as text. */
  readonly obstacles: readonly string[];
  /** What it was made with otherwise, and no response shows, as text. */
  readonly unshown: string | undefined;
  /** The noted create that may have made it. */
  readonly attempt?: Attempt;
}

/** No create is processed as late as this after it was sent: two minutes. */
const underWay = 2 * 60_000;

const createdAt = (record: Wire): number => madeAt(record) ?? 0;

/** What the records of a list show of those that may matter. */
function shownIn(creation: Creation, { question, asked }: Moment, found: readonly Wire[]): Candidate[] {
  const since = asked === undefined ? [] : found.filter((one) => isSince(createdAt(one), asked));
  const dateOf = (one: Wire): Evidence["date"] => {
    if (since.includes(one)) return since.length > 1 ? "amongOthers" : "since";
    return madeAt(one) === undefined ? "notShown" : "before";
  };
  const match = matchIn(creation.definition, creation.scope.inputs);
  return found.flatMap((record) => {
    const mark = markOn(creation, record);
    if (match === "listed" && !isTelling(creation, question, mark)) return [];
    return [candidate(creation, record, { question, match, mark, date: dateOf(record) })];
  });
}

/** Whether a mark relates an object to the new one, where nothing else does. */
function isTelling({ definition }: Creation, question: Evidence["question"], mark: Evidence["mark"]): boolean {
  if (mark === "thisCall" || mark === "earlierRun") return true;
  return question === "before" && holdsKeys(definition) && (mark === "sibling" || mark === "otherBackend");
}

type Known = Pick<Evidence, "question" | "match" | "mark" | "date"> & { madeFor?: string };

/** An object, as a record shows it. */
export function candidate(creation: Creation, record: Wire, { madeFor, ...known }: Known): Candidate {
  const { definition, witness, marker } = creation;
  const id = idOf(definition, record);
  const evidence: Evidence = {
    ...known,
    values: listedValues(creation, record, known),
    claim: witness.claimOn(id, madeFor).by,
    state: isUnready(definition, decodeAll(definition, record)) ? "ending" : "active",
    note: "none",
  };
  return { id, record, evidence, obstacles: [], unshown: marker.otherwiseIn(record) };
}

export function markOn({ marker }: Creation, record: Wire): Evidence["mark"] {
  const origin = marker.originOf(record);
  if (origin === "unknown") return marker.isWritten ? "none" : "unmarked";
  if (origin === "other") return marker.siblingIn(record) === undefined ? "otherStack" : "sibling";
  return origin;
}

/** Without another read. A key that has a name is told apart by it. */
function listedValues({ definition, scope, marker }: Creation, record: Wire, known: Known): Evidence["values"] {
  const isForeign = () => foreignTo(definition, record) !== undefined;
  const obstacles = () => blocking(definition, decodeAll(definition, record), scope.inputs);
  if (known.mark === "unmarked") return isForeign() ? "fixedDiffer" : "notShown";
  if (known.match === "scheduled") return compared(obstacles(), marker.otherwiseIn(record));
  const isOther = known.question === "before" && (known.mark === "sibling" || known.mark === "otherBackend");
  const isNamed = () => searchable(definition, decodeAll(definition, record)).length > 0;
  if (!isOther || !holdsKeys(definition) || isNamed()) return "notShown";
  return isForeign() ? "fixedDiffer" : compared(obstacles(), undefined);
}

function compared(obstacles: readonly string[], unshown: string | undefined): Evidence["values"] {
  if (obstacles.length > 0) return "fixedDiffer";
  return unshown === undefined ? "asDescribed" : "hiddenDiffer";
}

/** The same with what earlier runs left: the age of what they marked, else what they noted. */
async function withPast(
  creation: Creation,
  { question }: Moment,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const isMarked = ({ evidence }: Candidate) => evidence.mark === "earlierRun" && evidence.claim === "nobody";
  if (!candidates.some(isMarked)) return withNotes(creation, question, candidates);
  const now = await creation.scope.api.time();
  return candidates.map((one) =>
    isMarked(one) && one.evidence.date === "before" && !isRecent(createdAt(one.record), now)
      ? { ...one, evidence: { ...one.evidence, date: "tooOld" } }
      : one,
  );
}

/** An object whose id was noted comes first: not every type's objects can be found otherwise. */
async function withNotes(
  creation: Creation,
  question: Evidence["question"],
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const { definition, scope, witness, attempts } = creation;
  const byId: Candidate[] = [];
  let others = [...candidates];
  for (const attempt of await attempts.recent(scope)) {
    if (attempt.id === undefined) {
      others = withTime(others, attempt, attempts);
    } else if (witness.claimOn(attempt.id).by === "nobody") {
      const record = await look(definition, scope, attempt.id, {}, scope.inputs);
      if (record) byId.push(notedById(creation, question, record, attempt));
    }
  }
  return [...byId, ...others];
}

function notedById(creation: Creation, question: Evidence["question"], record: Wire, attempt: Attempt): Candidate {
  const match = matchIn(creation.definition, creation.scope.inputs);
  const one = candidate(creation, record, { question, match, mark: markOn(creation, record), date: "before" });
  const unshown = otherwise(creation.attempts.hidden, attempt.hidden);
  return { ...one, evidence: { ...one.evidence, values: "notShown", note: "id" }, unshown, attempt };
}

/** Marks the only object that was made while a noted create was under way. */
function withTime(candidates: Candidate[], attempt: Attempt, { hidden }: Attempts): Candidate[] {
  const isMeant = ({ record, evidence }: Candidate) =>
    evidence.mark === "unmarked" &&
    evidence.claim === "nobody" &&
    isSince(createdAt(record), attempt.asked) &&
    isSince(attempt.asked + underWay, createdAt(record));
  const [only, ...more] = candidates.filter(isMeant);
  if (!only || more.length > 0 || only.attempt) return candidates;
  const unshown = otherwise(hidden, attempt.hidden);
  const values = only.evidence.values === "asDescribed" ? "notShown" : only.evidence.values;
  const meant: Candidate = { ...only, evidence: { ...only.evidence, values, note: "time" }, unshown, attempt };
  return candidates.map((one) => (one === only ? meant : one));
}

/** The same with what the object itself shows. A preview reads nothing that a mark or an id tells. */
async function readClosely(creation: Creation, one: Candidate, asked?: number): Promise<Candidate> {
  const { definition, scope } = creation;
  const { mark, note, question } = one.evidence;
  const isByDate = mark === "unmarked" && note !== "id";
  if (question === "preview" && !isByDate) return one;
  const read = await look(definition, scope, one.id, decodeAll(definition, one.record), scope.inputs);
  if (isByDate) return read ? dated(creation, { ...one, record: read }, asked) : one;
  const record = read ?? one.record;
  return mark === "thisCall" ? { ...one, record } : withObstacles(creation, { ...one, record });
}

/** Where only a date tells, the object must have all that was sent, and no earlier date. */
function dated(creation: Creation, one: Candidate, asked = Infinity): Candidate {
  const { definition, scope } = creation;
  const { evidence, record, attempt } = one;
  if (!isAsDescribed(definition, scope.inputs, record)) return { ...one, evidence: { ...evidence, values: "differ" } };
  if (!isMadeSince(definition, scope.inputs, record, attempt?.asked ?? asked))
    return { ...one, evidence: { ...evidence, values: "asDescribed", date: "before", note: "none" } };
  return attempt ? withObstacles(creation, one) : { ...one, evidence: { ...evidence, values: "asDescribed" } };
}

function withObstacles({ definition, scope }: Creation, one: Candidate): Candidate {
  const obstacles = obstaclesIn(definition, one.record, scope.inputs);
  return { ...one, obstacles, evidence: { ...one.evidence, values: compared(obstacles, one.unshown) } };
}

/** Which existing objects matter to a create, and what they mean. */

export interface Judged extends Candidate {
  readonly verdict: Verdict;
}

/** Judges what was found. Reads no more than the verdict needs: its own object ends the search. */
export async function assess(creation: Creation, moment: Moment, found: readonly Wire[]): Promise<Judged[]> {
  const judged = await withReads(creation, moment, shownIn(creation, moment, found), "mine");
  if (judged.some(({ verdict }) => verdict === "mine")) return judged;
  return withReads(creation, moment, await withPast(creation, moment, judged), "left");
}

const certain: readonly Verdict[] = ["mine", "left", "unfit"];

/** Reads in turn what may get this verdict. The first object of which it is certain decides alone. */
async function withReads(
  creation: Creation,
  { asked }: Moment,
  candidates: readonly Candidate[],
  hoped: "mine" | "left",
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const one of candidates) {
    const isPromising = one.evidence.values === "notShown" && judge(atBest(one)) === hoped;
    const read = isPromising ? await readClosely(creation, one, asked) : one;
    const verdict = judge(read.evidence);
    if (isPromising && certain.includes(verdict)) return [{ ...read, verdict }];
    judged.push({ ...one, evidence: read.evidence, verdict });
  }
  return judged;
}

const atBest = ({ evidence }: Candidate): Candidate["evidence"] => ({ ...evidence, values: "asDescribed" });

/** What tells the object of a create from others. */
export function creationOf(
  definition: Definition,
  scope: Scope,
  witness: Witness,
  marker = markerOf(definition, scope, witness),
): Creation {
  const journal = marker.isWritten ? undefined : witness.journal;
  return { definition, scope, marker, witness, attempts: new Attempts(definition, marker.hidden, journal) };
}

/** The mark that an object of the calling resource gets. */
export const markerOf = (definition: Definition, { inputs }: Scope, { owner, home }: Witness): Marker =>
  new Marker(definition, owner, hiddenIn(definition, inputs), home && formerOf(home));
