import type { X509Certificate } from "node:crypto";
import type { Fields } from "./fields";
import type { Witness } from "./witness";

/** Who makes a call. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly groups: readonly string[];
  readonly clientId: string;
}

export const nobody: Caller = { userId: "", username: "", groups: [], clientId: "" };

export interface Request {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: Fields;
  /** The body of an operation that takes bytes; empty for any other. */
  readonly bytes: Buffer;
  /** What the client takes as a response, as its Accept header says. */
  readonly accept?: string;
  readonly address: string;
  /** Where the service is reachable, without a slash at the end. */
  readonly base: string;
  readonly witness?: Witness;
  /** The certificate that the client presented in the TLS handshake, verified or not. */
  readonly peer: () => X509Certificate | undefined;
}
