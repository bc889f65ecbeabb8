import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { needsOf } from "../../../provider/lifecycle/vocabulary/field";
import { projectRoot } from "../../project";
import { code, section } from "./text";

/** The requests of each type, as test/wire/lives.test.ts has recorded them. */

const steps = { create: "Creating", read: "Reading", update: "Updating", delete: "Destroying" };

const file = join(projectRoot(), "test", "wire", "calls.tsv");

type Step = keyof typeof steps;

/**
 * All, or those of one step; none for what exists in the state only, and for a type whose life has
 * not been run yet.
 */
export function recordedCalls(type: string, step?: Step): string[] {
  return rowsOf(type)
    .filter((row) => step === undefined || row[1] === step)
    .map(([, , call]) => call!);
}

function rowsOf(type: string): readonly string[][] {
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.split("\t"));
  return rows.filter(([one]) => one === type);
}

export function callsOf(definition: Definition): string {
  const { type, path: list, filters } = definition;
  const lines = Object.entries(steps).flatMap(([step, title]) => {
    const sent = recordedCalls(type, step as Step);
    return sent.length === 0 ? [] : [`- ${title}: ${sent.map(code).join(", ")}`];
  });
  const listing = filters ? [`- Listing: ${code(`GET ${list}`)}`] : [];
  const all = [...lines, ...waitsOf(definition), ...listing];
  return all.length === 0 ? "" : section("API calls", introduction(type), all.join("\n"));
}

/**
 * What it sends while an object that it refers to is not ready: the same as that object's own
 * resource.
 */
function waitsOf(definition: Definition): string[] {
  return needsOf(definition).flatMap(([key, { type, ready }]) => {
    const tests = ready?.test ? recordedCalls(type, "create").filter((call) => call.endsWith("/test")) : [];
    return tests.map((call) => `- While ${code(key)} is not ready: ${code(call)}`);
  });
}

const introduction = (type: string) =>
  several.has(type)
    ? "Below `/api/v1`; recorded with the systems, paths or keys of the tests. Others have the corresponding paths."
    : "Below `/api/v1`, as tests have recorded them; which are sent depends on the arguments and on what has changed.";

/** Types whose arguments say which part of the API they use. */
const several = new Set(["Refresh", "KeyRotation", "RotateNow", "ContainerAcl", "Report", "ApiObject", "ApiSetting"]);
