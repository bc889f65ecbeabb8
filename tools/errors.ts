/** A problem that the user can fix; shown without a stack trace. */
export class UserError extends Error {}
