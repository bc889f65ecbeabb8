import { accessSync, constants, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { run } from "../shared/child.cjs";
import { isAtLeast, minimumPulumi } from "./versions";

export interface Installation {
  binDir: string;
  version: string;
  limits?: string;
}

/** The installation, or the reason why there is none that will do. */
export type Finding = Installation | string;

/** What a Node.js program with dynamic resources needs beside the command itself. */
const companions = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

export async function findOnPath(env: NodeJS.ProcessEnv): Promise<Finding> {
  const pulumi = which("pulumi", env);
  if (!pulumi) return "not found";
  const { stdout } = await run(pulumi, ["version"], { env: withoutUpdateCheck(env), capture: true, stdin: "ignore" });
  const version = stdout.trim().replace(/^v/, "");
  if (!isAtLeast(version, minimumPulumi)) return `${version || "an unknown version"} is older than ${minimumPulumi}`;
  const missing = companions.find((name) => !which(name, env));
  return missing ? `${version} lacks ${missing}` : { binDir: dirname(pulumi), version };
}

export function which(command: string, env: NodeJS.ProcessEnv): string | undefined {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  const folders = (env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => suffixes.map((suffix) => join(folder, command + suffix))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function withoutUpdateCheck(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" };
}
