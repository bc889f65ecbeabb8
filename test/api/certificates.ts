import "reflect-metadata";
import { webcrypto, type webcrypto as WebCrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

/** Certificates in PEM format for TLS. */
export interface Identity {
  certificate: string;
  key: string;
}

export interface Authority {
  /** The CA's own certificate in PEM format. */
  certificate: string;
  /** Issues a server certificate for these host names. */
  issue(...hosts: string[]): Promise<Identity>;
  /** The same, but expired. */
  issueExpired(...hosts: string[]): Promise<Identity>;
  /** Another certificate in PEM format for the key of one that it issued. */
  reissue(identity: Identity, ...hosts: string[]): Promise<string>;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const hour = 3_600_000;
const life = () => ({ notBefore: new Date(Date.now() - hour), notAfter: new Date(Date.now() + hour) });

x509.cryptoProvider.set(webcrypto as unknown as Parameters<typeof x509.cryptoProvider.set>[0]);

const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);

async function pemOf(key: WebCrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY");
}

export async function makeAuthority(): Promise<Authority> {
  const keys = await makeKeys();
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=Test CA",
    keys: keys,
    signingAlgorithm: algorithm,
    ...life(),
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  const publicKeys = new Map<string, WebCrypto.CryptoKey>();
  const certify = async (publicKey: WebCrypto.CryptoKey, hosts: string[], ended?: Date): Promise<string> => {
    const issued = await x509.X509CertificateGenerator.create({
      subject: `CN=${hosts[0]}`,
      issuer: authority.subject,
      publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: algorithm,
      ...life(),
      ...(ended ? { notAfter: ended } : {}),
      extensions: [new x509.SubjectAlternativeNameExtension(hosts.map((value) => ({ type: "dns", value })))],
    });
    return issued.toString("pem");
  };
  return {
    certificate: authority.toString("pem"),
    async issue(...hosts) {
      const own = await makeKeys();
      const key = await pemOf(own.privateKey);
      publicKeys.set(key, own.publicKey);
      return { certificate: await certify(own.publicKey, hosts), key };
    },
    async issueExpired(...hosts) {
      const own = await makeKeys();
      const ended = new Date(Date.now() - hour / 2);
      return { certificate: await certify(own.publicKey, hosts, ended), key: await pemOf(own.privateKey) };
    },
    reissue: ({ key }, ...hosts) => certify(publicKeys.get(key)!, hosts),
  };
}
