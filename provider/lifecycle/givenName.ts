/** Hidden properties that record how the name of a resource was determined. */

/** Set for an input that was not written but defaulted to the name of the resource in its program. */
export const filledInKey = "__named";

/**
 * Where inputs and state keep the name that an object was created with, while the service returns
 * another.
 */
export const givenNameKey = "__name";
