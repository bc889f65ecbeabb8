/**
 * What the provider may cost at most: the one place that says so, for the benchmark and for the
 * test of what can be counted.
 */
export const targets = {
  /** `up` and `destroy`, over a provider that makes the same requests and does nothing else. */
  changesOverBare: 1.05,
  /** `preview --refresh`, over a provider that does nothing. */
  refreshOverEmpty: 1.1,
  /** The same, type checking included, over a TypeScript program with resources of `@pulumi/random`. */
  typescriptOverRandom: 1.15,
  /** What `preview --refresh` takes longer when every response takes 50 ms longer. */
  latencySeconds: 2,
  requestsToCreate: { connection: 2, container: 1, key: 1, schedule: 1 },
  /**
   * Of the keys of a container that can still be recovered: for all that are created there in the
   * same minute.
   */
  listsOfRecoverable: 1,
  /** For all containers of a connection together. */
  readinessChecks: 1,
  /** To know which service responds, before anything is changed there: once a process. */
  requestsPerChange: 1,
  /** The same before the first object of a stack is made, whose state all others are compared with. */
  requestsPerFirstChange: 2,
  /**
   * A look at the object's mark, the call, and a look at the object: a response alone proves
   * nothing.
   */
  requestsToDelete: 3,
  loginsPerProcess: 1,
  stateOverEmpty: 1.05,
  providerMiB: 200,
  /** What "flat" means: the peak with ten times as many resources, over the smaller one. */
  flat: 1.25,
  commandSeconds: 15,
  commandMiB: 300,
  /**
   * Objects that `adopt` reads by themselves, however many a list has, before it relies on the
   * list; see docs/adopt.md.
   */
  objectsCompared: 32,
  /** Of the emulator's own time, at 100 concurrent clients. */
  emulatorMsPerRequest: 1,
} as const;

/**
 * Requests of `preview --refresh` where the service holds these resources of one type and hardly
 * any others: 20 for a thousand.
 */
export const requestsToReadAll = (resources: number): number => 20 * Math.ceil(resources / 1000);

/**
 * Requests of `preview --refresh` where the service holds many times as many of the type: 1100 for
 * 1000.
 */
export const requestsToReadSome = (resources: number): number => Math.ceil(1.1 * resources);

/**
 * Requests that a list of so many items takes. Each page after the first begins with the last item
 * of the one before.
 */
export const pagesOf = (items: number): number => Math.max(1, Math.ceil((items - 1) / (pageSize - 1)));

/** Items on a page, as the provider requests them. */
const pageSize = 500;
