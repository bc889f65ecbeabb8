import { ensureEngine } from "./engine";
import type { Invocation } from "./invocation";
import { projectRoot } from "./project";
import { run } from "./shared/child.cjs";

/** Runs a script of Node.js, with the arguments of the command, that finds a Pulumi engine. */
export async function runWithEngine(
  script: string,
  invocation: Invocation,
  extra: NodeJS.ProcessEnv = {},
): Promise<number> {
  const engine = await ensureEngine(invocation);
  const env = engine.environment(extra);
  const { code } = await run(process.execPath, [script, ...invocation.args], { cwd: projectRoot(), env });
  return code;
}
