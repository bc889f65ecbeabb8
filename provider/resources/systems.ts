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
import type { Definition } from "../lifecycle/vocabulary/definition";
import type { AccessList, NameOf, System, WordOf } from "./system";
import { vault } from "./vault";

/** All systems: a new one is a folder and a line here. */
const all = [
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
] as const;
type All = (typeof all)[number];

export const systems: readonly System[] = all;

/**
 * Systems that the service can refresh, on a schedule too, rotate, report on, or look for
 * containers in.
 */
export type RefreshedSystem = NameOf<All, "refresh">;
export type ScheduledSystem = NameOf<All, "scheduled">;
export type RotatedSystem = NameOf<All, "rotatable">;
export type ReportedSystem = NameOf<All, "report">;
export type DiscoveredSystem = NameOf<All, "discovers">;
/** Types of keys that a schedule can rotate. */
export type RotatableType = WordOf<All, "key">;
/** What a refresh can download, in one system or another. */
export type RefreshItem = WordOf<All, "item">;
/** Kinds of reports, of one system or another. */
export type ReportType = WordOf<All, "kind">;

/** Types of containers that have an access list, and the actions that are known of one or another. */
export type AclContainer = WordOf<All, "container">;
export type ContainerAction = WordOf<All, "action">;

/** Access lists by the type of the container. */
export const accessLists = Object.assign({}, ...systems.map(({ acls }) => acls)) as Record<AclContainer, AccessList>;
export const containerActions = distinct(
  Object.values(accessLists).flatMap(({ actions }) => actions),
) as ContainerAction[];

/** Every item, and every kind of report, that a system has. */
export const refreshItems = distinct(
  systems.flatMap(({ refresh }) => Object.keys(refresh?.items ?? {})),
) as RefreshItem[];
export const reportTypes = distinct(systems.flatMap(({ report }) => report?.types ?? [])) as ReportType[];

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** The definition of one of the systems' types. */
export function definitionIn(type: string | undefined): Definition | undefined {
  return systems.flatMap(({ definitions }) => definitions).find((one) => one.type === type);
}

/** The system with this name. */
export function systemNamed(name: string): System {
  const system = systems.find((one) => one.name === name);
  if (!system) throw new Error(`unknown system ${name}`);
  return system;
}
