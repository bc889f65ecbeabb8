import type { DeclaredFunction } from "../declarations";
import { examplesOf, sampleFile } from "../samples";
import type { Documented } from "../sources";
import { chapters, type Chapter } from "../systems";
import { code, page, section } from "./text";

/** The index of everything, and that of each system. */

export function chapterPage(
  { name, title, definitions }: Chapter,
  documented: ReadonlyMap<string, Documented>,
): string {
  const items = definitions.map(({ type }) => `- \`${type}\`: ${firstSentence(documented.get(type)!.comment)}`);
  const functions = [...examplesOf(name).keys()].filter((one) => one.startsWith("get"));
  return page(
    title,
    items.join("\n"),
    functions.length === 0 ? "" : `Functions: ${functions.map(code).join(", ")}.`,
    `All of them in one program: [\`${sampleFile(name)}\`](../../${sampleFile(name)}).`,
  );
}

export function indexPage(functions: readonly DeclaredFunction[], components: readonly string[]): string {
  const systems = chapters().map(({ name, title, definitions }) => {
    return `- [${title}](${name}.md): ${definitions.map(({ type }) => code(type)).join(", ")}`;
  });
  return page(
    "Reference",
    introduction,
    section("Resources", systems.join("\n")),
    section("Components", components.map(code).join(", ")),
    section("Functions", functions.map(({ name, comment }) => `- \`${name}\`: ${firstSentence(comment)}`).join("\n")),
  );
}

const introduction = `One page for every class, component and function: an example, and the arguments with their defaults.

- The page of a class also has what a change of each argument does, the outputs, what destroying does, and which drift is seen.
  It shows how to import an existing object, and the API calls with their permissions.
- That of a function has its calls and permissions, that of a component the classes of its parts.

Every example is a part of a program in \`docs/samples\` that the tests run against the emulator. What it reads from the configuration
is a credential of your own. [Examples](../../examples/README.md) has those of the emulator's world, and how to start it.

An argument that is not marked _required_ may be left out. Names of API calls are relative to \`/api/v1\`. A delete that the service refuses
because something still uses the object is retried for a while, and then reported with what uses it.`;

/** Up to the first full stop that ends a sentence. */
function firstSentence(comment: string): string {
  return /^.*?[.](?= |$)/.exec(comment)?.[0] ?? comment;
}
