/** How many requests the provider may send: the one place that says so. */
export const limits = {
  toCreate: { connection: 2, container: 1, key: 1, schedule: 1 },
  /** To know which service responds, before anything is changed there: once a process. */
  perChange: 1,
  /** The same before the first object of a stack is made, whose state all others are compared with. */
  perFirstChange: 2,
  /** A read of the object's mark, and the DELETE. */
  toDelete: 2,
  /** A read of a deleted object where its list is long: a response alone proves nothing. */
  toLook: 1,
  logins: 1,
} as const;

/**
 * For a refresh where the service holds these resources of one type and hardly any others: 20 for
 * 1000.
 */
export const toReadAll = (resources: number): number => 20 * Math.ceil(resources / 1000);

/** For a refresh where the service holds many times as many of the type: 1100 for 1000. */
export const toReadSome = (resources: number): number => Math.ceil(1.1 * resources);

/** Pages for deletes of so many objects of one type: those that run at the same time share one. */
export const toLookInList = (deleted: number): number => Math.ceil(deleted / 2);
