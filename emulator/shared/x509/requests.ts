import "reflect-metadata";
import type { KeyObject } from "node:crypto";
import { isIP } from "node:net";
import { AsnConvert } from "@peculiar/asn1-schema";
import { Attributes as RequestAttributes, CertificationRequest, CertificationRequestInfo } from "@peculiar/asn1-csr";
import { Attribute, Extension, Extensions, Name as AsnName, SubjectPublicKeyInfo } from "@peculiar/asn1-x509";
import {
  PemConverter,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  type JsonGeneralNames,
  type Name,
} from "@peculiar/x509";
import { invalid } from "../../core/errors";
import type { Fields } from "../../core/fields";
import { exact, isSigned, publicHalf, signatureOf } from "./keys";

/** What a certificate signing request asks for. */
export interface CertificateRequest {
  readonly subject: Name;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: ArrayBuffer;
  readonly alternativeNames: JsonGeneralNames;
}

const extensionRequest = "1.2.840.113549.1.9.14";

/** A request in PEM, checked: it must parse, and be signed by the key it asks for. */
export function readRequest(field: string, pem: string): CertificateRequest {
  const csr = parse(field, pem);
  const asn = AsnConvert.parse(csr.rawData, CertificationRequest);
  const content = asn.certificationRequestInfoRaw ?? AsnConvert.serialize(asn.certificationRequestInfo);
  const publicKey = csr.publicKey.rawData;
  if (!isSigned(content, csr.signature, asn.signatureAlgorithm.algorithm, publicKey)) {
    throw invalid(`${field} is not signed by the key that it contains`);
  }
  const names = csr.extensions.find((extension) => extension instanceof SubjectAlternativeNameExtension);
  const alternativeNames = names instanceof SubjectAlternativeNameExtension ? names.names.toJSON() : [];
  return { subject: csr.subjectName, publicKey, alternativeNames };
}

function parse(field: string, pem: string): Pkcs10CertificateRequest {
  try {
    const [block, ...others] = PemConverter.decodeWithHeaders(pem);
    if (block === undefined || others.length > 0 || !block.type.endsWith("CERTIFICATE REQUEST")) throw new Error();
    return new Pkcs10CertificateRequest(block.rawData);
  } catch {
    throw invalid(`${field} must be one certificate signing request in PEM`);
  }
}

/** A request for that name, signed by its key; PEM. */
export function writeRequest(subject: Name, key: KeyObject, alternativeNames: JsonGeneralNames): string {
  const { algorithm, over } = signatureOf(key);
  const info = new CertificationRequestInfo({
    subject: AsnConvert.parse(subject.toArrayBuffer(), AsnName),
    subjectPKInfo: AsnConvert.parse(exact(publicHalf(key)), SubjectPublicKeyInfo),
    attributes: new RequestAttributes(alternativeNames.length === 0 ? [] : [asAttribute(alternativeNames)]),
  });
  const signature = over(AsnConvert.serialize(info));
  const request = new CertificationRequest({
    certificationRequestInfo: info,
    signatureAlgorithm: algorithm,
    signature,
  });
  return `${PemConverter.encode(AsnConvert.serialize(request), "CERTIFICATE REQUEST")}\n`;
}

function asAttribute(names: JsonGeneralNames): Attribute {
  const extension = AsnConvert.parse(new SubjectAlternativeNameExtension(names).rawData, Extension);
  return new Attribute({ type: extensionRequest, values: [AsnConvert.serialize(new Extensions([extension]))] });
}

/** `dnsNames`, `emailAddresses` and `ipAddresses` of a request. */
export function readAlternativeNames(body: Fields): JsonGeneralNames {
  const addresses = body.texts("ipAddresses") ?? [];
  const odd = addresses.find((address) => isIP(address) === 0);
  if (odd !== undefined) throw invalid(`ipAddresses: "${odd}" is no IP address`);
  return [
    ...(body.texts("dnsNames") ?? []).map((value) => ({ type: "dns" as const, value })),
    ...(body.texts("emailAddresses") ?? []).map((value) => ({ type: "email" as const, value })),
    ...addresses.map((value) => ({ type: "ip" as const, value })),
  ];
}
