import type { Definition, Ending } from "../../../provider/lifecycle/vocabulary/definition";
import { keptSets, stays, uniqueSets } from "../../../provider/lifecycle/values/diff";
import { marksOf, nameInputOf } from "../../../provider/lifecycle/vocabulary/field";
import { recordedCalls } from "./calls";
import { code, enumerated, section } from "./text";

/** What destroying a resource does to the object. */

export function destroyingOf(definition: Definition): string {
  const { endings } = marksOf(definition, "onDestroy");
  const words = Object.entries(endings ?? {});
  const ends = words.length > 0 ? choices(definition, words) : withoutChoice(definition);
  return section("Destroying", ends, forbidden(definition));
}

function choices(definition: Definition, words: readonly (readonly [string, Ending])[]): string {
  const rows = words.map(([word, ending], at) => {
    const usual = at === 0 ? ", the default" : "";
    return `| \`${word}\`${usual} | ${happens(definition, word, ending)} | ${taken(definition, word)} |`;
  });
  return ["| `onDestroy` | What happens | Creating it again |", "| --- | --- | --- |", ...rows].join("\n");
}

function happens({ staysIn }: Definition, word: string, ending: Ending): string {
  const place = staysIn?.[word];
  if (place !== undefined) return `It stays in ${place}; only the service's record of it is removed, until a refresh.`;
  if (ending.length === 0) return "It stays as it is: no request.";
  return ending === "hook" ? "The requests [below](#api-calls)." : `${callsOf(ending)}.`;
}

function callsOf(ending: Exclude<Ending, "hook">): string {
  const calls = ending.map((call) => {
    if (call === "DELETE") return code("DELETE");
    return typeof call === "string" ? code(`POST …/${call}`) : `${code(`POST …/${call.verb}`)}, where needed`;
  });
  return calls.join(", then ");
}

/** Which names and other unique values stay in use. */
function taken(definition: Definition, word: string): string {
  const sets = keptSets(definition, { onDestroy: word }).filter((set) => set.length > 0);
  const others = sets.map((set) => `another ${enumerated(set.map(code), "or")}`);
  const ways = sets.length > 0 ? [enumerated(others)] : againWhile(definition, word);
  if (ways.length === 0) return "Possible.";
  return `Only with ${ways.join(", ")}, or by [adopting it](#importing).`;
}

/** While an object stays whose name need not be unique: it may be the one that a program means. */
function againWhile(definition: Definition, word: string): string[] {
  const name = nameInputOf(definition);
  return name !== undefined && uniqueSets(definition).length === 0 && stays(definition, { onDestroy: word })
    ? [`another ${code(name)}`, `with ${code("adopt: false")}`]
    : [];
}

function withoutChoice({ type, action, ending, hooks }: Definition): string {
  if (recordedCalls(type, "delete").length === 0)
    return `${action ? "It is an event: destroying" : "Destroying"} it sends no request.`;
  if (hooks?.remove || ending === "hook") return "Destroying it sends the requests [below](#api-calls).";
  return `Destroying it sends ${ending ? callsOf(ending) : code("DELETE")}.`;
}

function forbidden({ forbidsDelete = [] }: Definition): string {
  if (forbidsDelete.length === 0) return "";
  return `While ${enumerated(
    forbidsDelete.map((key) => code(key)),
    "or",
  )} is true, the service refuses to delete it: set it to \`false\` first.`;
}
