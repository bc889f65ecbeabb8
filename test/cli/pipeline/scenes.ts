import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineEvent } from "../../../cli/pipeline/events";
import { tag } from "../../../cli/pipeline/note";
import { scripted } from "./scripted";
import { logOf, step } from "./steps";

/** A project in a repository of git, with a scripted engine that has a plan, a state and an end. */

interface Scene {
  shown: readonly EngineEvent[];
  did?: readonly object[];
  /** How the engine ends. */
  end?: string;
  plan?: object;
  state?: object;
}

export const ours = (type: string) => `pulumi-nodejs:dynamic/ciphertrust:${type}`;

export function steps(op: string, count: number, type = ours("VaultKey")): EngineEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const side = { custom: true, id: `id-${index}`, inputs: {}, outputs: {} };
    const metadata = step(op, `key-${index}`, op === "create" ? null : side, op === "delete" ? null : side, type);
    return { resourcePreEvent: { metadata } };
  });
}

/** A saved plan. */
export const declaring = (...urns: string[]) => ({
  resourcePlans: Object.fromEntries(urns.map((urn) => [urn, { steps: ["create"] }])),
});

export function scenes() {
  const { folder, tags, login, pulumi, pipeline, said } = scripted();
  const file = (name: string) => join(folder, name);
  const read = (name: string) => readFileSync(file(name), "utf8").trim();

  const project = mkdtempSync(join(tmpdir(), "ciphertrust-fake-project-"));
  beforeAll(() => {
    git("init", "--quiet");
    commit("first");
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  function git(...args: string[]): string {
    const who = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
    return execFileSync("git", [...who, ...args], { cwd: project, encoding: "utf8" }).trim();
  }

  function commit(text: string): string {
    writeFileSync(join(project, "program"), text);
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message", text);
    return git("rev-parse", "HEAD");
  }

  /**
   * Returns the calls of the engine, each with the variable that skips checkpoints and the one that
   * forgets.
   */
  function engine({ shown, did = [], end = "exit 0", plan = declaring("a"), state = {} }: Scene): () => string[] {
    writeFileSync(file("calls"), "");
    writeFileSync(file("shown"), logOf(shown, true));
    writeFileSync(file("did"), logOf(did));
    writeFileSync(file("plan"), JSON.stringify(plan));
    writeFileSync(file("state"), JSON.stringify({ deployment: state }));
    pulumi(`
      [ "$1 $2" = "stack export" ] && { cat "${file("state")}"; exit 0; }
      echo "\${PULUMI_SKIP_CHECKPOINTS:-false} \${CIPHERTRUST_FORGET_MISSING:-false} $*" >> "${file("calls")}"
      [[ "$*" =~ --save-plan\\ ([^ ]+) ]] && cp "${file("plan")}" "\${BASH_REMATCH[1]}"
      case "$*" in
        preview*|*--preview-only*) cp "${file("shown")}" "\${!#}";;
        *) cp "${file("did")}" "\${!#}"; cp "${tags}" "${file("during")}"; ${end};;
      esac`);
    return () => read("calls").split("\n").filter(Boolean);
  }

  const run = (command: string, ...args: string[]) => pipeline(command, "--cwd", project, "--no-audit", ...args);
  const noted = (name = "tags") => (JSON.parse(read(name)) as Record<string, string>)[tag];

  return { folder, project, tags, login, pipeline, said, git, commit, engine, run, noted };
}
