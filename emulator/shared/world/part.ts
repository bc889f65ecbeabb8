import type * as z from "zod";
import type { WorldPart } from "../../core/scope";
import { changeKey, changePlace } from "./changes";
import { addLists, levelsIn, showLists, type Level } from "./level";

type Changes = WorldPart["changes"];

/**
 * A part of the world that is a tree: its schema lists the first level. @param changes control
 * calls of the system's own
 */
export function worldPart<S extends z.ZodObject>(
  name: string,
  schema: S,
  initial: z.input<S>,
  changes: Changes = {},
): WorldPart {
  return {
    name,
    schema,
    initial,
    seed: (scope, part) => addLists(scope, schema, schema.parse(part)),
    show: (scope) => showLists(scope, schema),
    changes: { ...changesBelow(schema, []), ...changes },
  };
}

/** A control call for every list of the tree. @param above the levels from this one up */
function changesBelow(schema: z.ZodObject, above: readonly Level[]): Changes {
  const calls = levelsIn(schema).map(([list, level]): Changes => {
    const change = level.keys === undefined ? changePlace : changeKey;
    return {
      [list]: (scope, body) => change(scope, level, above, body),
      ...changesBelow(level.schema, [level, ...above]),
    };
  });
  return Object.assign({}, ...calls) as Changes;
}
