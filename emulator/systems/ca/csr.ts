import type { Call } from "../../core/scope";
import { newKey, privatePem, readPrivateKey, readSpec } from "../../shared/x509/keys";
import { checkName, nameOf, readName } from "../../shared/x509/names";
import { readAlternativeNames, writeRequest } from "../../shared/x509/requests";

const ciphers = { AES256: "aes-256-cbc", AES192: "aes-192-cbc", AES128: "aes-128-cbc", TDES: "des-ede3-cbc" };

/** A request and its key, neither of which the service keeps. */
export function makeRequest({ body }: Call): object {
  const subject = nameOf(checkName(readName(body)));
  const algorithm = body.choice("encryptionAlgo", ["AES256", "AES192", "AES128", "TDES"]) ?? "AES256";
  const password = body.text("password");
  const own = body.text("privateKeyBytes");
  const key = own === undefined ? newKey(readSpec(body)) : readPrivateKey("privateKeyBytes", own, password);
  const csr = writeRequest(subject, key, readAlternativeNames(body));
  return { csr, key: privatePem(key, password === undefined ? undefined : { cipher: ciphers[algorithm], password }) };
}
