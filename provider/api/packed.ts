import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Wire } from "./transport";

/** Records of one kind resemble each other: some 25 together take little more room than one. */
const together = 25;

/** Records by their ids, in little memory. */
export class Packed {
  private readonly packs: Buffer[] = [];
  private readonly places = new Map<string, { pack: number; at: number }>();

  /** A later record with the same id replaces the earlier one. */
  add(records: ReadonlyMap<string, Wire>): void {
    const all = [...records];
    for (let start = 0; start < all.length; start += together) {
      const some = all.slice(start, start + together);
      const pack = this.packs.push(deflateRawSync(JSON.stringify(some.map(([, record]) => record)), { level: 1 })) - 1;
      for (const [at, [id]] of some.entries()) this.places.set(id, { pack, at });
    }
  }

  has(id: string): boolean {
    return this.places.has(id);
  }

  get size(): number {
    return this.places.size;
  }

  /** A copy, which belongs to the caller. */
  get(id: string): Wire | undefined {
    const place = this.places.get(id);
    if (!place) return undefined;
    const records = JSON.parse(inflateRawSync(this.packs[place.pack]!).toString()) as Wire[];
    return records[place.at];
  }
}
