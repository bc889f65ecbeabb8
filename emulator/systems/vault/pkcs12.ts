import { createPrivateKey, type KeyObject } from "node:crypto";

/** PKCS#12 (RFC 7292), as far as it holds one encrypted private key. */

/** The object identifier of a bag whose value is such a key. */
const shrouded = "060b2a864886f70d010c0a0102";

/** One value of a DER encoding: where it begins, where its contents do, and where it ends. */
interface Value {
  readonly begin: number;
  readonly start: number;
  readonly end: number;
}

function valueAt(bytes: Buffer, begin: number): Value {
  const short = bytes.readUInt8(begin + 1);
  const more = short < 128 ? 0 : short - 128;
  const start = begin + 2 + more;
  const end = start + (more === 0 ? short : bytes.readUIntBE(begin + 2, more));
  if (end > bytes.length || short === 128) throw new RangeError("not a value");
  return { begin, start, end };
}

/** The private key of the file; undefined when there is none that the password opens. */
export function privateKeyIn(file: Buffer, passphrase: string): KeyObject | undefined {
  for (let at = file.indexOf(shrouded, 0, "hex"); at >= 0; at = file.indexOf(shrouded, at + 1, "hex")) {
    try {
      const outer = valueAt(file, valueAt(file, at).end);
      const key = file.subarray(outer.start, outer.end);
      return createPrivateKey({ key, format: "der", type: "pkcs8", passphrase });
    } catch {
      // Another password, or the same bytes by chance.
    }
  }
  return undefined;
}
