import { systems } from "../../provider/resources/systems";

/** What programs need to know of rotation before they ask for it. */

const made = "// Made from provider/resources by `npm run generate`: change the systems there.";

/** Text of the file. */
export function rotatableFile(): string {
  const entries = systems.flatMap(
    ({ name, definitions, rotatable, rotation: { inPlace, otherSource, cloudRotates } = {} }) =>
      Object.entries(rotatable ?? {}).map(([type, { sources, upload }]) => {
        const { inputs } = definitions.find((one) => one.type === type)!;
        const conditions = {
          inPlace,
          ...(otherSource && otherSource.property in inputs ? { otherSource } : {}),
          ...(cloudRotates && cloudRotates in inputs ? { cloudRotates } : {}),
        };
        return [type, { system: name, sources, upload, ...conditions }] as const;
      }),
  );
  const kinds = systems.flatMap(({ name, kinds = {} }) =>
    Object.entries(kinds).map(([type, places]) => [type, { system: name, ...places }] as const),
  );
  return `${made}
import type { KindPlaces } from "../../provider/limits/kind";

/** Types of keys that schedules of the service rotate. */
export type RotatableType = ${entries.map(([type]) => JSON.stringify(type)).join(" | ")};

/** What programs need to know of each. */
export const rotatable = ${JSON.stringify(Object.fromEntries(entries))} as const;

/** Types of keys, and which of their properties tell the kind of a key. */
export type KeyType = ${kinds.map(([type]) => JSON.stringify(type)).join(" | ")};

/** Systems that hold keys. */
export type KeySystem = ${[...new Set(kinds.map(([, { system }]) => JSON.stringify(system)))].join(" | ")};

export const kinds: Readonly<Record<KeyType, KindPlaces & { readonly system: KeySystem }>> = ${JSON.stringify(Object.fromEntries(kinds))};
`;
}
