import { badRequest } from "../../core/errors";
import type { Call, System } from "../../core/scope";
import { encryption } from "./encryption";
import { randomNumbers } from "./random";
import { signatures } from "./signatures";

/** A real service was seen to refuse these calls from a client that does not say what it takes. */
function needAccept({ request }: Call, operation: string): void {
  const isCrypto = operation.split(" ")[1]?.startsWith("/crypto/") === true;
  if (isCrypto && request.accept === undefined) throw badRequest("Accept header is invalid.");
}

/** Cryptography with the keys of the vault, which never leave it. */
export const crypto: System = {
  name: "crypto",
  unlisted: { ...encryption, ...signatures, ...randomNumbers },
  guard: needAccept,
};
