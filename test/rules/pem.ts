import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";

/** PEM samples: a certificate, and a certificate signing request for the same key, which nobody has. */

export const certificate = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUQiIQdc8DzaTPSy4DnA/qnPT+/BwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJU2FtcGxlIENBMCAXDTI2MTEyMTA5NDUxN1oYDzIxMjYxMDI4
MDk0NTE3WjAUMRIwEAYDVQQDDAlTYW1wbGUgQ0EwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ/WwfItx8RQBb2zuBnW/CBOd+IhCtA/0vflrOTyweC/4A2YmHs0IUz
FGHSQ3/chiRwSVy/2YSbxJiqOjuvopj9o1MwUTAdBgNVHQ4EFgQUewg50nN1pDRa
cN/bqxwmPGc6SNQwHwYDVR0jBBgwFoAUewg50nN1pDRacN/bqxwmPGc6SNQwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAcBcy+jhP/2nnEcz08O/kA
fS6eQjh5L4HnybhhkKeZkwIhAJawO2a9d3nMFCVe1MOiAVjOsuDtlQCknsv+v8nB
wtP0
-----END CERTIFICATE-----
`;

export const request = `-----BEGIN CERTIFICATE REQUEST-----
MIHLMHMCAQAwETEPMA0GA1UEAwwGc2FtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEP1sHyLcfEUAW9s7gZ1vwgTnfiIQrQP9L35azk8sHgv+ANmJh7NCFMxRh
0kN/3IYkcElcv9mEm8SYqjo7r6KY/aAAMAoGCCqGSM49BAMCA0gAMEUCIQC02ogy
lD0GCdVn+kMPweRA/U4AMiU615vXlYJ/M/XVoAIgKSkCnYwSI0XXBxKCu0IozmLB
eP0s7GWkrZ+SMDETjyg=
-----END CERTIFICATE REQUEST-----
`;

const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Another one in every run. */
export const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** That of its public half, in the form of Oracle Cloud. */
export const fingerprint = createHash("md5")
  .update(pair.publicKey.export({ type: "spki", format: "der" }))
  .digest("hex")
  .match(/../g)!
  .join(":");

/**
 * The sample certificate for another key on P-256, whose private half is given as PEM. Its
 * signature is that of the sample.
 */
export function certificateFor(key: string): string {
  const publicHalf = (pem: string) => createPublicKey(pem).export({ type: "spki", format: "der" }).toString("latin1");
  const [own, other] = [certificate, key].map(publicHalf) as [string, string];
  const raw = new X509Certificate(certificate).raw.toString("latin1").replace(own, () => other);
  return new X509Certificate(Buffer.from(raw, "latin1")).toString();
}
