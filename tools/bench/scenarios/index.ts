import type { Scenario } from "../bench";
import { backends } from "./backends";
import { commands } from "./commands";
import { create } from "./create";
import { emulator } from "./emulator";
import { engine } from "./engine";
import { fixed } from "./fixed";
import { growth } from "./growth";
import { keys } from "./keys";
import { memory } from "./memory";
import { profile } from "./profile";
import { reads } from "./reads";
import { refresh } from "./refresh";
import { stacks } from "./stacks";
import { typescript } from "./typescript";

/** In the order in which they run and are shown. */
export const scenarios: readonly Scenario[] = [
  stacks,
  typescript,
  reads,
  keys,
  create,
  memory,
  refresh,
  commands,
  emulator,
  growth,
  engine,
  backends,
  fixed,
  profile,
];
