import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The state of a stack, read from the file in which Pulumi's file backend keeps it. */

export interface Deployment {
  resources: {
    urn: string;
    type: string;
    id?: string;
    inputs: Record<string, unknown>;
    outputs: Record<string, unknown>;
    initErrors?: string[];
  }[];
}

/** Marks an encrypted value in the state. */
const [signature, secret] = ["4dabf18193072939515e22adb298388d", "1b47061264138c4ac30d75fd1eb44270"];

/** Where a stack of the name `test` is kept, relative to its backend's folder. */
export const stateFile = (project: string): string => join(".pulumi", "stacks", project, "test.json");

/** What is stored of a stack in the backend in `folder`, and the text of its file. */
export function storedIn(folder: string, project: string): Deployment & { text: string } {
  const text = readFileSync(join(folder, stateFile(project)), "utf8");
  const { checkpoint } = JSON.parse(text) as { checkpoint: { latest?: Partial<Deployment> } };
  return { resources: checkpoint.latest?.resources ?? [], text };
}

/**
 * The outputs of the stack, as `pulumi stack output --json` prints them: without the values of
 * secrets.
 */
export function outputsOf({ resources }: Deployment): Record<string, unknown> {
  const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  return withoutSecrets(stack?.outputs ?? {}) as Record<string, unknown>;
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  if ((value as Record<string, unknown>)[signature] === secret) return "[secret]";
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSecrets(inner)]));
}
