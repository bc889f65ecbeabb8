import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { succeeds, type Stack } from "./harness";
import { secretsProvider } from "./secretsProvider";

/**
 * Makes a stack of another name from the state of this one, as users do it; the commands that
 * follow are about the copy.
 */
export async function copyTo(stack: Stack, name: string): Promise<void> {
  const state = await succeeds(stack.pulumi("stack", "export", "--show-secrets"));
  const file = join(stack.folder, "copy.json");
  writeFileSync(file, state.replaceAll(`urn:pulumi:${stack.called}::`, `urn:pulumi:${name}::`));
  await succeeds(stack.pulumi("stack", "init", name, "--secrets-provider", secretsProvider));
  stack.called = name;
  await succeeds(stack.pulumi("stack", "import", "--file", file));
}
