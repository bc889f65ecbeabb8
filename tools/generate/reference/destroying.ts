import type { Definition, End, Ending } from "../../../provider/lifecycle/vocabulary/definition";
import { keptSets, stays, uniqueSets } from "../../../provider/lifecycle/values/diff";
import { endsOf, fieldsWhere, nameInputOf } from "../../../provider/lifecycle/vocabulary/field";
import { recordedCalls } from "./calls";
import { code, enumerated, section } from "./text";

/** What destroying a resource does to the object. */

export function destroyingOf(definition: Definition): string {
  const words = Object.entries(endsOf(definition));
  const ends = words.length > 0 ? choices(definition, words) : withoutChoice(definition);
  return section("Destroying", ends, forbidden(definition));
}

function choices(definition: Definition, words: readonly (readonly [string, End])[]): string {
  const rows = words.map(([word, end], at) => {
    const usual = at === 0 ? ", the default" : "";
    return `| \`${word}\`${usual} | ${happens(end)} | ${taken(definition, word)} |`;
  });
  return ["| `onDestroy` | What happens | Creating it again |", "| --- | --- | --- |", ...rows].join("\n");
}

function happens({ calls, staysIn, recoverable }: End): string {
  if (staysIn !== undefined)
    return `It stays in ${staysIn}; only the service's record of it is removed, until a refresh.`;
  if (calls.length === 0) return "It stays as it is: no request.";
  const fate = recoverable === undefined ? "" : ` It can be recovered ${recoverable}, by adopting it.`;
  return `${calls === "hook" ? "The requests [below](#api-calls)" : callsOf(calls)}.${fate}`;
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
  const { recoverable } = endsOf(definition)[word]!;
  const isRefused = recoverable !== undefined && definition.scheduled !== undefined;
  if (ways.length === 0) return isRefused ? `[Refused](../safety.md#deleted-keys) ${recoverable}.` : "Possible.";
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

function forbidden(definition: Definition): string {
  const inputs = fieldsWhere(definition, ({ forbidsDelete }) => forbidsDelete);
  if (inputs.length === 0) return "";
  return `While ${enumerated(
    inputs.map((key) => code(key)),
    "or",
  )} is true, the service refuses to delete it: set it to \`false\` first.`;
}
