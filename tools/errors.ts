/** A mistake or a lack that the user can put right; shown without a stack trace. */
export class UserError extends Error {}
