import type { Api } from "./client";
import { counted } from "./counted";
import { ApiError, isKind } from "./errors";

/**
 * Calls of one operation about several objects. One that others have to approve does not keep back
 * the next: they decide about all at once.
 */
export class Several {
  private readonly held: ApiError[] = [];

  get isHeld(): boolean {
    return this.held.length > 0;
  }

  /** Whether the call was carried out, and is not held. */
  async send(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      if (!isKind(error, "held")) throw error;
      this.held.push(error);
      return false;
    }
  }

  /** Throws if calls are held. */
  end(): void {
    const [first, ...others] = this.held;
    if (!first) return;
    if (others.length === 0) throw first;
    const each = this.held.map(({ facts: { quorum, call } }) => `quorum ${quorum!.id} (${call})`).join(", ");
    const message = `the service holds ${counted(this.held.length, "call")} until others approve them: ${each}`;
    throw new ApiError(message, { ...first.facts, call: "several calls" }, { cause: first });
  }
}

/**
 * Deletes all but the last of several objects, and none before all may be deleted: what others have
 * approved waits for what they have not. The last one is only asked for, as far as others decide.
 */
export async function deleteTogether(api: Api, paths: readonly string[], last: string): Promise<void> {
  const approved = new Set<string>();
  for (const path of [...paths, last]) if (await api.isApproved({ method: "DELETE", path })) approved.add(path);
  const several = new Several();
  for (const path of paths) if (!approved.has(path)) await several.send(() => api.delete(path));
  const isDecided = several.isHeld || paths.some((path) => approved.has(path));
  if (isDecided && !approved.has(last)) await several.send(() => api.delete(last));
  several.end();
  for (const path of paths) if (approved.has(path)) await api.delete(path);
}
