import type { System } from "../core/scope";
import { accessPolicies } from "./accessPolicies";
import { appliance } from "./appliance";
import { audit } from "./audit";
import { auth } from "./auth";
import { aws } from "./aws";
import { azure } from "./azure";
import { ca } from "./ca";
import { registeredClients } from "./clients";
import { allConnections } from "./connections";
import { crypto } from "./crypto";
import { cse } from "./cse";
import { directories } from "./directories";
import { dke } from "./dke";
import { dsm } from "./dsm";
import { ekm } from "./ekm";
import { externalCm } from "./externalCm";
import { google } from "./google";
import { identity } from "./identity";
import { networkInterfaces } from "./interfaces";
import { keyTemplates } from "./keyTemplates";
import { licensing } from "./licensing";
import { luna } from "./luna";
import { quorumsSystem } from "./quorums";
import { salesforce } from "./salesforce";
import { sap } from "./sap";
import { oci } from "./oci";
import { scheduler } from "./scheduler";
import { secretsSystem } from "./secrets";
import { settings } from "./settings";
import { vault } from "./vault";

/** Everything the emulator does: a new system is a folder and one line here. */
export const systems: readonly System[] = [
  appliance,
  auth,
  identity,
  accessPolicies,
  ca,
  registeredClients,
  licensing,
  audit,
  scheduler,
  settings,
  networkInterfaces,
  vault,
  secretsSystem,
  crypto,
  allConnections,
  directories,
  aws,
  google,
  ekm,
  cse,
  azure,
  keyTemplates,
  dke,
  luna,
  dsm,
  externalCm,
  salesforce,
  sap,
  oci,
  quorumsSystem,
];
