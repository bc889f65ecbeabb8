export interface LockOptions {
  /** Ends the wait for somebody else's lock. */
  signal?: AbortSignal;
  /** Called once, with the owner's process id, if the lock is not free. */
  onWait?: (pid: number | undefined) => void;
}

/**
 * Does the work while no other process holds the same lock file; a lock whose owner has died is
 * free.
 */
export function withLock<T>(file: string, work: () => Promise<T>, options?: LockOptions): Promise<T>;
