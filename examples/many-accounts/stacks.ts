import * as automation from "@pulumi/pulumi/automation";

type Mode = "up" | "preview" | "drift";

/** How an operation on one stack ended. */
export interface Outcome {
  kind: "done" | "failed" | "refused";
  /** Numbers of resources by what happened, or would happen, to them; unchanged ones are left out. */
  changes: Record<string, number>;
  /** What went wrong, each message once. */
  problems: string[];
}

export interface Load {
  /** Concurrent calls of the service, for each stack. */
  callsPerStack: number;
  /** Encrypts the secrets of new stacks. Default: Pulumi's own. */
  secretsProvider?: string;
}

/** The stacks of the project in a folder, through the Pulumi command. */
export class Stacks {
  private constructor(
    private readonly workspace: automation.LocalWorkspace,
    private readonly load: Load,
    /** Names of the stacks that exist. */
    readonly existing: Set<string>,
  ) {}

  static async in(folder: string, load: Load): Promise<Stacks> {
    const envVars = {
      CIPHERTRUST_MAX_CONCURRENCY: String(load.callsPerStack),
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const { secretsProvider } = load;
    const workspace = await automation.LocalWorkspace.create({ workDir: folder, envVars, secretsProvider });
    const names = (await workspace.listStacks()).map(({ name }) => name.split("/").at(-1)!);
    // Each of these would run the Pulumi command again, for every stack: which stacks exist is known, every command
    // names its stack, and nobody reads the outputs.
    workspace.selectStack = () => Promise.resolve();
    workspace.stackOutputs = () => Promise.resolve({});
    return new Stacks(workspace, load, new Set(names));
  }

  /** Never rejects. An aborted operation ends as Pulumi ends on Ctrl-C. */
  async run(name: string, mode: Mode, signal: AbortSignal): Promise<Outcome> {
    const problems = new Set<string>();
    let changes: Record<string, number> = {};
    const onEvent = ({ diagnosticEvent, policyEvent, summaryEvent }: automation.EngineEvent): void => {
      if (policyEvent?.enforcementLevel === "mandatory")
        problems.add(`${policyEvent.policyName}: ${plain(policyEvent.message)}`);
      const problem = diagnosticEvent?.severity === "error" ? plain(diagnosticEvent.message) : "";
      if (problem !== "" && problem !== "update failed") problems.add(problem);
      if (summaryEvent) changes = changed(summaryEvent.resourceChanges);
    };
    // A signal of its own: listeners that Pulumi adds are never removed.
    const options = { onEvent, signal: AbortSignal.any([signal]), parallel: this.load.callsPerStack };
    try {
      const stack = await this.open(name);
      if (mode === "up") await stack.up(options);
      else await stack.preview({ ...options, refresh: mode === "drift" });
      return { kind: "done", changes, problems: [] };
    } catch (error) {
      if (problems.size === 0) problems.add(explained(name, error));
      return { kind: [...problems].some(isRefusal) ? "refused" : "failed", changes, problems: [...problems] };
    }
  }

  private async open(name: string): Promise<automation.Stack> {
    const open = this.existing.has(name) ? automation.Stack.select : automation.Stack.create;
    const stack = await open(name, this.workspace);
    this.existing.add(name);
    // `up` ends with one more command that reads the history.
    stack.info = () => Promise.resolve(undefined);
    return stack;
  }
}

/** References to other stacks are read; everything else that is not the same has changed. */
function changed(resources: automation.OpMap): Record<string, number> {
  return Object.fromEntries(Object.entries(resources).filter(([what]) => what !== "same" && what !== "read"));
}

/** Without Pulumi's markup for colors, and without where in the program an error was thrown. */
const plain = (message: string): string =>
  message
    .replaceAll(/<\{%[^%]*%\}>/g, "")
    .replaceAll(/^ +at .*$\n?/gm, "")
    .trim();

/**
 * The service had too many requests: what was done stays done, and the rest can be tried again
 * later.
 */
const isRefusal = (problem: string): boolean => /responded with (429|503)\b/.test(problem);

/** What a command says that did not get as far as the stack's resources. */
function explained(stack: string, error: unknown): string {
  if (error instanceof automation.ConcurrentUpdateError)
    return `another update has locked the stack. If none is running, run: pulumi cancel --stack ${stack}`;
  const text = error instanceof Error ? error.message : String(error);
  const [line] = text.match(/^error: .*$/m) ?? [text.trim().split("\n").at(-1)];
  return line ?? text;
}
