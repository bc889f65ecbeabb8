import fc from "fast-check";
import { program } from "../lifecycle/truth/programs";
import type { Declared } from "../lifecycle/truth/engine";
import { engineTimeout, Stack, startWorld } from "./harness";

/**
 * An update with the real engine does exactly what its preview announces: a few of the programs
 * that run without it by the hundred.
 */

jest.setTimeout(engineTimeout);

/** A renamed container, and a key with it, is replaced only if the program says so. */
const options: Record<string, string> = {
  AwsKms: `, { replaceOnChanges: ["name"] }`,
  AwsKey: `, { replaceOnChanges: ["kms"] }`,
};

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
    .map(
      ({ name, type, args }) =>
        `const ${name} = new ciphertrust.${type}("${name}", ${value(args)}${options[type] ?? ""});`,
    )
    .join("\n");
}

interface Step {
  op: string;
  urn: string;
}

/**
 * The operations, by resource. A replacement is recognized by its new object: an object that is
 * removed may be deleted on the way to another replacement, which is not a different operation.
 */
function operations(steps: readonly Step[]): string[] {
  const done = steps
    .filter(
      ({ op, urn }) =>
        !["same", "read", "refresh", "delete-replaced"].includes(op) && !urn.includes("pulumi:pulumi:Stack"),
    )
    .map(({ op, urn }) => `${op.includes("replace") ? "replace" : op} ${urn.split("::").pop()}`);
  return [...new Set(done)].sort();
}

/** A preview is one document. */
const announcedIn = (text: string) =>
  operations((JSON.parse(text.slice(text.indexOf("{"))) as { steps: Step[] }).steps);

/** An update is a line for each event. */
function doneIn(text: string): string[] {
  const events = text.split("\n").filter((line) => line.startsWith("{"));
  const steps = events.flatMap((line) => {
    const { resOutputsEvent } = JSON.parse(line) as { resOutputsEvent?: { metadata: Step } };
    return resOutputsEvent ? [resOutputsEvent.metadata] : [];
  });
  return operations(steps);
}

const pairs = fc.sample(fc.tuple(program, program), { seed: 20270101, numRuns: 2 });

test.each(pairs.map(([before, after], index) => ({ index, before, after })))(
  "random program $index",
  async ({ before, after }) => {
    const world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
    const stack = await Stack.create(world.environment);
    try {
      expect(await stack.program(written(before)).up()).toMatchObject({ code: 0 });
      stack.program(written(after));
      const announced = await stack.pulumi("preview", "--refresh", "--json");
      expect(announced.code === 0 || announced.text).toBe(true);
      const up = await stack.pulumi("up", "--yes", "--skip-preview", "--refresh", "--json");
      expect(up.code === 0 || up.text).toBe(true);
      expect(announcedIn(announced.text)).not.toEqual([]);
      expect(doneIn(up.text)).toEqual(announcedIn(announced.text));
      expect(await stack.drift()).toMatchObject({ code: 0 });
    } finally {
      stack.remove();
      await world.close();
    }
  },
);
