/**
 * Whether a job that shows this status has not ended: some clouds spell it with an underscore,
 * others with a blank.
 */
export const isRunning = (status: unknown): boolean => /^in[ _]progress$/i.test(String(status));
