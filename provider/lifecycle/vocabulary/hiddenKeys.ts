/**
 * Every hidden key of inputs and states. No argument or output begins with two underscores: the
 * SDK, the hosts and the lifecycle store here what a program does not write.
 */

/** In inputs and states of dynamic resources: the reference to the code of the provider. */
export const providerKey = "__provider";

/** The URN of the resource. Pulumi's host for dynamic providers tells none, so its class sends it. */
export const urnKey = "__urn";

/** In inputs: the options of the resource that affect its object, and the organization of its stack. */
export const optionsKey = "__options";

/** In inputs: the name was not written. It defaulted to that of the resource in its program. */
export const filledInKey = "__named";

/** The name that an object was created with, while the service returns another. */
export const givenNameKey = "__name";

/** The service and the domain that have the object. */
export const serviceKey = "__service";

/**
 * When this provider made or changed the object, in milliseconds since the epoch by the service's
 * clock; 0 if an earlier version did. A state without it comes from a version that believed every
 * response: ids in it that a rotation changes are confirmed first.
 */
export const changedKey = "__changed";

/**
 * The inputs with a default of the service that the program wrote: they look the same in a
 * response, written or not.
 */
export const writtenKey = "__written";

/**
 * The state was made by an import, and no update has followed: no response shows how it was
 * created.
 */
export const importedKey = "__imported";

/**
 * The stack, and its backend, that the program has confirmed as the object's, or that has made an
 * object which carries no mark.
 */
export const confirmedKey = "__confirmed";

/**
 * The id by which the program took the object over, where the object has another one, such as after
 * a rotation; `true` where the program gave none.
 */
export const adoptedKey = "__adopted";

/** The objects that this one replaces, as long as they have what it is to take over. */
export const formersKey = "__formers";

/**
 * What an object that ends has given to its replacement: a node that lags behind may still show it
 * there.
 */
export const givenKey = "__given";
