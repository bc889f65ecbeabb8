import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { Command } from "commander";
import { pipelineCommand } from "../../../cli/pipeline/command";
import { emptyLog, logOf } from "./steps";

/** The command, for the tests of one file, with a script in place of the engine. */
export function scripted() {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-fake-pipeline-"));
  const { PATH } = process.env;
  let said: string;
  beforeEach(() => {
    process.env.PATH = [folder, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
    said = "";
    jest.spyOn(process.stderr, "write").mockImplementation((part) => {
      said += String(part);
      return true;
    });
  });
  afterEach(() => {
    process.env.PATH = PATH;
    process.exitCode = undefined;
    jest.restoreAllMocks();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const tags = join(folder, "tags");
  const login = join(folder, "login");
  beforeEach(() => {
    writeFileSync(tags, "{}");
    writeFileSync(login, '{"url":"file://state"}');
  });

  /** Tags and the login are no matter of the script. After a tag is set, `LEFT` are the tags. */
  function pulumi(script: string): void {
    const apart = `case "$1 $2 $3" in
      "stack tag ls") cat "${tags}"; exit 0;;
      "stack tag set") echo "{\\"$4\\":\\"$5\\"}" > "${tags}"; [ -z "$LEFT" ] || echo "$LEFT" > "${tags}"; exit 0;;
      "stack tag rm") echo "{}" > "${tags}"; exit 0;;
      whoami*) cat "${login}"; exit 0;;
    esac`;
    writeFileSync(join(folder, "pulumi"), `#!/usr/bin/env bash\n${apart}\n${script}\n`);
    chmodSync(join(folder, "pulumi"), 0o755);
  }

  async function pipeline(...args: string[]): Promise<unknown> {
    const program = new Command();
    pipelineCommand(program.command("pipeline"));
    await program.parseAsync(["pipeline", ...args], { from: "user" });
    return process.exitCode;
  }

  /** Records calls with the variable that skips checkpoints; a preview shows these events. */
  function planning(...events: object[]): () => string[] {
    const log = join(folder, "calls");
    const shown = join(folder, "shown");
    writeFileSync(log, "");
    writeFileSync(shown, logOf(events, true));
    pulumi(`echo "\${PULUMI_SKIP_CHECKPOINTS:-false} $*" >> "${log}"
    [[ "$*" =~ --save-plan\\ ([^ ]+) ]] && echo '{"resourcePlans":{}}' > "\${BASH_REMATCH[1]}"
    case "$1" in preview) cp "${shown}" "\${!#}"; [ -n "$FAILS" ] && exit 1;; *) ${emptyLog};; esac; exit 0`);
    return () => readFileSync(log, "utf8").trim().split("\n");
  }

  return { folder, tags, login, pulumi, pipeline, planning, said: () => said };
}
