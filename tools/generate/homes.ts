import { systems } from "../../provider/resources/systems";

/** Where the definition of each type is: a provider process needs few systems, and loads those only. */
export function homesFile(): string {
  const home = (name: string) =>
    `const ${name}: Home = { system: "${name}", definitions: () => (require("../${name}") as typeof import("../${name}")).${name}.definitions };`;
  const types = systems.flatMap(({ name, definitions }) => definitions.map(({ type }) => `${type}: ${name},`));
  return `
import type { Definition } from "../../lifecycle/vocabulary/definition";

// Generated from the definitions: npm run generate.

interface Home {
  readonly system: string;
  definitions(): readonly Definition[];
}

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports -- loaded when needed, and synchronously, as Pulumi's host requires */
${systems.map(({ name }) => home(name)).join("\n")}
/* eslint-enable */

/** The system of each type, with its definitions. */
export const homes: Readonly<Record<string, Home>> = { ${types.join(" ")} };
`.trimStart();
}
