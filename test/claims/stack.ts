import { field, marksIn } from "../../provider/lifecycle/vocabulary/field";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { box } from "../rules/shapes";
import type { Resource } from "../../provider/lifecycle/claims/claim";
import { serviceKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** Resources of a small stack, and objects that they may have. */

const nothing = async (): Promise<Bag> => ({});

/** Box and Crate share a collection; of a Crate, the tags move to its replacement. */
const crate: Definition = {
  ...box,
  type: "Crate",
  path: "/boxes/",
  unique: [["name"], ["account", "tags"]],
  inputs: {
    ...box.inputs,
    tags: field(box.inputs.tags!, { ...marksIn(box.inputs.tags), handsOver: { take: nothing, give: nothing } }),
  },
};
const part: Definition = { ...box, type: "Part", path: "/parts" };

/** A resource and its type. */
export interface Declared extends Resource {
  readonly definition: Definition;
}

const resource = (definition: Definition, name: string, urn = `urn:pulumi:dev::shop::${definition.type}::${name}`) => ({
  definition,
  name,
  urn,
});
export const [one, two, three] = [resource(box, "one"), resource(box, "two"), resource(crate, "three")];
/** Its name in the state is not known: it may be the resource `one`. */
export const unnamed = resource(box, "one", "");
const resources: readonly Declared[] = [one, two, three, resource(crate, "four"), resource(part, "five"), unnamed];

const ids = ["b-1", "b-2", "b-3"];

const services: readonly Bag[] = [
  {},
  { [serviceKey]: "cm.bank/root.birth.key" },
  { [serviceKey]: "10.0.0.7/root.birth.key" },
  { [serviceKey]: "cm.other/root.other.another" },
];

/** States of two services that are not the same one. */
export const twoServices = [services[1]!, services[3]!];

/** A sequence of numbers that only depends on its seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What a call, or a question, is about. */
export interface Subject {
  readonly resource: Declared;
  readonly id: string;
  readonly state: Bag;
}

export function subjectOf(next: () => number): Subject {
  const among = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!;
  const adopt = among([undefined, true, ...ids]);
  const former = { id: among(ids), state: {} };
  const values = { name: among(["n", "m"]), account: "a-1", tags: among([[], ["x"], ["x", "y"], ["y"]]) };
  const [service, formers] = [among(services), among([{}, {}, { __formers: [former] }])];
  const state = { ...values, ...service, ...formers, ...(adopt !== undefined && { adopt }) };
  return { resource: among(resources), id: among(ids), state };
}
