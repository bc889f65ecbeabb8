import { AsyncLocalStorage } from "node:async_hooks";
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { environmentNames } from "../provider/api/settings";

/**
 * An inline program of Pulumi's Automation API runs in the process that started the update, while its resources run where
 * Pulumi's command runs: with the `envVars` of the workspace, and in a folder that its project settings name. The program
 * knows neither. So the operations of a stack are wrapped: each program that they run finds its workspace here.
 */

interface InlineProgram {
  /** The environment that its resources see. */
  environment: NodeJS.ProcessEnv;
  /** The folder in which its resources run. */
  folder: string;
}

type Workspace = pulumi.automation.Workspace;
type Program = pulumi.automation.PulumiFn;
type Operation = (this: pulumi.automation.Stack, options?: { program?: Program }) => Promise<unknown>;

const running = new AsyncLocalStorage<InlineProgram>();
/** The original program. */
const originals = new WeakMap<Program, Program>();
const operations = ["up", "preview", "refresh", "previewRefresh", "destroy", "previewDestroy"];

/** The inline program that this runs in; nothing in one that Pulumi's command has started, or that began before this package was loaded. */
export function inlineProgram(): InlineProgram | undefined {
  return running.getStore();
}

/** What to do about settings that are missing where the workspace is not seen; empty elsewhere. */
export function adviceOnWorkspace(): string {
  const isStarted = process.env.PULUMI_NODEJS_MONITOR !== undefined;
  if (isStarted || inlineProgram() || !pulumi.runtime.hasMonitor()) return "";
  return [
    "\nThe envVars of this inline program's workspace are not seen, because pulumi-ciphertrust was loaded after the operation had begun:",
    "import it where the stack is made, or pass the settings in the stack's configuration or to a ciphertrust.Provider.",
  ].join(" ");
}

/** If the internals of Pulumi's Automation API differ from what is known, nothing happens: settings can still be passed in other ways. */
function tellPrograms(): void {
  const stack = pulumi.automation?.Stack?.prototype as unknown as Record<string, Operation | undefined> | undefined;
  for (const name of stack ? operations : []) {
    const operation = stack![name];
    if (typeof operation !== "function") continue;
    stack![name] = async function (options) {
      const { workspace } = this;
      if (workspace.program) workspace.program = await told(workspace, workspace.program);
      const program = options?.program && (await told(workspace, options.program));
      return operation.call(this, program ? { ...options, program } : options);
    };
  }
}

/** The same program, run so that it finds its workspace. */
async function told(workspace: Workspace, program: Program): Promise<Program> {
  const original = originals.get(program) ?? program;
  const folder = await folderOf(workspace);
  const wrapped: Program = () => {
    const environment = withPaths({ ...process.env, ...workspace.envVars }, folder);
    return running.run({ environment, folder }, original);
  };
  originals.set(wrapped, original);
  return wrapped;
}

/** Where Pulumi's command runs the providers of a project: in the folder of `main`, else in that of its settings. */
async function folderOf(workspace: Workspace): Promise<string> {
  const { main = "." } = (await workspace.projectSettings().catch(() => undefined)) ?? {};
  const place = resolve(workspace.workDir, main);
  return statSync(place, { throwIfNoEntry: false })?.isFile() ? dirname(place) : place;
}

const files = [environmentNames.caCertificate, environmentNames.clientCertificate, environmentNames.clientKey];

/** Paths of files are relative to where the resources run. */
function withPaths(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  for (const name of files) {
    const text = environment[name];
    if (text && !text.includes("-----BEGIN")) environment[name] = resolve(folder, text);
  }
  return environment;
}

tellPrograms();
