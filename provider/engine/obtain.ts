import { randomUUID } from "node:crypto";
import type { Wire } from "../api/client";
import { isKind } from "../api/errors";
import type { Bag, Definition, Scope } from "./definition";
import { changedInputs, collides, uniqueSets } from "./diff";
import { explain, ResourceError } from "./failure";
import { look } from "./look";
import { idOf } from "./paths";
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

/** Makes a new object. Never makes a second one: what may be taken over is, should somebody have been faster. */
export async function make(definition: Definition, scope: Scope): Promise<Obtained> {
  const mark = randomUUID();
  const body = marked(definition, encodeAll(definition, scope.inputs), mark);
  const create = definition.hooks?.create ?? ((at: Scope, content: Wire) => at.api.post(definition.path, content));
  for (let attempt = 0; ; attempt++) {
    try {
      return { record: await create(scope, body), existed: false };
    } catch (error) {
      if (!isKind(error, "conflict", "unanswered")) throw error;
      const occupants = await occupantsOf(definition, scope).catch(() => undefined);
      const standing = await standingOf(definition, scope, { occupants, mark, error });
      if (standing) return standing;
      const provablyMissing = occupants !== undefined && searchable(definition, scope.inputs).length > 0;
      if (isKind(error, "conflict") || !provablyMissing || attempt >= resends) throw lost(definition, scope, error);
      scope.progress(`${scope.label}: the answer was lost and nothing was made; sending it again`);
    }
  }
}

interface Refusal {
  occupants: readonly Wire[] | undefined;
  mark: string;
  error: unknown;
}

/** What stands there after a create that failed: ours, or somebody's who was faster; taken over only if the program wants what is there. */
async function standingOf(
  definition: Definition,
  scope: Scope,
  { occupants = [], mark, error }: Refusal,
): Promise<Obtained | undefined> {
  const ours = occupants.find((one) => isOurs(definition, one, mark));
  if (ours) return { record: ours, existed: false };
  const [other] = occupants;
  if (!other) return undefined;
  const adopted = (scope.inputs as Bag).adopt === true && (await adoptable(definition, scope));
  if (!adopted) throw taken(definition, scope, other, error);
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
  return look(definition, scope.api, idOf(definition, found), decodeAll(definition, found), scope.inputs);
}

async function byId(definition: Definition, scope: Scope, id: string): Promise<Wire> {
  const record = await look(definition, scope.api, id, {}, scope.inputs);
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
  const foreign = Object.entries(definition.fixed ?? {}).filter(([key, value]) => {
    return typeof value === "string" && existing[key] !== undefined && existing[key] !== value;
  });
  const other = definition.isOne?.(existing) === false;
  if (blocking.length === 0 && foreign.length === 0 && !other) return;
  const differences = [
    ...blocking.map((key) => `${key} is ${JSON.stringify(held[key])}, not ${JSON.stringify(inputs[key])}`),
    ...foreign.map(([key]) => `its ${key} is ${JSON.stringify(existing[key])}`),
    ...(other ? [`it is no ${definition.type}`] : []),
  ];
  throw new ResourceError(
    `adopting ${scope.label} failed: the existing object cannot become what the program describes: ` +
      `${differences.join("; ")}. Describe it as it is, or give the resource another name.`,
  );
}

function marked(definition: Definition, body: Wire, mark: string): Wire {
  if (!definition.mark) return body;
  return { ...body, [definition.mark]: { ...(body[definition.mark] as Bag | undefined), [markKey]: mark } };
}

function isOurs(definition: Definition, record: Wire, mark: string): boolean {
  return Boolean(definition.mark && (record[definition.mark] as Bag | undefined)?.[markKey] === mark);
}

function taken(definition: Definition, scope: Scope, other: Wire, error: unknown): Error {
  const id = idOf(definition, other);
  const next =
    `The service already has this object, with the id "${id}". If it is yours to manage, take it over by adding ` +
    `the argument  adopt: "${id}"  to ${scope.label}; otherwise choose another name.`;
  return explain(`creating ${scope.label}`, error, next);
}

function lost(definition: Definition, scope: Scope, error: unknown): unknown {
  if (!isKind(error, "unanswered")) return error;
  const next =
    `Whether the service made it is not known. Look for it there (${definition.path}); if it exists, add the ` +
    `argument  adopt: "<its id>"  to ${scope.label}, so that no second one is made.`;
  return explain(`creating ${scope.label}`, error, next);
}
