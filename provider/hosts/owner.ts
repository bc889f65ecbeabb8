import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Home } from "../lifecycle/evidence/belonging";
import type { Owner } from "../lifecycle/evidence/mark";
import { typeIn } from "../resources/load";

/**
 * The owner of an object: the names of the resource, of its stack, and of the stack's backend. Two
 * stacks may have all names in common and be in different backends; of these, Pulumi passes a
 * provider only the URN.
 */

/** The organization's name in programs of stacks outside Pulumi Cloud. */
const noOrganization = "organization";

/** `organization` is what the program knows of it. */
export function ownerOf(urn: string, organization = noOrganization): Owner {
  const [stack = "", project = "", type = "", ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
  // A resource has the same name as a dynamic one and in the plugin.
  const types = type.split("$").map((one) => typeIn(one) ?? one);
  return {
    name: [organization, project, stack, types.join("$"), name.join("::")].join("/"),
    backend: backendFingerprint(),
  };
}

/**
 * The stack of a run, as far as the URN of one of its resources and the program tell: only in
 * Pulumi Cloud, stacks have an organization. Without a URN, the environment may say it: unlike the
 * configuration, it is never part of a state that somebody copies.
 */
export function homeOf(
  urn: string | undefined,
  organization: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Omit<Home, "former"> {
  const address = currentBackend(env);
  const [stack = "", project = ""] = (urn ?? "").replace(/^urn:pulumi:/, "").split("::");
  const known = organization ?? (isPulumiCloud(address) ? undefined : noOrganization);
  return {
    stack: urn === undefined ? stackNamed(env.CIPHERTRUST_STACK) : { organization: known, project, stack },
    backend: backendFingerprint(),
    isFile: address.startsWith("file://"),
  };
}

/** A stack by the name `organization/project/stack` or `project/stack`; `undefined` if it is none. */
function stackNamed(name = ""): Home["stack"] {
  const [stack, project, organization, ...more] = name.split("/").reverse();
  return stack && project && more.length === 0 ? { organization, project, stack } : undefined;
}

let fingerprint: string | undefined;

/** Distinguishes stacks of the same name in different backends: 12 hexadecimal digits. */
export const backendFingerprint = (): string => (fingerprint ??= ofBackend());

function ofBackend(): string {
  return createHash("sha256").update(identityOf(currentBackend())).digest("hex").slice(0, 12);
}

/** The normalized address of a backend. File backends are local to one machine, whatever their path. */
export function identityOf(address: string): string {
  const file = /^file:\/\/(.*)$/.exec(address)?.[1];
  if (file !== undefined) return `file://${hostname()}${resolve(file.replace(/^~(?=$|\/)/, homedir()))}`;
  return address.replace(/^([a-z0-9+]+:\/\/)[^/@]*@/i, "$1").replace(/\/+$/, "");
}

/** True for a backend that keeps the stacks of several organizations. */
export function isPulumiCloud(address: string): boolean {
  return /^https?:/.test(address);
}

/** The backend that the engine uses: it reads the same places, in this order. */
export function currentBackend(env: NodeJS.ProcessEnv = process.env, folder = process.cwd()): string {
  const cloud = env.PULUMI_API ?? "https://api.pulumi.com";
  return env.PULUMI_BACKEND_URL || backendOfProject(folder) || backendOfUser(env) || cloud;
}

const projectFiles = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

function backendOfProject(folder: string): string | undefined {
  const file = projectFiles.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file === undefined) return dirname(folder) === folder ? undefined : backendOfProject(dirname(folder));
  const text = readFileSync(file, "utf8");
  // Few projects name a backend: the others do not load the parser.
  if (!text.includes("backend")) return undefined;
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports -- loaded when needed
  const { parse } = require("yaml") as typeof import("yaml");
  const { backend } = (parse(text) ?? {}) as { backend?: { url?: string } };
  return backend?.url;
}

function backendOfUser(env: NodeJS.ProcessEnv): string | undefined {
  const home = env.PULUMI_CREDENTIALS_PATH || env.PULUMI_HOME || join(homedir(), ".pulumi");
  try {
    return (JSON.parse(readFileSync(join(home, "credentials.json"), "utf8")) as { current?: string }).current;
  } catch {
    return undefined;
  }
}
