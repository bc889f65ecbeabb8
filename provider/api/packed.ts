import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Wire } from "./transport";

/** Records of one kind resemble each other: some 25 together take little more room than one. */
const together = 25;

/** Records by their ids, in little memory. Each that is returned is a copy, which belongs to the caller. */
export class Packed {
  private readonly packs: { ids: string[]; data: Buffer }[] = [];
  private readonly places = new Map<string, { pack: number; at: number }>();

  /** A later record with the same id replaces the earlier one. */
  add(records: ReadonlyMap<string, Wire>): void {
    const all = [...records];
    for (let start = 0; start < all.length; start += together) {
      const some = all.slice(start, start + together);
      const ids = some.map(([id]) => id);
      const data = deflateRawSync(JSON.stringify(some.map(([, record]) => record)), { level: 1 });
      const pack = this.packs.push({ ids, data }) - 1;
      for (const [at, id] of ids.entries()) this.places.set(id, { pack, at });
    }
  }

  has(id: string): boolean {
    return this.places.has(id);
  }

  get size(): number {
    return this.places.size;
  }

  get(id: string): Wire | undefined {
    const place = this.places.get(id);
    return place && this.unpack(place.pack)[place.at];
  }

  /** Each with its id. */
  *all(): Iterable<readonly [Wire, string]> {
    for (const [pack, { ids }] of this.packs.entries()) {
      const records = this.unpack(pack);
      for (const [at, id] of ids.entries()) if (this.places.get(id)!.pack === pack) yield [records[at]!, id];
    }
  }

  private unpack(pack: number): Wire[] {
    return JSON.parse(inflateRawSync(this.packs[pack]!.data).toString()) as Wire[];
  }
}
