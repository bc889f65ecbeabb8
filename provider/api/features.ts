/**
 * The licensed feature that a part of the API belongs to, for the advice in errors; `undefined` for
 * parts without one.
 */
export function featureAt(path: string): string | undefined {
  return path.startsWith("/cckm/") ? "CCKM" : undefined;
}
