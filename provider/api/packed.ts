import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Wire } from "./transport";

/** Records of one kind resemble each other: some 25 together take little more room than one. */
const together = 25;

/**
 * Records by their ids, in little memory. Each that is returned is a copy, which belongs to the
 * caller.
 */
export class Packed {
  private readonly packs: { ids: string[]; data: Buffer }[] = [];
  private readonly places = new Map<string, { pack: number; at: number }>();
  private unpacked: { pack: number; records: readonly string[] } | undefined;

  /** A later record with the same id replaces the earlier one. */
  add(records: ReadonlyMap<string, Wire>): void {
    const all = [...records];
    for (let start = 0; start < all.length; start += together) {
      const some = all.slice(start, start + together);
      const ids = some.map(([id]) => id);
      const data = deflateRawSync(some.map(([, record]) => JSON.stringify(record)).join("\n"), { level: 1 });
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
    return place && (JSON.parse(this.unpack(place.pack)[place.at]!) as Wire);
  }

  /** Each with its id. */
  *all(): Iterable<readonly [Wire, string]> {
    for (const [pack, { ids }] of this.packs.entries()) {
      const records = this.unpack(pack);
      for (const [at, id] of ids.entries())
        if (this.places.get(id)!.pack === pack) yield [JSON.parse(records[at]!) as Wire, id];
    }
  }

  /** The records of a pack, each as JSON. The last pack is kept: the next read is often of it. */
  private unpack(pack: number): readonly string[] {
    if (this.unpacked?.pack !== pack) {
      const records = inflateRawSync(this.packs[pack]!.data).toString().split("\n");
      this.unpacked = { pack, records };
    }
    return this.unpacked.records;
  }
}
