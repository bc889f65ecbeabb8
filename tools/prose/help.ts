/** The help of every command, as a terminal shows it. */
import { projectRoot } from "../project";
import { run } from "../shared/child.cjs";

interface Help {
  command: string;
  text: string;
}

/** Commands, and what Node.js runs for them. The help of each lists its subcommands. */
const roots = {
  "npm run": ["tools/run.mjs"],
  "npm run faults": ["--import", "tsx", "test/faults/main.ts"],
  "pulumi-ciphertrust": ["dist/cli/index.js"],
};

/** Of all commands; that of `npm run emulator` is the help of `ciphertrust-emulator`. */
export async function helps(): Promise<Help[]> {
  const all = Object.entries(roots).map(([command, args]) => helpsOf(command, args));
  return (await Promise.all(all)).flat();
}

async function helpsOf(command: string, args: readonly string[]): Promise<Help[]> {
  const { stdout, stderr } = await run(process.execPath, [...args, "--help"], { cwd: projectRoot(), capture: true });
  // npm itself has no help: it lists its commands as it does after a mistake.
  const text = stdout || stderr;
  if (!/^(Usage|Commands):/m.test(text)) throw new Error(`${command} has no help:\n${text}`);
  const found = [{ command, text }];
  for (const name of subcommandsIn(text)) found.push(...(await helpsOf(`${command} ${name}`, [...args, name])));
  return found;
}

/** What stands below "Commands:". */
function subcommandsIn(help: string): string[] {
  const [, list = ""] = /^Commands:\n((?: {2}.*\n?)+)/m.exec(help) ?? [];
  return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name!);
}

/**
 * Its paragraphs, and the texts of its options, arguments, commands and exit codes, each on one
 * line.
 */
export function textsIn(help: string): string[] {
  const blocks = help.split(/\n\n+/).filter((block) => !/^(Usage|Examples):/.test(block));
  return blocks.flatMap((block) => block.split(/\n(?= {2}\S)/).map(withoutTerm)).filter((text) => text !== "");
}

const withoutTerm = (item: string): string =>
  item
    .replace(/^ {2}\S.*?(?: {2,}|\n|$)/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
