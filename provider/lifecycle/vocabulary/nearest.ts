/** The name that was probably meant: the closest one, within two edits, or one for a short word. */
export function nearestOf(property: string, known: readonly string[]): string | undefined {
  const far = (key: string) => distance(key.toLowerCase(), property.toLowerCase());
  const most = property.length < 5 ? 1 : 2;
  const [nearest] = known.filter((key) => far(key) <= most).sort((a, b) => far(a) - far(b));
  return nearest;
}

/**
 * What to write instead of an unknown name: the one that was probably meant, or else what there is.
 * `all` says what the names are.
 */
export function hintFor(name: string, known: readonly string[], all: string): string {
  const nearest = nearestOf(name, known);
  return nearest === undefined ? `its ${all} are ${known.join(", ")}` : `did you mean "${nearest}"?`;
}

/** Edit distance, for "did you mean". */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

/** The name of a type in a sentence. */
export function withArticle(type: string): string {
  return `${/^[AEIO]/.test(type) ? "an" : "a"} ${type}`;
}
