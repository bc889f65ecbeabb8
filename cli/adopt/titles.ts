import type { Definition, ExistingObject } from "../../provider/lifecycle/vocabulary/definition";
import { nameInputOf } from "../../provider/lifecycle/vocabulary/field";
import { titleOf } from "../../provider/lifecycle/values/label";

/** What describes many thousand objects is determined once for each. */

const titles = new WeakMap<object, { definition: Definition; title: string }>();
const nameInputs = new Map<Definition, string | undefined>();

/** What people know an object by, see {@link titleOf}. */
export function titleFor({ definition, record }: Pick<ExistingObject, "definition" | "record">): string {
  const known = titles.get(record);
  if (known?.definition === definition) return known.title;
  const title = titleOf(definition, record);
  titles.set(record, { definition, title });
  return title;
}

/** The input that defaults to the resource's name, see {@link nameInputOf}. */
export function nameInputFor(definition: Definition): string | undefined {
  if (!nameInputs.has(definition)) nameInputs.set(definition, nameInputOf(definition));
  return nameInputs.get(definition);
}
