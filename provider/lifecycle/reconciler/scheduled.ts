import type { Wire } from "../../api/client";
import { candidate, markOn, type Candidate, type Creation, creationOf, assess } from "../evidence/gather";
import { judge, decisive } from "../evidence/verdict";
import { isLost } from "../service/look";
import { sameValue, uniqueSets } from "../values/diff";
import { decodeAll } from "../values/wire";
import type { Bag, Definition, Scope, Failure } from "../vocabulary/definition";
import { ResourceError, withServiceVersion } from "../vocabulary/failure";
import { nameInputOf, endsOf } from "../vocabulary/field";
import { hasUnknown } from "../vocabulary/schema";
import { ApiError } from "../../api/errors";
import { adoptionNotice } from "./adoption";
import { objectExists } from "./refusals";
import { occupantsOf } from "../evidence/candidates";
import type { Witness } from "../evidence/witness";

/**
 * What a new resource had before it left the stack: its object may be scheduled for deletion, and
 * still be recovered. Another object cannot decrypt what that one has encrypted.
 */

/**
 * Refuses to create another object beside one that this very resource had and can have again. One
 * that somebody else may have had is only told, such as one that was made for a resource that got
 * another name since.
 */
export async function refuseBesideScheduled(creation: Creation): Promise<void> {
  const { scope } = creation;
  const others = (await refuseOwnScheduled(creation)).filter((one) => isOfFormerName(creation, one));
  for (const one of notMentioned(creation, others)) scope.progress(namedOtherwise(creation, one));
}

/**
 * The same without what depends on the resources that the program may still declare. Returns all
 * whose deletion is scheduled.
 */
async function refuseOwnScheduled(creation: Creation, question: "before" | "preview" = "before"): Promise<Candidate[]> {
  const { definition, scope, marker, witness } = creation;
  if (!witness.isNew || !marker.isOwned || (scope.inputs as Bag).adopt === false) return [];
  const found = (await scheduledIn(definition, scope)).map((record) => {
    const [mark, madeFor] = [markOn(creation, record), marker.siblingIn(record)];
    return candidate(creation, record, { question, match: "scheduled", mark, date: "notShown", madeFor });
  });
  const own = found.filter(({ evidence }) => judge(evidence) === "unfit");
  if (own.length > 0) throw refusal(creation, own);
  const before = found.filter(({ evidence }) => evidence.mark === "earlierRun");
  const elsewhere = found.filter(({ evidence }) => evidence.mark === "otherBackend");
  for (const one of notMentioned(creation, [...before, ...elsewhere])) scope.progress(warning(creation, one));
  return found;
}

const notMentioned = ({ witness }: Creation, found: readonly Candidate[]): Candidate[] =>
  found.filter(({ id }) => witness.passedOver(id));

/**
 * True for one that was made for another resource, which the program does not declare, where no
 * name tells that it is another one.
 */
function isOfFormerName({ definition, scope: { inputs } }: Creation, { record, evidence }: Candidate): boolean {
  if (evidence.mark !== "sibling" || evidence.claim === "another" || evidence.values !== "asDescribed") return false;
  const name = nameInputOf(definition);
  const has = name && decodeAll(definition, record)[name];
  return name === undefined || has === undefined || sameValue(definition, name, has, (inputs as Bag)[name]);
}

/** The objects of the place of the new one whose deletion is scheduled. */
async function scheduledIn(definition: Definition, { inputs, listed }: Scope): Promise<Wire[]> {
  const { path, scheduled } = definition;
  const query = scheduled?.among?.(inputs);
  if (!query || hasUnknown(query)) return [];
  const isOne = (one: Wire) => !isLost(definition, one) && (definition.isOne?.(one) ?? true);
  return (await listed(path, query)).filter((one) => isOne(one) && scheduled!.endsAt(one) !== undefined);
}

/** `the key "…", which can be recovered until …`. */
function described({ definition }: Creation, { id, record }: Candidate): string {
  const at = definition.scheduled!.endsAt(record);
  const until = at ? `until ${at}` : "as long as its deletion is pending";
  return `"${id}", whose deletion is scheduled, and which can be recovered ${until}`;
}

function refusal(creation: Creation, found: readonly Candidate[]): Error {
  const { label } = creation.scope;
  const all = found.map((one) => described(creation, one)).join("; or ");
  const ids = found.map(({ id }) => `adopt: "${id}"`).join(" or ");
  return new ResourceError(
    `creating ${label} was refused: it had the key ${all}. A new key cannot decrypt what that one has encrypted. To have the old ` +
      `one again, add the argument  ${ids}  to ${label}; to create a new one all the same, add  adopt: false. ` +
      `Then run \`pulumi up\` again.`,
  );
}

function warning(creation: Creation, one: Candidate): string {
  const { label } = creation.scope;
  return (
    `warning: ${label} is created, although there is the key ${described(creation, one)}${creation.marker.makerOf(one.record)}. A new key ` +
    `cannot decrypt what that one has encrypted. To have the old one, declare it as it was, with  adopt: "${one.id}".`
  );
}

function namedOtherwise(creation: Creation, one: Candidate): string {
  const { scope, definition, marker } = creation;
  const { label } = scope;
  const sibling = `${definition.type} ${JSON.stringify(marker.siblingIn(one.record))}`;
  return (
    `warning: ${label} is created, although this stack made the key ${described(creation, one)}, for ${sibling}, which the program ` +
    `does not declare. If ${label} had that key under its former name: a new key cannot decrypt what that one has encrypted. To have the ` +
    `old one, declare ${sibling} with  adopt: "${one.id}"  and run \`pulumi up\`.`
  );
}

/**
 * What a preview tells of a create that the update would refuse, because of an object that is about
 * to be deleted.
 */

/**
 * Says what a new resource takes over; returns why the update would refuse it, if the service
 * `isThere`. Changes nothing; what cannot be read is not foreseen.
 */
export async function announced(
  definition: Definition,
  scope: Scope,
  witness: Witness,
  isThere: boolean,
): Promise<Failure[]> {
  const notice = adoptionNotice(scope.label, (scope.inputs as Bag).adopt);
  if (notice !== undefined) scope.progress(notice);
  if (!isThere) return [];
  try {
    await refuseEnding(definition, scope, witness);
    return [];
  } catch (error) {
    if (!(error instanceof ResourceError)) return [];
    return [{ property: "", reason: (await withServiceVersion(error, scope.api)).message }];
  }
}

async function refuseEnding(definition: Definition, scope: Scope, witness: Witness): Promise<void> {
  const { adopt } = scope.inputs as Bag;
  if (!witness.isNew || typeof adopt === "string") return;
  const creation = creationOf(definition, scope, witness);
  if (!adopt || (await conflicting(definition, scope)).length === 0) await refuseOwnScheduled(creation, "preview");
  const keepsPlace = Object.values(endsOf(definition)).some(({ keeps }) => keeps);
  if (adopt === true || definition.role !== "key" || !keepsPlace) return;
  const found = await conflicting(definition, scope);
  const decided = decisive(await assess(creation, { question: "preview" }, found));
  if (decided?.verdict !== "taken" && decided?.verdict !== "somebodys") return;
  const { path } = definition;
  const error = new ApiError("it exists, and its deletion is scheduled", { kind: "conflict", call: `GET ${path}` });
  throw await objectExists(creation, decided, error);
}

/** The objects that conflict with the described one; none while it is not known which would. */
async function conflicting(definition: Definition, scope: Scope) {
  const isOpen = uniqueSets(definition).some((set) => set.some((key) => hasUnknown((scope.inputs as Bag)[key])));
  return isOpen ? [] : occupantsOf(definition, scope);
}
