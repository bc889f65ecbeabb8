/** A key whose material can be brought into a cloud. */
export interface SourceKey {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  /** AES, RSA, EC, HMAC-SHA256 and so on, in upper case. */
  readonly algorithm: string;
  /** Bits. */
  readonly size: number;
  readonly curve?: string;
  /** The same for the same material, and nothing else about it. */
  readonly fingerprint: string;
  /** PEM of the public half, of a pair whose material is real. */
  readonly publicKey?: string;
  readonly containerId: string;
  readonly containerName: string;
}

export type SourceShape = Pick<SourceKey, "algorithm" | "size" | "curve">;

/** A key that works where it is, for a cloud that never gets its material. */
export interface HeldKey extends SourceKey {
  /** What no such key may be, or lacks; empty for one that can serve. */
  readonly unfit: readonly string[];
  /** Its bytes, where they are real. */
  readonly bytes?: Buffer;
}
