import type { Wire } from "../../api/client";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { explain, goBack } from "../vocabulary/failure";
import { idOf } from "../vocabulary/record";
import { decodeAll } from "../values/wire";
import { handoverOf } from "../vocabulary/field";
import { type Predecessor, type Owed, type Transfer } from "../claims/claim";
import { look } from "../service/look";
import { refuseTaken } from "../evidence/belonging";
import { awaitHeeded } from "./heeded";
import { isOf } from "./means";
import { confirmedKey, formersKey } from "../vocabulary/hiddenKeys";
import { addedTo, type Context } from "./operations";

/**
 * What is unique moves from an object to its replacement once that stands, value by value in two
 * adjacent calls. Whatever fails, the old object is there, and the next update goes on from where
 * it was.
 */

/**
 * What an object gets from those that it replaces, the newest first. An older one that the program
 * adopts keeps what it has.
 */
export async function transferFrom(
  definition: Definition,
  scope: Scope,
  all: readonly Predecessor[],
  context: Context,
): Promise<Transfer> {
  const gave = addedTo(context, "gave");
  const handsOver = handoverOf(definition);
  if (!handsOver || all.length === 0) return { owed: [], withheld: [], formers: [], standing: [], gave };
  const { adopt } = scope.inputs as Bag;
  const formers = all.filter(({ id }, age) => age === 0 || id !== adopt);
  const wanted = valuesIn(handsOver, scope.inputs);
  const owed: Owed[] = [];
  const standing: string[] = [];
  for (const { id, state } of formers) {
    const from = await look(definition, scope, id, {}, scope.inputs);
    if (!from) continue;
    standing.push(idOf(definition, from));
    const held = shownIn(definition, handsOver, from);
    const values = wanted.filter((one) => held.includes(one));
    const question = { id, state, tried: `replacing ${scope.label}`, home: context.home };
    if (values.length > 0) await refuseTaken(definition, scope, from, question);
    owed.push(...values.map((value) => ({ value, from, id })));
  }
  // A run that was killed between the two calls has left it nowhere, and a new object that only lacks this.
  const recorded = formers.flatMap(({ state }) => valuesIn(handsOver, state));
  const withheld = wanted.filter((one) => recorded.includes(one) || owed.some(({ value }) => value === one));
  return { owed, withheld, formers: formers.map(bare), standing, gave };
}

/** As much of it as a later update needs. */
const bare = ({ id, state }: Predecessor): Predecessor => ({
  id,
  state: state[confirmedKey] === undefined ? {} : { [confirmedKey]: state[confirmedKey] },
});

/**
 * The inputs with which the new object is created. The object that it replaces is not adopted
 * either.
 */
export function createdFirst(definition: Definition, scope: Scope, transfer: Transfer): Scope {
  const { withheld, formers } = transfer;
  const { adopt, ...inputs } = scope.inputs as Bag;
  const isFormer = formers.some(({ id }) => id === adopt) || (adopt === true && withheld.length > 0);
  return lacking(definition, isFormer ? { ...scope, inputs } : scope, withheld);
}

/**
 * The inputs with which it is settled, before what is owed moves. Its state says from whom until
 * that is done.
 */
export function settledFirst(definition: Definition, scope: Scope, { state, transfer }: Receiver): Scope {
  const values = transfer.owed.map(({ value }) => value);
  if (values.length > 0) state[formersKey] = transfer.formers;
  return lacking(definition, scope, values);
}

function lacking(definition: Definition, scope: Scope, values: readonly string[]): Scope {
  const handsOver = handoverOf(definition);
  if (!handsOver || values.length === 0) return scope;
  const left = valuesIn(handsOver, scope.inputs).filter((one) => !values.includes(one));
  return { ...scope, inputs: { ...(scope.inputs as Bag), [handsOver.input]: left } };
}

/** An object that stands, and what it takes over. */
interface Receiver {
  record: Wire;
  readonly state: Bag;
  readonly transfer: Transfer;
}

/** Moves what is owed to an object that stands. */
export async function moveOwed(definition: Definition, scope: Scope, held: Receiver): Promise<void> {
  const handsOver = handoverOf(definition);
  const { owed, gave } = held.transfer;
  for (const { value, from, id } of handsOver ? owed : []) {
    held.record = await moved(definition, scope, { handsOver: handsOver!, value, from, to: held.record });
    gave(id, value);
  }
  delete held.state[formersKey];
}

interface Move {
  readonly handsOver: Handing;
  readonly value: string;
  readonly from: Wire;
  readonly to: Wire;
}

async function moved(definition: Definition, scope: Scope, move: Move): Promise<Wire> {
  const { handsOver, value, from, to } = move;
  try {
    await handsOver.take(scope.api, from, value);
    return await given(definition, scope, move);
  } catch (error) {
    // The response may be all that was lost.
    const now = await look(definition, scope, idOf(definition, to), {}, scope.inputs).catch(() => undefined);
    if (now && shownIn(definition, handsOver, now).includes(value)) return now;
    throw explain(`replacing ${scope.label}`, error, await returned(definition, scope, move));
  }
}

/** An accepted call is no proof: the new object has the value once it shows that. */
async function given(definition: Definition, scope: Scope, { handsOver, value, to }: Move): Promise<Wire> {
  const response = await handsOver.give(scope.api, to, value);
  const { input } = handsOver;
  const before = decodeAll(definition, to);
  const inputs = { ...(scope.inputs as Bag), [input]: [...valuesIn(handsOver, before), value] };
  const record = isOf(definition, to, response) ? response : to;
  const held = { id: idOf(definition, to), record, state: {}, doubted: [input] };
  await awaitHeeded(definition, { ...scope, inputs }, held, { before, keys: [input] });
  return held.record;
}

/** Gives the value back to the old object; says where it is now, and what to do. */
async function returned(definition: Definition, scope: Scope, { handsOver, value, from }: Move): Promise<string> {
  const id = idOf(definition, from);
  const holds = (record: Wire | undefined) => record && shownIn(definition, handsOver, record).includes(value);
  const back = async () =>
    holds(await look(definition, scope, id, {}, scope.inputs)) || holds(await handsOver.give(scope.api, from, value));
  const what = `${handsOver.input} ${JSON.stringify(value)}`;
  const where = (await back().catch(() => false))
    ? `The old object "${id}" still has its ${what}, and stays`
    : `The old object "${id}" stays, but could not be given back its ${what}, which perhaps nothing has now`;
  return (
    `${where}. The new object is made, and gets it when you run \`pulumi up\` again. To go on with the old one instead, ` +
    goBack(scope.label, id)
  );
}

type Handing = NonNullable<ReturnType<typeof handoverOf>>;

const valuesIn = ({ input }: Pick<Handing, "input">, inputs: Bag): string[] => (inputs[input] ?? []) as string[];

const shownIn = (definition: Definition, handsOver: Handing, record: Wire): string[] =>
  valuesIn(handsOver, decodeAll(definition, record));
