/** Hidden properties that tell what became of the name of a resource. */

/** Set beside an input that was not written, but filled in with the name of the resource in its program. */
export const filledInKey = "__named";

/** Where inputs and state keep the name that an object was given when it was made, while the service shows another. */
export const givenNameKey = "__name";
