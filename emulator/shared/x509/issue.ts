import "reflect-metadata";
import { type X509Certificate, createHash, randomBytes, type KeyObject } from "node:crypto";
import { AsnConvert } from "@peculiar/asn1-schema";
import * as asn from "@peculiar/asn1-x509";
import * as x509 from "@peculiar/x509";
import { exact, signatureOf } from "./keys";

/** What a certificate may be used for. */
type Purpose = "ca" | "client" | "server";

export interface Order {
  readonly subject: x509.Name;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: ArrayBuffer;
  readonly alternativeNames: x509.JsonGeneralNames;
  readonly purpose: Purpose;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/**
 * Who signs: the key, and the certificate that belongs to it (none when the order is for that very
 * certificate).
 */
export interface Signer {
  readonly key: KeyObject;
  readonly certificate?: string;
}

const usages: Readonly<Record<Purpose, x509.KeyUsageFlags>> = {
  ca: x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
  client: x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment,
  server: x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment,
};

/**
 * Signs a certificate; PEM. The library's own generator is asynchronous, and the emulator's calls
 * are transactions that run in one go: so its parts are put together here and node signs.
 */
export function issue(order: Order, signer: Signer): string {
  const { algorithm, over } = signatureOf(signer.key);
  const issuer = signer.certificate === undefined ? undefined : new x509.X509Certificate(signer.certificate);
  const content = new asn.TBSCertificate({
    version: asn.Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: asName(issuer?.subjectName ?? order.subject),
    validity: new asn.Validity({ notBefore: wholeSecond(order.notBefore), notAfter: wholeSecond(order.notAfter) }),
    subject: asName(order.subject),
    subjectPublicKeyInfo: AsnConvert.parse(order.publicKey, asn.SubjectPublicKeyInfo),
    extensions: new asn.Extensions(
      extensions(order, issuer).map(({ rawData }) => AsnConvert.parse(rawData, asn.Extension)),
    ),
  });
  const signatureValue = over(AsnConvert.serialize(content));
  const certificate = new asn.Certificate({ tbsCertificate: content, signatureAlgorithm: algorithm, signatureValue });
  return `${x509.PemConverter.encode(AsnConvert.serialize(certificate), "CERTIFICATE")}\n`;
}

function extensions(order: Order, issuer: x509.X509Certificate | undefined): x509.Extension[] {
  const isCa = order.purpose === "ca";
  const extended = { client: x509.ExtendedKeyUsage.clientAuth, server: x509.ExtendedKeyUsage.serverAuth };
  const own = keyIdentifier(order.publicKey);
  return [
    new x509.BasicConstraintsExtension(isCa, undefined, true),
    new x509.KeyUsagesExtension(usages[order.purpose], true),
    ...(order.purpose === "ca" ? [] : [new x509.ExtendedKeyUsageExtension([extended[order.purpose]])]),
    ...(order.alternativeNames.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(order.alternativeNames)]),
    new x509.SubjectKeyIdentifierExtension(own),
    new x509.AuthorityKeyIdentifierExtension(issuer === undefined ? own : identifierOf(issuer)),
  ];
}

/** The identifier that an issuer's certificate gives its key; some give none. */
function identifierOf(issuer: x509.X509Certificate): string {
  const given = issuer.getExtension(x509.SubjectKeyIdentifierExtension);
  return given?.keyId ?? keyIdentifier(issuer.publicKey.rawData);
}

/** RFC 5280, 4.2.1.2 (1): the SHA-1 of the key's bits. */
function keyIdentifier(publicKey: ArrayBuffer): string {
  const { subjectPublicKey } = AsnConvert.parse(publicKey, asn.SubjectPublicKeyInfo);
  return createHash("sha1").update(Buffer.from(subjectPublicKey)).digest("hex");
}

/** 16 bytes, positive and never zero. */
function serialNumber(): ArrayBuffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return exact(bytes);
}

const wholeSecond = (time: number): Date => new Date(Math.floor(time / 1000) * 1000);

const asName = (name: x509.Name): asn.Name => AsnConvert.parse(name.toArrayBuffer(), asn.Name);

/** True when the key of that CA certificate signed this one, and the names fit together. */
export function isIssuedBy(certificate: X509Certificate, ca: X509Certificate): boolean {
  return certificate.checkIssued(ca) && certificate.verify(ca.publicKey);
}
