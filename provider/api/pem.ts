import { createPrivateKey, X509Certificate } from "node:crypto";

/**
 * The one reader of PEM: blocks are compared, checked and sent; the text around them is skipped, as
 * RFC 7468 says.
 */

/** A kind of PEM content. */
export interface PemKind {
  /** Its name in messages. */
  readonly what: string;
  readonly labels: readonly string[];
  /** Throws if it cannot be read. */
  read?(text: string): unknown;
}

export const certificatePem: PemKind = {
  what: "certificate",
  labels: ["CERTIFICATE"],
  read: (text) => new X509Certificate(text),
};
export const privateKeyPem: PemKind = {
  what: "private key",
  labels: ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY"],
  read: createPrivateKey,
};
export const requestPem: PemKind = { what: "certificate signing request", labels: ["CERTIFICATE REQUEST"] };

/** Labels with another one that means the same (RFC 7468, sections 5.1 and 7; OpenSSL's own). */
const usualLabels: Readonly<Record<string, string>> = {
  "X509 CERTIFICATE": "CERTIFICATE",
  "TRUSTED CERTIFICATE": "CERTIFICATE",
  "NEW CERTIFICATE REQUEST": "CERTIFICATE REQUEST",
};

interface PemBlock {
  readonly label: string;
  /** With the two lines around it, under its usual label. */
  readonly text: string;
}

function pemBlocks(text: string): PemBlock[] {
  return [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \1-----/gs)].map(([, name = "", body = ""]) => {
    const label = usualLabels[name] ?? name;
    const plain = [`-----BEGIN ${label}-----`, ...linesOf(body), `-----END ${label}-----`, ""].join("\n");
    return { label, text: label === "CERTIFICATE" ? certificateText(plain) : plain };
  });
}

/**
 * Where there is nothing but base64, its line breaks mean nothing: YAML indents them, and variables
 * have spaces instead.
 */
function linesOf(body: string): string[] {
  if (/^[\w+/=\s]*$/.test(body)) return withoutSpace(body).match(/.{1,64}/g) ?? [];
  // An empty line ends the headers of an encrypted key.
  return body
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim());
}

/** The certificate alone: OpenSSL may append what it is trusted for. */
function certificateText(plain: string): string {
  try {
    return new X509Certificate(plain).toString();
  } catch {
    return plain;
  }
}

export const isPem = (text: string): boolean => text.includes("-----BEGIN ");

/**
 * The blocks of some kinds, one after the other; a text without any, and one with nothing else that
 * all can read, as it is.
 */
export function pemText(text: string, ...kinds: readonly PemKind[]): string {
  const labels = kinds.flatMap((kind) => kind.labels);
  const blocks = pemBlocks(text).filter(({ label }) => labels.includes(label));
  const all = blocks.map((block) => block.text).join("");
  // What is cut off stays, to be told of.
  return all === "" || cutBlock(text) > 0 || (isReadByAll(text) && withoutSpace(all) === withoutSpace(text))
    ? text
    : all;
}

/** Lines of their own, neither indented nor longer than OpenSSL reads them. */
const isReadByAll = (text: string): boolean =>
  !/^[ \t]+\S|-----BEGIN [A-Z0-9 ]+-----[^\r\n]|[^\r\n]-----END |^[^\r\n]{255}/m.test(text);

/** Equal for texts with the same blocks of these kinds. */
export function pemMeaning(text: string, ...kinds: readonly PemKind[]): string {
  return withoutSpace(pemText(text, ...kinds));
}

const withoutSpace = (text: string): string => text.replace(/\s/g, "");

/** How many blocks of a kind there are. */
export function pemCount(text: string, { labels }: PemKind): number {
  return pemBlocks(text).filter(({ label }) => labels.includes(label)).length;
}

/** What is there instead of what should be; never any of it. `undefined` if nothing is wrong. */
export function pemFlaw(text: string, { what, labels, read }: PemKind): string | undefined {
  const blocks = pemBlocks(text);
  const own = blocks.filter(({ label }) => labels.includes(label));
  const escapes = /\\[nr]/;
  const cut = cutBlock(text);
  if (cut > 0) return `a text that is cut off: PEM block ${cut} has no line -----END`;
  if (own.length > 0 && own.every((one) => !escapes.test(one.text) && isReadable(one.text, read))) return undefined;
  if (escapes.test(text)) return `a ${what} with \\n in place of its line breaks: write them as line breaks`;
  if (own.some((block) => block.text.includes("ENCRYPTED"))) return `an encrypted ${what}, not a plain one`;
  const broken = blocks.findIndex((one) => own.includes(one) && !isReadable(one.text, read)) + 1;
  if (own.length > 1) return `a ${what} that cannot be read (PEM block ${broken})`;
  const [other] = own.length > 0 ? [] : blocks.filter(({ label }) => /CERTIFICATE|KEY/.test(label));
  return other === undefined ? `no ${what}` : `no ${what}, but a ${other.label.toLowerCase()}`;
}

/** The first block, counted from 1, that has no end; 0 if there is none. */
const cutBlock = (text: string): number =>
  text
    .split("-----BEGIN ")
    .slice(1)
    .findIndex((block) => !block.includes("-----END ")) + 1;

function isReadable(text: string, read: PemKind["read"]): boolean {
  try {
    read?.(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the certificate, the first of a chain, belongs to the private key; both PEM. */
export function isFor(certificate: string, key: string, passphrase?: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey({ key, passphrase }));
}

/**
 * True if the private key belongs to none of the certificates. What Node cannot read or open proves
 * nothing.
 */
export function isForeignText(certificates: string, key: string, passphrase?: string): boolean {
  const all = pemBlocks(certificates).filter(({ label }) => certificatePem.labels.includes(label));
  try {
    const own = pemText(key, privateKeyPem);
    return all.length > 0 && !all.some(({ text }) => isFor(text, own, passphrase));
  } catch {
    return false;
  }
}
