import { UserError } from "../errors";
import { run } from "../shared/child.cjs";

/** What a command prints. Throws with all that it printed if it fails. */
export async function output(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(command, args, { cwd, capture: true, stdin: "ignore" });
  if (code === 0) return stdout;
  throw new UserError(`${command} ${args.join(" ")} failed (exit code ${code}):\n${stdout}${stderr}`.trim());
}
