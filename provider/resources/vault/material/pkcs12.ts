/** Finds the private key in a PKCS#12 file (RFC 7292), still encrypted. */

interface Element {
  readonly tag: number;
  /** With its tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** `pkcs8ShroudedKeyBag`, the type of a bag with an encrypted private key. */
const shroudedKeyBag = Buffer.from("060b2a864886f70d010c0a0102", "hex");
const sequence = 0x30;
const octets = 0x04;
const indefinite = 0x80;
/** Set in the tag of an element that consists of others. */
const constructed = 0x20;

/**
 * The encrypted private key, as PKCS#8; `elsewhere` if the file keeps it in another way,
 * `unreadable` for any other file.
 */
export function lockedKeyIn(file: Buffer): Buffer | "elsewhere" | "unreadable" {
  const [tag, length] = file;
  // Some programs write files of an indefinite length, which only a complete reader of BER follows.
  if (tag === sequence && length === indefinite) return "elsewhere";
  const [outer, ...more] = elementsIn(file);
  if (outer?.tag !== sequence || more.length > 0) return "unreadable";
  return bagIn(outer.content) ?? "elsewhere";
}

function bagIn(content: Buffer): Buffer | undefined {
  const elements = elementsIn(content);
  const [type, value] = elements;
  if (type?.whole.equals(shroudedKeyBag)) return value?.content;
  for (const { tag, content: inner } of elements) {
    const found = (tag & constructed) !== 0 || tag === octets ? bagIn(inner) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The elements of a DER encoding, one after the other; none if it is not one. */
function elementsIn(bytes: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const next = elementAt(bytes, at);
    if (!next) return [];
    found.push(next);
    at += next.whole.length;
  }
  return found;
}

function elementAt(bytes: Buffer, at: number): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) return undefined;
  const long = first > 0x7f ? first & 0x7f : 0;
  // No length, or one that no file has.
  if (first === indefinite || long > 4 || at + 2 + long > bytes.length) return undefined;
  const length = long === 0 ? first : bytes.readUIntBE(at + 2, long);
  const end = at + 2 + long + length;
  if (end > bytes.length) return undefined;
  return { tag, whole: bytes.subarray(at, end), content: bytes.subarray(at + 2 + long, end) };
}
