import { continuesOnError, engineArguments, isDestroy } from "./engineCommand";
import type { RunLog } from "./runLog";

/**
 * The run of the engine that this process belongs to, and whether it may end key material. After a
 * failure, the resource that should have taken over an object may be missing, and the engine may
 * then delete the object.
 */
export class Run {
  private failed: string | undefined;
  private args: { readonly known: readonly string[] | undefined } | undefined;

  /**
   * `shared` is what the processes of this run tell each other; `read` reads the engine's
   * arguments.
   */
  constructor(
    private readonly shared: Pick<RunLog, "begin" | "fail" | "failure"> | undefined,
    private readonly read: () => readonly string[] | undefined = engineArguments,
  ) {}

  /**
   * Does work whose failure counts in all processes of the run. `tried` is a clause such as
   * `creating VaultKey "orders"`.
   */
  async attempt<T>(tried: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.fail(tried);
      throw error;
    }
  }

  /** Before anything changes: throws if this process could not tell the others what fails in it. */
  begin(): void {
    this.shared?.begin();
  }

  fail(tried: string): void {
    if (this.failed !== undefined) return;
    this.failed = tried;
    try {
      this.shared?.fail(tried);
    } catch {
      // The failure itself is what the user has to know, and may carry an object that must be recorded.
    }
  }

  /** Why nothing that holds key material may end in this run, and what to do; `undefined` if it may. */
  keepsKeys(): string | undefined {
    const args = (this.args ??= { known: this.read() }).known;
    if (args && isDestroy(args)) return undefined;
    const failed = this.failed ?? this.shared?.failure();
    const continues = continuesOnError(args);
    if (failed !== undefined)
      return `${failed} has failed in this run. ${untouched} Fix that, then run \`pulumi up\` again${continues ? without : ""}.`;
    if (continues === undefined) return `${untold} ${untouched} ${toTell}`;
    if (!continues) return undefined;
    return `with --continue-on-error (PULUMI_CONTINUE_ON_ERROR), Pulumi also deletes what a failed or skipped resource should continue with. ${untouched} Run \`pulumi up\` again${without}.`;
  }
}

const untold =
  "nothing tells whether Pulumi goes on after a failure (--continue-on-error): here, the command line of its engine cannot be read.";
const toTell =
  "Set PULUMI_CONTINUE_ON_ERROR=false to let keys end, or =true to go on after failures and keep them all; then run the command again, " +
  "without --continue-on-error.";
const untouched = "Nothing was deleted.";
const without = ", without --continue-on-error";
