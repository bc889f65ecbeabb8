import { aws } from "./aws";
import { identity } from "./identity";
import { licensing } from "./licensing";
import type { System } from "./system";
import { vault } from "./vault";

/** Every system there is: a new one is a folder and a line here. */
export const systems: readonly System[] = [aws, vault, identity, licensing];

/** The system that programs call by this name. */
export function systemNamed(name: string): System {
  const system = systems.find((one) => one.name === name);
  if (!system) throw new Error(`there is no system ${name}`);
  return system;
}
