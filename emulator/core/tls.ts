import "reflect-metadata";
import { randomBytes, webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { day } from "./time";

/** The identity of one emulator, as PEM; made once and kept with its data. */
export interface TlsIdentity {
  readonly caCertificate: string;
  readonly caKey: string;
  readonly certificate: string;
  readonly key: string;
}

const curve = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const lifetime = 10 * 365 * day;

/**
 * Makes a certificate authority and a server certificate for this machine's own names and
 * addresses, and those given.
 */
export async function createTlsIdentity(hosts: readonly string[]): Promise<TlsIdentity> {
  x509.cryptoProvider.set(webcrypto);
  const notBefore = new Date(Date.now() - day);
  const validity = { notBefore, notAfter: new Date(notBefore.getTime() + lifetime), signingAlgorithm: curve };
  const caKeys = await newKeys();
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: serialNumber(),
    name: "C=US, ST=TX, L=Austin, O=Thales, CN=CipherTrust Root CA",
    keys: caKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    serialNumber: serialNumber(),
    subject: "O=Thales, CN=web.ciphertrustmanager.local",
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    extensions: await serverExtensions(hosts, keys.publicKey, authority),
  });
  return {
    caCertificate: authority.toString("pem"),
    caKey: await privatePem(caKeys.privateKey),
    certificate: certificate.toString("pem"),
    key: await privatePem(keys.privateKey),
  };
}

async function serverExtensions(
  hosts: readonly string[],
  publicKey: webcrypto.CryptoKey,
  authority: x509.X509Certificate,
): Promise<x509.Extension[]> {
  const names: x509.JsonGeneralNames = [
    { type: "dns", value: "localhost" },
    { type: "ip", value: "127.0.0.1" },
    { type: "ip", value: "::1" },
  ];
  const known = ["localhost", "127.0.0.1", "::1", "0.0.0.0", "::"];
  for (const host of new Set(hosts)) {
    if (!known.includes(host)) names.push({ type: /^[\d.]+$|:/.test(host) ? "ip" : "dns", value: host });
  }
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(names),
    await x509.SubjectKeyIdentifierExtension.create(publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
  ];
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(curve, true, ["sign", "verify"]);
}

/** Positive and never zero, as RFC 5280 wants it. */
function serialNumber(): string {
  return `01${randomBytes(15).toString("hex")}`;
}

async function privatePem(key: webcrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY");
}
