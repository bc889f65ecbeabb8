/** Items with the same key together, in the order in which the first of each comes. */
export function alike<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

/** A message without the quoted name in it: it is the same for all objects with that problem. */
export const withoutName = (words: string, name: string): string => words.replaceAll(`"${name}"`, '""');
