import type { Definition } from "../lifecycle/vocabulary/definition";
import { general } from "./general";
import { refresh } from "./schedules/refresh";
import { keyRotation } from "./schedules/keyRotation";
import { rotateNow } from "./schedules/rotateNow";
import { containerDiscoverySchedule } from "./schedules/containerDiscovery";
import { refreshSchedule } from "./schedules/refreshSchedule";
import { rotationSchedule } from "./schedules/rotationSchedule";
import { systems } from "./systems";

/** Every resource there is. A plain array, so that the compiler never computes a union of them all. */
export const registry: readonly Definition[] = [
  ...systems.flatMap(({ definitions }) => definitions),
  refresh,
  refreshSchedule,
  containerDiscoverySchedule,
  rotationSchedule,
  keyRotation,
  rotateNow,
  ...general,
];
