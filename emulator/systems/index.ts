import type { System } from "../core/system";
import { audit } from "./audit";
import { auth } from "./auth";
import { aws } from "./aws";
import { allConnections } from "./connections";
import { identity } from "./identity";
import { licensing } from "./licensing";
import { scheduler } from "./scheduler";
import { vault } from "./vault";

/** Everything the emulator does: a new system is a folder and one line here. */
export const systems: readonly System[] = [auth, identity, licensing, audit, scheduler, vault, allConnections, aws];
