/** "1 key", "2 keys". */
export const counted = (count: number | bigint, noun: string): string => `${count} ${plural(count, noun)}`;

/** The noun alone, as it follows that number. */
export const plural = (count: number | bigint, noun: string): string => (Number(count) === 1 ? noun : `${noun}s`);

/** "1 is allowed", "2 days are allowed". */
export const allowed = (limit: number, noun?: string): string =>
  `${noun === undefined ? limit : counted(limit, noun)} ${areOrIs(limit)} allowed`;

export const areOrIs = (count: number): string => (count === 1 ? "is" : "are");
