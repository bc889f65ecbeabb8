import { aws } from "./aws";
import { azure } from "./azure";
import { clients } from "./clients";
import { dke } from "./dke";
import { dsm } from "./dsm";
import { ekm } from "./ekm";
import { externalCm } from "./externalCm";
import { google } from "./google";
import { identity } from "./identity";
import { licensing } from "./licensing";
import { luna } from "./luna";
import { oci } from "./oci";
import { salesforce } from "./salesforce";
import { sap } from "./sap";
import type { System } from "./system";
import { vault } from "./vault";

/** Every system there is: a new one is a folder and a line here. */
export const systems: readonly System[] = [
  aws,
  azure,
  google,
  oci,
  salesforce,
  sap,
  luna,
  dsm,
  externalCm,
  ekm,
  dke,
  vault,
  identity,
  clients,
  licensing,
];

/** The system that programs call by this name. */
export function systemNamed(name: string): System {
  const system = systems.find((one) => one.name === name);
  if (!system) throw new Error(`there is no system ${name}`);
  return system;
}
