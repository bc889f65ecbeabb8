import { reasons } from "../samples/untried";
import type { CloudsGiven } from "./file";
import { clouds } from "./systems";

/** Why types have no sample, by type; of a system that the file gives, what its part lacks. */
export function reasonsWith(given: CloudsGiven = {}): Readonly<Record<string, string>> {
  const lacks = Object.entries(given).flatMap(([name, { container, keys }]) => {
    const { container: at, key } = clouds[name]!;
    return [
      ...(container ? [] : [[at.type, `set ${name}.${at.field} in the file of --with`]]),
      ...(key && !keys ? [[key.type, `set ${name}.keys: true in the file of --with`]] : []),
    ];
  });
  return { ...reasons, ...(Object.fromEntries(lacks) as Record<string, string>) };
}
