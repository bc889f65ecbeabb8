import { body, choice, integer, text } from "../../core/body";
import { invalid } from "../../core/errors";
import type { Call } from "../../core/scope";
import { newKey } from "../../shared/x509/keys";
import { checkName, nameOf, readName } from "../../shared/x509/names";
import { readAlternativeNames, writeRequest } from "../../shared/x509/requests";

const request = body({ name: text.required, algorithm: choice(["RSA"]).or("RSA"), size: integer().or(2048) });
const sizes = [1024, 2048, 4096];

/** A request for the certificate of a connection, whose key stays in the service. */
export function makeRequest({ body: sent }: Call): object {
  const { algorithm, size } = request(sent);
  if (!sizes.includes(size)) throw invalid(`size must be one of ${sizes.join(", ")}, not ${size}`);
  const subject = nameOf(checkName(readName(sent)));
  return { csr: writeRequest(subject, newKey({ algorithm, size }), readAlternativeNames(sent)) };
}
