import type * as pulumi from "@pulumi/pulumi";
import type {
  GetGoogleKeyRingsArgs,
  FoundGoogleKeyRing,
  GetGoogleKeyVersionsArgs,
  FoundGoogleKeyVersion,
  GetGoogleLocationsArgs,
  GetGoogleProjectsArgs,
  FoundGoogleProject,
} from "../provider/lookups/google";
import { call, type Arguments, type FunctionOptions } from "./function";

export type {
  GetGoogleKeyRingsArgs,
  FoundGoogleKeyRing,
  GetGoogleKeyVersionsArgs,
  FoundGoogleKeyVersion,
  GetGoogleLocationsArgs,
  GetGoogleProjectsArgs,
  FoundGoogleProject,
} from "../provider/lookups/google";

const discovery = () => require("../provider/lookups/google") as typeof import("../provider/lookups/google");

/** The Google projects that a connection can see. */
export function getGoogleProjects(
  args: Arguments<GetGoogleProjectsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundGoogleProject[]> {
  return call("looking up Google projects", () => discovery().googleProjects, args, options);
}

/** The locations of a Google project. */
export function getGoogleLocations(
  args: Arguments<GetGoogleLocationsArgs>,
  options?: FunctionOptions,
): pulumi.Output<string[]> {
  return call("looking up Google locations", () => discovery().googleLocations, args, options);
}

/** The key rings of a Google project, in one location or in all. */
export function getGoogleKeyRings(
  args: Arguments<GetGoogleKeyRingsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundGoogleKeyRing[]> {
  return call("looking up Google key rings", () => discovery().googleKeyRingsSeen, args, options);
}

/** The versions of a Google key that the service knows, the newest first. */
export function getGoogleKeyVersions(
  args: Arguments<GetGoogleKeyVersionsArgs>,
  options?: FunctionOptions,
): pulumi.Output<FoundGoogleKeyVersion[]> {
  return call("looking up versions of a Google key", () => discovery().googleKeyVersions, args, options);
}
