import type * as pulumi from "@pulumi/pulumi";
import type {
  GoogleKeyRingsArgs,
  GoogleKeyRingSeen,
  GoogleKeyVersionsArgs,
  GoogleKeyVersionSeen,
  GoogleLocationsArgs,
  GoogleProjectsArgs,
  GoogleProjectSeen,
} from "../provider/resources/google/discovery";
import { call, type Arguments, type FunctionOptions } from "./function";

export type {
  GoogleKeyRingsArgs,
  GoogleKeyRingSeen,
  GoogleKeyVersionsArgs,
  GoogleKeyVersionSeen,
  GoogleLocationsArgs,
  GoogleProjectsArgs,
  GoogleProjectSeen,
} from "../provider/resources/google/discovery";

const discovery = () =>
  require("../provider/resources/google/discovery") as typeof import("../provider/resources/google/discovery");

/** The Google projects that a connection can see. */
export function getGoogleProjects(
  args: Arguments<GoogleProjectsArgs>,
  options?: FunctionOptions,
): pulumi.Output<GoogleProjectSeen[]> {
  return call("looking up Google projects", () => discovery().googleProjects, args, options);
}

/** The locations of a Google project. */
export function getGoogleLocations(
  args: Arguments<GoogleLocationsArgs>,
  options?: FunctionOptions,
): pulumi.Output<string[]> {
  return call("looking up Google locations", () => discovery().googleLocations, args, options);
}

/** The key rings of a Google project, in one location or in all. */
export function getGoogleKeyRings(
  args: Arguments<GoogleKeyRingsArgs>,
  options?: FunctionOptions,
): pulumi.Output<GoogleKeyRingSeen[]> {
  return call("looking up Google key rings", () => discovery().googleKeyRingsSeen, args, options);
}

/** The versions of a Google key that the service knows, the newest first. */
export function getGoogleKeyVersions(
  args: Arguments<GoogleKeyVersionsArgs>,
  options?: FunctionOptions,
): pulumi.Output<GoogleKeyVersionSeen[]> {
  return call("looking up versions of a Google key", () => discovery().googleKeyVersions, args, options);
}
