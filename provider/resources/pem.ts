import * as z from "zod";
import { createPrivateKey } from "node:crypto";
import {
  certificatePem,
  isPem,
  isForeignText,
  pemCount,
  pemFlaw,
  pemMeaning,
  pemText,
  privateKeyPem,
  requestPem,
  type PemKind,
} from "../api/pem";
import type { Bag, Failure } from "../lifecycle/vocabulary/definition";
import { field } from "../lifecycle/vocabulary/field";
import { otherForm } from "./fileText";

/** Inputs that hold PEM: only their blocks are sent and compared, whatever text stands around them. */

type Flaw = (text: string) => string | undefined;

const checked = (schema: z.ZodString, flaw: Flaw) =>
  schema.superRefine((given, context) => {
    const message = flaw(given);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

function pemInput(kinds: readonly PemKind[], flaw: Flaw, otherwise: Flaw = notPem) {
  const text = z.string().overwrite((given) => pemText(given, ...kinds));
  return field(
    checked(text, (given) => (isPem(given) ? flaw(given) : otherwise(given))),
    { as: (given) => pemMeaning(given, ...kinds) },
  );
}

const notPem: Flaw = (text) =>
  `must be PEM text, with a line that begins with -----BEGIN; ${otherForm(text) ?? 'for a file, give its content: readFileSync("<path>", "utf8")'}`;

function mustBe(kind: PemKind): Flaw {
  return (text) => {
    const flaw = pemFlaw(text, kind);
    return flaw && `must be a ${kind.what} in PEM, and is ${flaw}`;
  };
}

/** One certificate, or several of a chain. */
export const certificates = () => pemInput([certificatePem], mustBe(certificatePem));

/** One certificate and no other: `because` says why. */
export const oneCertificate = (because: string) =>
  pemInput(
    [certificatePem],
    (text) =>
      mustBe(certificatePem)(text) ??
      (pemCount(text, certificatePem) > 1 ? `holds more than one certificate: ${because}` : undefined),
  );

export const certificateRequest = () => pemInput([requestPem], mustBe(requestPem));

export const privateKey = () => pemInput([privateKeyPem], mustBe(privateKeyPem));

/**
 * A private key that may be encrypted, and may have a form that Node cannot read: `passPhraseFlaw`
 * says the rest.
 */
export const lockedKey = () => pemInput([privateKeyPem], mustBe({ ...privateKeyPem, read: undefined }));

/** Certificates together with a private key, which may be encrypted. */
export const certificateWithKey = () => pemInput([certificatePem, privateKeyPem], withKey);

const withKey: Flaw = (text) => mustBe(certificatePem)(text) ?? mustBe({ ...privateKeyPem, read: undefined })(text);

const base64: Flaw = (text) =>
  /^[\w+/=\s-]+$/.test(text) ? undefined : 'must be base64; for a file, give readFileSync("<path>", "base64")';

/** A PFX file in base64. */
export const pfxFile = () => checked(z.string().min(1), base64);

/** A certificate with its private key: PEM, or a PFX file in base64. */
export const certificateFile = () => pemInput([certificatePem, privateKeyPem], withKey, base64);

/**
 * What is wrong with the pass phrase of a private key. A key in a form that Node cannot read proves
 * nothing.
 */
export function passPhraseFlaw(text: string, passPhrase: string | undefined): string | undefined {
  const key = pemText(text, privateKeyPem);
  if (!key.includes("ENCRYPTED")) return undefined;
  if (!passPhrase) return "is required: the private key is encrypted";
  try {
    createPrivateKey({ key, passphrase: passPhrase });
    return undefined;
  } catch (error) {
    const isWrong = (error as NodeJS.ErrnoException).code === "ERR_OSSL_BAD_DECRYPT";
    return isWrong ? "does not open the private key" : undefined;
  }
}

/** A certificate beside its private key, in two inputs of one object. */
export function keyFlaw(certificate: string, key: string): string | undefined {
  return isForeignText(certificate, key) ? "does not belong to the certificate" : undefined;
}

/**
 * What is wrong with a certificate and its private key in the input `pem`, which the pass phrase in
 * another one may open.
 */
export const pairFailures =
  (pem: string, passPhrase: string) =>
  (inputs: Bag): Failure[] => {
    const text = inputs[pem];
    if (typeof text !== "string" || !isPem(text)) return [];
    const given = inputs[passPhrase] as string | undefined;
    const locked = passPhraseFlaw(text, given);
    if (locked !== undefined) return [{ property: passPhrase, reason: locked }];
    const reason = "holds a private key that does not belong to its certificate";
    return isForeignText(text, text, given) ? [{ property: pem, reason }] : [];
  };
