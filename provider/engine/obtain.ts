import { randomUUID } from "node:crypto";
import { around } from "../api/around";
import type { Api, Wire } from "../api/client";
import { isInDoubt, isKind } from "../api/errors";
import { isNeverShown, nameInputOf, type Bag, type Definition, type Scope } from "./definition";
import { changedInputs, collides, uniqueSets } from "./diff";
import { explain, ResourceError } from "./failure";
import { look } from "./look";
import { idOf } from "./paths";
import { hasUnknown } from "./schema";
import { decodeAll, encodeAll, isEmpty, markKey, spell } from "./wire";

/** How often a create whose answer was lost, and which provably made nothing, is sent again. */
const resends = 3;

/** The object the program wants to take over, if there is one. Refuses what cannot become what the program describes. */
export async function adoptable(definition: Definition, scope: Scope): Promise<Wire | undefined> {
  const { adopt } = scope.inputs as Bag;
  if (!adopt) return undefined;
  const existing = adopt === true ? await byPlace(definition, scope) : await byId(definition, scope, adopt as string);
  if (existing) refuseIfOther(definition, scope, existing);
  return existing;
}

/** What stands behind a resource from now on, and whether it did so before. */
export interface Obtained {
  record: Wire;
  existed: boolean;
}

/** Which resource of the same stack has the object of this id, in words for an error. */
export type OwnerOf = (id: string) => string | undefined;
const nobody: OwnerOf = () => undefined;

/** Makes a new object. Never makes a second one: what may be taken over is, should somebody have been faster. */
export async function make(definition: Definition, scope: Scope, ownerOf = nobody): Promise<Obtained> {
  const mark = randomUUID();
  const body = marked(definition, encodeAll(definition, scope.inputs), mark);
  const create = definition.hooks?.create ?? ((at: Scope, content: Wire) => at.api.post(definition.path, content));
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
      const standing = await recovered(definition, scope, { mark, asked, error, ownerOf, isLast: attempt >= resends });
      if (standing) return standing;
      scope.progress(`${scope.label}: the response was lost and nothing was made; sending it again`);
    }
  }
}

interface Failed {
  mark: string;
  /** When the create was sent, by the service's clock. */
  asked: number;
  error: unknown;
  ownerOf: OwnerOf;
  /** Whether it has been sent often enough. */
  isLast: boolean;
}

/** What stands there after a create that failed; `undefined` where nothing does, and it may be sent again. */
async function recovered(definition: Definition, scope: Scope, failed: Failed): Promise<Obtained | undefined> {
  const { error, isLast } = failed;
  const occupants = await occupantsOf(definition, scope).catch(() => undefined);
  const standing = await standingOf(definition, scope, { ...failed, occupants });
  if (standing) return standing;
  const provablyMissing = occupants !== undefined && searchable(definition, scope.inputs).length > 0;
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
      this.isSent ||= call.method !== "GET" && call.expect !== "items";
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
async function standingOf(
  definition: Definition,
  scope: Scope,
  { occupants = [], mark, asked, error, ownerOf }: Refusal,
): Promise<Obtained | undefined> {
  const ours =
    occupants.find((one) => isOurs(definition, one, mark)) ?? justMade(definition, { occupants, asked, error });
  if (ours) return { record: ours, existed: false };
  const [other] = occupants;
  if (!other) return undefined;
  const adopted = (scope.inputs as Bag).adopt === true && (await adoptable(definition, scope));
  if (!adopted) throw taken(definition, scope, { other, error, ownerOf });
  return { record: adopted, existed: true };
}

/** Objects of the service that stand where the described one should. */
async function occupantsOf(definition: Definition, scope: Scope): Promise<Wire[]> {
  if (definition.hooks?.find) return definition.hooks.find(scope);
  const inputs = scope.inputs as Bag;
  const occupants = new Map<string, Wire>();
  for (const set of searchable(definition, inputs)) {
    const query = Object.fromEntries(set.map((key) => [spell(definition, key), inputs[key] as string]));
    const found = await scope.api.list(definition.path, query);
    const colliding = found.filter((record) => collides(definition, set, decodeAll(definition, record), inputs));
    for (const record of colliding) occupants.set(idOf(definition, record), record);
  }
  return [...occupants.values()];
}

/** Sets whose values are all there: by those an existing object can be found. */
function searchable(definition: Definition, inputs: Bag): readonly (readonly string[])[] {
  return uniqueSets(definition).filter((set) => set.every((key) => !isEmpty(inputs[key])));
}

async function byPlace(definition: Definition, scope: Scope): Promise<Wire | undefined> {
  const [found, ...more] = await occupantsOf(definition, scope);
  if (!found) return undefined;
  if (more.length > 0) {
    const ids = [found, ...more].map((one) => `"${idOf(definition, one)}"`).join(", ");
    throw new ResourceError(`adopting ${scope.label} failed: several objects match. Choose one: adopt: ${ids}.`);
  }
  // A list may leave out fields that the object itself shows.
  return look(definition, scope, idOf(definition, found), decodeAll(definition, found), scope.inputs);
}

async function byId(definition: Definition, scope: Scope, id: string): Promise<Wire> {
  const record = await look(definition, scope, id, {}, scope.inputs);
  if (record) return record;
  throw new ResourceError(
    `adopting ${scope.label} failed: the service has no object with the id "${id}". ` +
      `Correct the argument adopt, or leave it out to make a new one.`,
  );
}

/** What cannot be changed must already be as described: adopting never means replacing. */
function refuseIfOther(definition: Definition, scope: Scope, existing: Wire): void {
  const inputs = scope.inputs as Bag;
  const held = decodeAll(definition, existing);
  const blocking = changedInputs(definition, held, inputs).filter(
    (key) =>
      definition.immutable?.includes(key) &&
      !definition.local?.includes(key) &&
      !definition.writeOnly?.includes(key) &&
      !definition.needs?.[key] &&
      inputs[key] !== undefined,
  );
  const foreign = foreignTo(definition, existing);
  const differences = [
    ...blocking.map((key) => `${key} is ${JSON.stringify(held[key])}, not ${JSON.stringify(inputs[key])}`),
    ...losses(definition, held, inputs),
    ...(foreign ? [foreign] : []),
  ];
  if (differences.length === 0) return;
  throw new ResourceError(
    `adopting ${scope.label} failed: the existing object cannot become what the program describes: ` +
      `${differences.join("; ")}. Describe it as it is, or give the resource another name.`,
  );
}

/** Taking over takes nothing away: what a map or a set holds besides, somebody may rely on. */
function losses(definition: Definition, held: Bag, inputs: Bag): string[] {
  return changedInputs(definition, held, inputs).flatMap((key) => {
    if (isNeverShown(definition, key)) return [];
    const lost = itemsNotIn(held[key], inputs[key]);
    return lost.length === 0 ? [] : [`${key} also holds ${lost.join(", ")}`];
  });
}

/** Keys of a map, or plain items of a list, that the other lacks. */
function itemsNotIn(held: unknown, wanted: unknown): string[] {
  if (typeof held !== "object" || held === null || hasUnknown(wanted)) return [];
  const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : Object.keys(value ?? {}));
  const all = items(wanted);
  const plain = items(held).filter((one): one is string => typeof one === "string");
  return plain.filter((one) => !all.includes(one)).map((one) => JSON.stringify(one));
}

/** Why an object of the collection is none of this type; `undefined` when it is one. */
function foreignTo(definition: Definition, existing: Wire): string | undefined {
  const other = Object.entries(definition.fixed ?? {}).flatMap(([key, value]) => {
    const differs = typeof value === "string" && existing[key] !== undefined && existing[key] !== value;
    return differs ? [`its ${key} is ${JSON.stringify(existing[key])}`] : [];
  });
  if (other.length === 0 && definition.isOne?.(existing) !== false) return undefined;
  return [`it is no ${definition.type}`, ...other].join(": ");
}

/** Clocks of a cluster's nodes, and of the clouds behind it, agree about so well. */
const clockSkew = 2_000;

/**
 * The object that a create without a response made, where nothing in it carries our mark: the only one as described, and
 * made since. After a conflict somebody else's stood there before.
 */
function justMade(
  definition: Definition,
  { occupants, asked, error }: { occupants: readonly Wire[]; asked: number; error: unknown },
): Wire | undefined {
  if (definition.mark || isKind(error, "conflict")) return undefined;
  const [one, ...more] = occupants.filter((each) => (madeAt(each) ?? 0) >= asked - clockSkew);
  return one && more.length === 0 && !foreignTo(definition, one) ? one : undefined;
}

/** When the service recorded an object, in milliseconds since the epoch. */
function madeAt({ createdAt, created_at }: Wire): number | undefined {
  const at = createdAt ?? created_at;
  const time = typeof at === "string" ? Date.parse(at) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

function marked(definition: Definition, body: Wire, mark: string): Wire {
  if (!definition.mark) return body;
  return { ...body, [definition.mark]: { ...(body[definition.mark] as Bag | undefined), [markKey]: mark } };
}

function isOurs(definition: Definition, record: Wire, mark: string): boolean {
  return Boolean(definition.mark && (record[definition.mark] as Bag | undefined)?.[markKey] === mark);
}

interface Taken extends Pick<Refusal, "error" | "ownerOf"> {
  other: Wire;
}

function taken(definition: Definition, scope: Scope, { other, error, ownerOf }: Taken): Error {
  const id = idOf(definition, other);
  const foreign = foreignTo(definition, other);
  // Who is nearer knows better: the resource that has it, then whoever refused.
  const better = ownerOf(id) ?? (isKind(error, "conflict") ? error.facts.advice : undefined);
  if (better) return explain(`creating ${scope.label}`, error, better);
  const next = foreign
    ? `The object with the id "${id}" stands in its place, and ${foreign}. Choose another name.`
    : `The service already has this object, with the id "${id}". If it belongs to a resource of this stack that you ` +
      `renamed, give this one the option  aliases: [{ name: "<its name before>" }]. If it belongs to none and is yours to ` +
      `manage, take it over by adding the argument  adopt: "${id}"  to ${scope.label}. Otherwise choose another name.`;
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
