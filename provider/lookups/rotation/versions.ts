import type { Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { textAt, type RotationFacet } from "../../resources/rotation";

/** The versions in a list in which each is a record of its own. */
export class Versions {
  /** Ids of records that a newer version has replaced. */
  readonly old = new Set<string>();
  readonly #newest = new Map<string, { readonly id: string; readonly number: number }>();

  constructor(private readonly places: RotationFacet["versions"]) {}

  /** Notes a record; true if a newer version is known. */
  isOld(record: Wire): boolean {
    const of = this.places && textAt(record, this.places.of);
    if (of === undefined) return false;
    const one = { id: idIn(record), number: Number(record[this.places!.number]) || 0 };
    const other = this.#newest.get(of);
    const isOld = other !== undefined && other.number >= one.number;
    if (!isOld) this.#newest.set(of, one);
    const replaced = isOld ? one : other;
    if (replaced) this.old.add(replaced.id);
    return isOld;
  }
}
