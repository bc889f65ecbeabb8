import fc from "fast-check";
import { program } from "../lifecycle/truth/programs";
import type { Declared } from "../lifecycle/truth/engine";
import { engineTimeout, Stack, startWorld } from "./harness";

/** What the real engine's preview announces is what its update does: a few of the programs that run without it by the hundred. */

jest.setTimeout(engineTimeout);

/** The program as text. */
function written(resources: readonly Declared[]): string {
  const value = (one: unknown): string => {
    if (typeof one !== "object" || one === null) return JSON.stringify(one) ?? "undefined";
    if (Array.isArray(one)) return `[${one.map(value).join(", ")}]`;
    const { ref } = one as { ref?: string };
    if (ref !== undefined) return `${ref}.id`;
    return `{ ${Object.entries(one)
      .map(([key, inner]) => `${key}: ${value(inner)}`)
      .join(", ")} }`;
  };
  return resources
    .map(({ name, type, args }) => `const ${name} = new ciphertrust.${type}("${name}", ${value(args)});`)
    .join("\n");
}

interface Step {
  op: string;
  urn: string;
}

/** The operations of a preview, by resource; refreshes and what stays the same left out. */
function operations(text: string): string[] {
  const { steps } = JSON.parse(text.slice(text.indexOf("{"))) as { steps: Step[] };
  return steps
    .filter(({ op, urn }) => !["same", "read", "refresh"].includes(op) && !urn.includes("pulumi:pulumi:Stack"))
    .map(({ op, urn }) => `${op} ${urn.split("::").pop()}`)
    .sort();
}

const pairs = fc.sample(fc.tuple(program, program), { seed: 20270101, numRuns: 3 });

test.each(pairs.map(([before, after], index) => ({ index, before, after })))(
  "random program $index",
  async ({ before, after }) => {
    const world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
    const stack = await Stack.create(world.environment);
    try {
      expect(await stack.program(written(before)).up()).toMatchObject({ code: 0 });
      stack.program(written(after));
      const announced = await stack.pulumi("preview", "--refresh", "--json");
      expect(announced.code).toBe(0);
      const up = await stack.pulumi("up", "--yes", "--skip-preview", "--refresh", "--json");
      expect(up.code).toBe(0);
      expect(operations(up.text)).toEqual(operations(announced.text));
      expect(await stack.drift()).toMatchObject({ code: 0 });
    } finally {
      stack.remove();
      await world.close();
    }
  },
);
