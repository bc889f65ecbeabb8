import * as z from "zod";
import { field } from "../../lifecycle/field";
import { defineConnection } from "../connections";

/** A Google service account under which the service reaches one or more Google Cloud projects; tested until `ready` when it is made and when its key file changes. Destroying it removes it from the service, unless key rings use it; nothing in Google changes. */
export const googleConnection = defineConnection("gcp", {
  type: "GoogleConnection",
  inputs: {
    /** Key file of the service account: the JSON text as Google hands it out. Secret; never returned by the service, so that a change made elsewhere shows only in `privateKeyId`. */
    keyFile: field(
      z.string().refine(isKeyFile, {
        error:
          "must be the JSON text of a service account's key file, with type, private_key_id, private_key and client_email",
      }),
      { seen: "never", secret: true },
    ),
  },
  outputs: {
    /** E-mail address of the service account in the key file. */
    clientEmail: z.string().optional(),
    /** Google's id of the private key in the key file. */
    privateKeyId: z.string().optional(),
  },
});

/** Fields that a key file must have for the service to log in with it. */
function isKeyFile(text: string): boolean {
  try {
    const file = JSON.parse(text) as Record<string, unknown>;
    const needed = ["private_key_id", "private_key", "client_email"];
    return file.type === "service_account" && needed.every((key) => typeof file[key] === "string" && file[key] !== "");
  } catch {
    return false;
  }
}
