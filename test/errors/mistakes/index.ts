import type { Mistake } from "../mistake";
import { args } from "./arguments";
import { clients } from "./clients";
import { connecting } from "./connecting";
import { existing } from "./existing";
import { references } from "./references";
import { running } from "./running";
import { systems } from "./systems";

/** Every mistake, as the page groups them. */
export const mistakes: readonly (readonly [title: string, rows: readonly Mistake[]])[] = [
  ["Reaching the service", connecting],
  ["Arguments", args],
  ["References to other resources", references],
  ["Objects that exist already", existing],
  ["Systems, keys and schedules", systems],
  ["Registered clients and certificates", clients],
  ["Licenses, permissions and calls", running],
];
