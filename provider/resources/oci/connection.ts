import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import * as z from "zod";
import { field } from "../../lifecycle/vocabulary/field";
import { defineConnection } from "../connections";
import { ocid, ociRegion } from "./ocid";
import { lockedKey, passPhraseFlaw } from "../pem";

/**
 * What Oracle Cloud shows as the fingerprint of an API key; `undefined` for a key in a form that
 * Node cannot read.
 */
export function publicKeyFingerprint(key: string, passphrase?: string): string | undefined {
  try {
    const spki = createPublicKey(createPrivateKey({ key, passphrase })).export({ type: "spki", format: "der" });
    return createHash("md5").update(spki).digest("hex").match(/../g)!.join(":");
  } catch {
    return undefined;
  }
}

/**
 * An Oracle Cloud user's API key, under which the service reaches a tenancy. It is tested until
 * `ready` when it is made and when a credential changes. Destroying it removes it from the service,
 * unless vaults use it; nothing in Oracle Cloud changes.
 */
export const ociConnection = defineConnection("oci", {
  type: "OciConnection",
  inputs: {
    /**
     * OCI region whose endpoints the service calls, one the tenancy is subscribed to, such as
     * `eu-frankfurt-1`.
     */
    region: ociRegion,
    /** OCID of the tenancy. */
    tenancyOcid: ocid("tenancy"),
    /** OCID of the user whose API key it is. */
    userOcid: ocid("user"),
    /** Fingerprint of the API key: 16 pairs of hexadecimal digits with colons between them. */
    fingerprint: z
      .string()
      .regex(/^[\da-f]{2}(:[\da-f]{2}){15}$/i, "must be 16 pairs of hexadecimal digits with colons between them"),
    /**
     * The private half of the API key. Secret as a whole; never returned by the service, so that a
     * change made elsewhere is not seen.
     */
    credentials: field(
      z
        .object({
          /** The private key, PEM text. */
          keyFile: lockedKey(),
          /** Pass phrase of the private key. Default: none. */
          passPhrase: z.string().optional(),
        })
        .superRefine(({ keyFile, passPhrase }, context) => {
          const message = passPhraseFlaw(keyFile, passPhrase);
          if (message !== undefined) context.addIssue({ code: "custom", path: ["passPhrase"], message });
        }),
      { seen: "never", secret: true },
    ),
  },
  check({ credentials, fingerprint }) {
    const held = credentials && publicKeyFingerprint(credentials.keyFile, credentials.passPhrase);
    if (held === undefined || fingerprint === undefined || held === fingerprint.toLowerCase()) return [];
    return [{ property: "fingerprint", reason: `is not that of the key in credentials, which is ${held}` }];
  },
  update: { together: [["tenancyOcid", "userOcid", "fingerprint", "credentials"]] },
});
