/** A problem that the user can fix; shown without a stack trace. */
export class UserError extends Error {}

/** A mistake in the arguments of a command; nothing was run. */
export class UsageError extends UserError {}
