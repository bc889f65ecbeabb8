/** What uploads the user's own material into keys whose holder can make material as well. */
export interface Upload {
  /** Properties of a key that name a source; with one of them, its material was uploaded. */
  readonly by: readonly string[];
  /** The property that is true for a key that takes uploaded material only. */
  readonly only?: string;
  /** How to upload material of another source: a clause. */
  readonly again: string;
}
