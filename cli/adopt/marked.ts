import { makerIn } from "../../provider/lifecycle/evidence/mark";
import type { Module } from "./assemble";

/**
 * What the program takes over although its mark names a stack; which one the program will be for is
 * not known yet.
 */

/** As paragraphs; none if nothing is marked. */
export function markedText(modules: readonly Module[]): string[] {
  const byStack = new Map<string, string[]>();
  for (const { found, name } of modules.flatMap(({ declarations }) => declarations)) {
    const maker = makerIn(found.definition, found.record);
    if (maker) byStack.set(maker.stack, [...(byStack.get(maker.stack) ?? []), `${found.definition.type} ${name}`]);
  }
  if (byStack.size === 0) return [];
  const rows = [...byStack].map(([stack, objects]) => `| ${cell(stack)} | ${cell(namesIn(objects))} |`);
  return [
    "A mark says that Pulumi made these objects for a stack. Adopting one by its id confirms that it moves, and takes no rights from the former " +
      "stack: that goes on changing and destroying the object until it is removed there with `pulumi state delete`. Leave out what it still manages.",
    ["| stack | objects |", "| --- | --- |", ...rows].join("\n"),
  ];
}

/** Plain text in a cell of a table. */
export const cell = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").replaceAll(/[\\`*[\]<>|]/g, "\\$&");

/** Some names, and how many more there are. */
export const namesIn = (names: readonly string[]): string =>
  names.slice(0, 20).join(", ") + (names.length > 20 ? ` and ${names.length - 20} more` : "");
