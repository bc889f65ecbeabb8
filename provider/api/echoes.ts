/** Finds secrets in a string, whole or from their beginning, in any encoding. */

/** A match of this length with the beginning of a longer secret is not a coincidence. */
const telling = 12;
/** Fewer bytes may be the same by coincidence. */
const fewest = 8;
/** Nested encodings, such as JSON within JSON within a URL. */
const depth = 3;

/**
 * A fully decoded string, with the position of each of its characters, and of its end, in the
 * original.
 */
interface Plain {
  readonly text: string;
  readonly at: (place: number) => number;
}

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const spelled =
  /\\+(?:u([0-9a-f]{4})|x([0-9a-f]{2}))|((?:%[0-9a-f]{2})+)|&#(?:x([0-9a-f]{1,6})|(\d{1,7}));|&([a-z]+);|\\+([nrt])|\\+/gi;

function once({ text, at }: Plain): Plain {
  let [plain, last] = ["", 0];
  const places: number[] = [];
  const keep = (from: number, to: number) => {
    plain += text.slice(from, to);
    for (let place = from; place < to; place++) places.push(at(place));
  };
  for (const match of text.matchAll(spelled)) {
    const meant = meaningOf(match);
    if (meant === undefined) continue;
    keep(last, match.index);
    plain += meant;
    for (let count = 0; count < meant.length; count++) places.push(at(match.index));
    last = match.index + match[0].length;
  }
  keep(last, text.length);
  places.push(at(text.length));
  return { text: plain, at: (place) => places[place]! };
}

/**
 * The characters that one escape sequence stands for; backslashes alone stand for nothing, however
 * many they are.
 */
function meaningOf(match: RegExpMatchArray): string | undefined {
  const [, unicode, byte, percent, hex, decimal, name, control] = match;
  const code = Number.parseInt(unicode ?? byte ?? hex ?? "", 16) || Number(decimal ?? Number.NaN);
  if (code <= 0xffff) return String.fromCharCode(code);
  if (percent !== undefined) return Buffer.from(percent.replaceAll("%", ""), "hex").toString("utf8");
  if (control !== undefined) return controls[control.toLowerCase()];
  if (name !== undefined) return named[name.toLowerCase()];
  return Number.isNaN(code) ? "" : undefined;
}

/** Case is ignored. Per character where `toLowerCase` of a whole string may change its length. */
const lower = (text: string) =>
  beyondAscii.test(text)
    ? Array.from({ length: text.length }, (_, at) => lowered(text[at]!)).join("")
    : text.toLowerCase();
const beyondAscii = /[\u0080-\uffff]/;
const lowered = (one: string) => (one.toLowerCase().length === 1 ? one.toLowerCase() : one);

function plainly(text: string): Plain {
  let plain: Plain = { text, at: (place) => place };
  for (let level = 0; level < depth && /[\\%&]/.test(plain.text); level++) plain = once(plain);
  return { text: lower(plain.text), at: plain.at };
}

/** Words that are long enough to hold a secret in base64, or in hexadecimal digits, also in groups. */
const encoded = /(?:[0-9a-f]{2,8}[: ]){3,}[0-9a-f]{2,8}|[A-Za-z0-9+/_-]{12,}={0,2}/gi;

/**
 * The string with every secret, in any encoding, replaced by `instead`; matches shorter than
 * `shortest` are ignored.
 */
export function withoutEchoes(text: string, secrets: readonly string[], shortest: number, instead: string): string {
  // All keys have the same first line.
  const own = secrets.filter((one) => !one.startsWith("-----BEGIN"));
  const wanted = [...new Set(own.map((one) => plainly(one).text))].filter((one) => one.length >= shortest);
  const bytes = secrets.flatMap(bytesIn);
  if (wanted.length + bytes.length === 0) return text;
  const decoded = text.replace(encoded, (word) => (holds(word, wanted, bytes) ? instead : word));
  const plain = plainly(decoded);
  let [result, last] = ["", 0];
  for (const [from, to] of echoesIn(plain.text, wanted)) {
    const [start, end] = [plain.at(from), plain.at(to)];
    // Where a secret begins with one character again and again, matches overlap.
    if (start >= last) result += decoded.slice(last, start) + instead;
    last = Math.max(last, end);
  }
  return result + decoded.slice(last);
}

function holds(word: string, wanted: readonly string[], bytes: readonly Buffer[]): boolean {
  // Where the word begins before the encoded secret, its bytes are shifted.
  const readings = [0, 1, 2, 3].map((shift) => Buffer.from(word.slice(shift), "base64"));
  const digits = word.replace(/[: ]/g, "");
  if (hexadecimal.test(digits)) readings.push(Buffer.from(digits, "hex"));
  return readings.some(
    (one) =>
      echoesIn(plainly(one.toString("utf8")).text, wanted).length > 0 ||
      bytes.some((secret) => one.includes(secret.subarray(0, telling))),
  );
}

const hexadecimal = /^(?:[0-9a-f]{2})+$/i;

/** The bytes that a secret may be written for, in hexadecimal digits or base64: a key's. */
function bytesIn(secret: string): Buffer[] {
  const written = secret.replace(/-----[^-]+-----|\s/g, "");
  const readings = [
    ...(hexadecimal.test(written) ? [Buffer.from(written, "hex")] : []),
    ...(/^[\w+/-]+={0,2}$/.test(written) ? [Buffer.from(written, "base64")] : []),
  ];
  return readings.filter(({ length }) => length >= fewest);
}

/** Where secrets stand, whole or from their beginning, in their order. */
function echoesIn(text: string, wanted: readonly string[]): [number, number][] {
  const found = wanted.flatMap((secret): [number, number][] => {
    const beginning = secret.slice(0, telling);
    const places: [number, number][] = [];
    for (let from = text.indexOf(beginning); from >= 0; from = text.indexOf(beginning, from + 1)) {
      let length = beginning.length;
      while (length < secret.length && text[from + length] === secret[length]) length++;
      places.push([from, from + length]);
    }
    return places;
  });
  return found.sort(([a, x], [b, y]) => a - b || y - x);
}
