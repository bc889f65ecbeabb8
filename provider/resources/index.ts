import type { Definition } from "../engine/definition";
import { refresh } from "./schedules/refresh";
import { keyRotation } from "./schedules/keyRotation";
import { refreshSchedule } from "./schedules/refreshSchedule";
import { rotationSchedule } from "./schedules/rotationSchedule";
import { systems } from "./systems";

/** Every resource there is. A plain array, so that the compiler never computes a union of them all. */
export const registry: readonly Definition[] = [
  ...systems.flatMap(({ definitions }) => definitions),
  refresh,
  refreshSchedule,
  rotationSchedule,
  keyRotation,
];

/** The definition of one type. Throws when there is none. */
export function definitionOf(type: string): Definition {
  const definition = registry.find((one) => one.type === type);
  if (definition) return definition;
  throw new Error(
    `this version of pulumi-ciphertrust has no resource ${type}: install the version that made the stack`,
  );
}
