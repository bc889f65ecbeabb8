import type { JsonObject } from "../../core/fields";
import { outside, type System } from "../../core/scope";
import { assembled } from "../../shared/assembled";
import { autoRotate, rotateWork } from "./cloud/key";
import { destroyWork, finishDestroy, finishGeneration, generateWork } from "./cloud/versions";
import { changeOperations, changeWorks } from "./keys/change";
import { createOperations } from "./keys/create";
import { listOperations } from "./keys/list";
import { googleRotation, rotationOperations } from "./keys/rotation";
import { versionOperations, versionWorks } from "./keys/versions";
import { lookupOperations } from "./lookups";
import { projectOperations } from "./projects";
import { googleReports } from "./reports";
import { googleDiscovery, ringOperations } from "./rings";
import { googleSynchronization } from "./synchronization";
import { googleWorld } from "./world";

const text = (args: JsonObject, name: string): string => String(args[name]);

/** What Google itself does when the time comes. */
const cloudWork: NonNullable<System["work"]> = {
  [generateWork]: (scope, args) => finishGeneration(scope.in(outside), text(args, "key"), Number(args["version"])),
  [destroyWork]: (scope, args) =>
    finishDestroy(scope.in(outside), text(args, "key"), Number(args["version"]), text(args, "date")),
  [rotateWork]: (scope, args) => autoRotate(scope.in(outside), text(args, "key"), text(args, "date")),
};

/**
 * Google Cloud: connections, projects, key rings as containers, keys with their versions, and the
 * cloud behind them.
 */
export const google: System = assembled(
  {
    name: "google",
    world: googleWorld,
    schedules: [googleRotation, googleDiscovery],
    work: { ...cloudWork, ...changeWorks, ...versionWorks },
  },
  projectOperations,
  lookupOperations,
  ringOperations,
  listOperations,
  createOperations,
  changeOperations,
  versionOperations,
  rotationOperations,
  googleSynchronization,
  googleReports,
);
