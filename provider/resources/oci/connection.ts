import * as z from "zod";
import { field } from "../../lifecycle/field";
import { defineConnection } from "../connections";
import { ocid, ociRegion } from "./ocid";
import { pem } from "../pem";

/** An Oracle Cloud user's API key, under which the service reaches a tenancy; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless vaults use it; nothing in Oracle Cloud changes. */
export const ociConnection = defineConnection("oci", {
  type: "OciConnection",
  inputs: {
    /** OCI region whose endpoints the service calls, one the tenancy is subscribed to, such as `eu-frankfurt-1`. */
    region: ociRegion,
    /** OCID of the tenancy. */
    tenancyOcid: ocid("tenancy"),
    /** OCID of the user whose API key it is. */
    userOcid: ocid("user"),
    /** Fingerprint of the API key: 16 pairs of hexadecimal digits with colons between them. */
    fingerprint: z
      .string()
      .regex(/^[\da-f]{2}(:[\da-f]{2}){15}$/i, "must be 16 pairs of hexadecimal digits with colons between them"),
    /** The private half of the API key. Secret as a whole; never returned by the service, so that a change made elsewhere is not seen. */
    credentials: field(
      z.object({
        /** The private key, PEM text. */
        keyFile: pem(),
        /** Pass phrase of the private key. Default: none. */
        passPhrase: z.string().optional(),
      }),
      { seen: "never", secret: true },
    ),
  },
  together: [["tenancyOcid", "userOcid", "fingerprint", "credentials"]],
});
