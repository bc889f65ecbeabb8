import { body, emptiable, integer, text, type Field } from "../../core/body";
import { invalid } from "../../core/errors";
import { given } from "../../core/fields";
import type { Call, Operations } from "../../core/scope";
import type { VaultKey } from "../vault/record";
import { attempt, keyFor } from "./keys";
import { decryptWithPair, encryptWithPair } from "./rsa";
import { decrypt, encrypt, type Sealed } from "./symmetric";

/** Encrypting and decrypting: bytes are base64, and a response of the one is a request of the other. */

function decoded(value: string, name: string): Buffer {
  const bytes = Buffer.from(value, "base64");
  if (bytes.toString("base64") !== value) throw invalid(`${name} must be base64`);
  return bytes;
}

const bytes: Field<Buffer> = text.as(decoded);
const data: Field<Buffer> = emptiable.as(decoded);
const lower = text.as((value) => value.toLowerCase());
const common = {
  id: text.required,
  type: text,
  version: integer(0),
  mode: lower,
  pad: lower,
  iv: bytes,
  aad: bytes,
};
const plainBody = body({ ...common, plaintext: data.required });
const sealedBody = body({ ...common, tag: bytes, ciphertext: data.required });

const isPair = ({ algorithm }: VaultKey): boolean => algorithm === "RSA";

/** The result as a request to decrypt takes it. */
function shown({ id, version }: VaultKey, sealed: Sealed): object {
  const texts = Object.entries(given(sealed)).map(([name, value]) => [
    name,
    Buffer.isBuffer(value) ? value.toString("base64") : value,
  ]);
  return { id, version, ...(Object.fromEntries(texts) as object) };
}

function encryptData(call: Call): object {
  const { plaintext, ...way } = plainBody(call.body);
  const key = keyFor(call, way, "EncryptWithKey");
  return shown(
    key,
    attempt(() => (isPair(key) ? encryptWithPair : encrypt)(key, plaintext, way)),
  );
}

function decryptData(call: Call): object {
  const sealed = sealedBody(call.body);
  const key = keyFor(call, sealed, "DecryptWithKey");
  const plain = attempt(() => (isPair(key) ? decryptWithPair : decrypt)(key, sealed));
  return { plaintext: plain.toString("base64") };
}

export const encryption: Operations = {
  "POST /crypto/encrypt": encryptData,
  "POST /crypto/decrypt": decryptData,
};
