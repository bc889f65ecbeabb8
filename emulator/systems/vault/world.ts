import { z } from "zod";
import type { Stored } from "../../core/record";
import { outside, type Scope, type WorldPart } from "../../core/scope";
import { defineKind } from "../../core/store";
import { readBody } from "../../core/world";

/** No public source shows the name, so a client must cope with another. */
const usual = "key_query";

const schema = z.strictObject({
  rotationQuery: z
    .string()
    .min(1)
    .default(usual)
    .describe(
      "The field of key_rotation_params with the query of a schedule. A query in another field is dropped, and the schedule rotates every key.",
    ),
  moreAlgorithms: z
    .array(z.string().min(1))
    .default([])
    .describe("Algorithms of symmetric keys that a newer service may know, in lower case; their keys have 256 bits."),
});

interface Behavior extends Stored {
  readonly rotationQuery: string;
  readonly moreAlgorithms: readonly string[];
}

const behaviors = defineKind<Behavior>("vault-world");
const id = "vault";

/** The name under which the service knows the query of a schedule. */
export const rotationQuery = (scope: Scope): string => scope.in(outside).get(behaviors, id)?.rotationQuery ?? usual;

/** The algorithms that this service knows beside those of its public documentation. */
export const moreAlgorithms = (scope: Scope): readonly string[] =>
  scope.in(outside).get(behaviors, id)?.moreAlgorithms ?? [];

const show = (scope: Scope): object => ({
  rotationQuery: rotationQuery(scope),
  moreAlgorithms: moreAlgorithms(scope),
});

function put(scope: Scope, part: unknown): object {
  scope.put(behaviors, { id, domain: outside, ...schema.parse(part) });
  return show(scope);
}

/** How the service's own vault behaves. */
export const vaultWorld: WorldPart = {
  name: "vault",
  schema,
  initial: {},
  seed: put,
  show,
  changes: { rotation: (scope, sent) => put(scope, readBody(schema, sent)) },
};
