import type { Documented } from "./sources";

/**
 * What destroying resources of some types does, as their definitions document it: a list for a page
 * in `docs/guides`.
 */
export function destroying(types: readonly string[], documented: ReadonlyMap<string, Documented>): string {
  return types.map((type) => `- ${linked(type)}: ${endOf(type, documented.get(type))}`).join("\n");
}

const linked = (type: string): string => `[\`${type}\`](../reference/${type}.md)`;

function endOf(type: string, documented: Documented | undefined): string {
  const choice = documented?.inputs.find(({ name }) => name === "onDestroy");
  if (choice) return choice.comment.replace(question, "").replace(" Not sent to the service.", "");
  const [sentence] = /\bDestroying [^.]+\./.exec(documented?.comment ?? "") ?? [];
  if (!sentence) throw new Error(`the documentation of ${type} does not say what destroying it does`);
  return sentence.replace("Destroying it ", "");
}

const question = /^What destroying the resource does[^:]*: /;
