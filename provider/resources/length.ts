/** The message about a string that is too long, which says how long it is; `limit` is a clause. */
export const tooLong = (limit: string) => ({
  error: ({ input }: { readonly input?: unknown }): string => `has ${String(input).length} characters; ${limit}`,
});
