import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { exampleOf, examplesOf } from "../samples";
import type { Documented } from "../sources";
import type { Chapter } from "../systems";
import { argumentsOf, outputsOf } from "./arguments";
import { callsOf } from "./calls";
import { destroyingOf } from "./destroying";
import { driftOf } from "./drift";
import { importingOf, lookupOf } from "./importing";
import { permissionsOf } from "./permissions";
import { block, page, section } from "./text";

/** The page of one class. */
export function resourcePage(definition: Definition, documented: Documented, { name, title }: Chapter): string {
  const { type } = definition;
  return page(
    type,
    documented.comment,
    `Part of [${title}](${name}.md).`,
    section("Example", block(exampleOf(type, name).program)),
    argumentsOf(definition, documented),
    outputsOf(definition, documented),
    lookupOf(definition, examplesOf(name).get(`${type}.list`), documented.listComment),
    destroyingOf(definition),
    driftOf(type),
    importingOf(definition),
    callsOf(definition),
    permissionsOf(definition),
  );
}
