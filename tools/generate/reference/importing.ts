import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { uniqueSets } from "../../../provider/lifecycle/values/diff";
import { secretsOf } from "../../../provider/lifecycle/vocabulary/field";
import { systems } from "../../../provider/resources/systems";
import { recordedCalls } from "./calls";
import type { Example } from "../samples";
import { isLookedUp } from "../systems";
import { block, code, enumerated, section } from "./text";

/** How an existing object is taken over, looked up and listed. */

export function importingOf(definition: Definition): string {
  const { type, action, existing } = definition;
  if (action || existing?.isEvent) return section("Importing", "An event cannot be imported.");
  if (recordedCalls(type).length === 0)
    return section("Importing", "It exists in the state only: nothing can be imported.");
  const command =
    typeof existing?.list === "string"
      ? `The command [\`adopt\`](../adopt.md) does not list it. Its reason: "${existing.list}".`
      : `The command [\`pulumi-ciphertrust adopt --include '${type}/*'\`](../adopt.md) writes a program that declares the existing ones.`;
  return section("Importing", byArgument(definition), command, secrets(definition), refreshing(definition));
}

function byArgument(definition: Definition): string {
  const sets = uniqueSets(definition).filter((set) => set.length > 0);
  const byId = '`adopt: "<id>"` takes over the object with that id';
  if (sets.length === 0 && !definition.hooks?.find) return `${byId}.`;
  const place = sets.map((set) => enumerated(set.map((key) => code(key)))).join(", or the same ");
  const found = place === "" ? "the one that is there already" : `the one with the same ${place}`;
  return `\`adopt: true\` takes over ${found}; ${byId}. Arguments whose change forces replacement must match.`;
}

function secrets(definition: Definition): string {
  const keys = secretsOf(definition).filter((key) => key in definition.inputs);
  if (keys.length === 0) return "";
  return `An object that works keeps its ${enumerated(keys.map(code))}: see [write-only values](../adopt.md#write-only-values).`;
}

/** What the service has no record of, it cannot find. */
function refreshing({ path }: Definition): string {
  const items = systems.flatMap(({ refresh }) => Object.values(refresh?.items ?? {}));
  if (!items.some(({ list }) => list === path)) return "";
  return "Where its container is new to the service, or was removed and added again, a [`Refresh`](Refresh.md) of the container downloads it first. Let the resource depend on that.";
}

export function lookupOf(definition: Definition, listing: Example | undefined, listComment: string): string {
  const { type, filters = [], existing: { notLookedUp } = {} } = definition;
  const get = isLookedUp(definition)
    ? `\`${type}.get(name, id)\` reads an existing object by its id, without managing it.`
    : notLookedUp && `\`${type}\` has no \`get\`: ${notLookedUp}.`;
  const known = filters.length === 0 ? "" : `\`${type}.list\` filters by ${enumerated(filters.map(code), "or")}.`;
  return section("Lookup", get ?? "", listing ? block(listing.statement) : "", known, listComment);
}
