import { z } from "zod";
import { outside, type Scope, type WorldPart } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Stored } from "../../core/record";
import { readBody } from "../../core/world";

const schema = z.strictObject({
  restartSeconds: z
    .number()
    .min(0)
    .max(600)
    .default(0)
    .describe("How long the web interface is away when it restarts."),
});

interface Behaviour extends Stored {
  readonly restartSeconds: number;
}

const behaviours = defineKind<Behaviour>("interface-world");
const id = "web";

const secondsOf = (scope: Scope): number => scope.in(outside).get(behaviours, id)?.restartSeconds ?? 0;

export const restartMilliseconds = (scope: Scope): number => secondsOf(scope) * 1000;

const show = (scope: Scope): object => ({ restartSeconds: secondsOf(scope) });

function put(scope: Scope, part: unknown): object {
  scope.put(behaviours, { id, domain: outside, ...schema.parse(part) });
  return show(scope);
}

/** How the appliance's interfaces behave. */
export const interfacesWorld: WorldPart = {
  name: "interfaces",
  schema,
  initial: {},
  seed: put,
  show,
  changes: { restarts: (scope, sent) => put(scope, readBody(schema, sent)) },
};
