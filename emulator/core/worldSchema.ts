import { toJSONSchema } from "zod";
import type { JsonObject } from "./fields";
import type { System } from "./scope";
import { worldParts } from "./world";

/**
 * What a world file may hold, as a JSON schema: made of what checks the file itself. Draft 7,
 * because that is what editors read in JSON and in YAML.
 */
export function worldSchema(systems: readonly System[]): JsonObject {
  const parts = worldParts(systems).map(({ name, schema }) => {
    const { $schema: _dialect, ...shape } = toJSONSchema(schema, { target: "draft-7", io: "input" });
    return [name, shape] as const;
  });
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "World of ciphertrust-emulator",
    description: "What exists in the clouds behind the emulated service. A part that is left out keeps its default.",
    type: "object",
    properties: {
      $schema: { type: "string", description: "Path or address of this schema, for editors." },
      ...Object.fromEntries(parts),
    },
    additionalProperties: false,
  };
}
