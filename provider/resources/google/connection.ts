import * as z from "zod";
import { pemFlaw, privateKeyPem } from "../../api/pem";
import { field } from "../../lifecycle/vocabulary/field";
import { parsedDocument } from "../../lifecycle/values/diff";
import { defineConnection } from "../connections";
import { otherForm } from "../fileText";

/**
 * A Google service account under which the service reaches one or more Google Cloud projects. It is
 * tested until `ready` when it is made and when its key file changes. Destroying it removes it from
 * the service, unless key rings use it; nothing in Google changes.
 */
export const googleConnection = defineConnection("gcp", {
  type: "GoogleConnection",
  inputs: {
    /**
     * Key file of the service account: the JSON text as Google hands it out. Secret; never returned
     * by the service, so that a change made elsewhere shows only in `privateKeyId`.
     */
    keyFile: field(
      z
        .string()
        .overwrite((text) => text.replace(/^\uFEFF/, ""))
        .superRefine((text, context) => {
          const message = keyFileFlaw(text);
          if (message !== undefined) context.addIssue({ code: "custom", message });
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

const needed = ["private_key_id", "private_key", "client_email"];

/** What is wrong with a key file for the service to log in with; never any of it. */
function keyFileFlaw(text: string): string | undefined {
  const file = parsedDocument(text);
  if (typeof file !== "object" || file === null) {
    const form = otherForm(text);
    return `must be the JSON text of a service account's key file${form === undefined ? "" : `; ${form}`}`;
  }
  const { type, ...fields } = file as Record<string, unknown>;
  if (type !== "service_account")
    return "must be the key file of a service account, with type service_account: the service cannot log in with other types";
  const missing = needed.filter((key) => typeof fields[key] !== "string" || fields[key] === "");
  if (missing.length > 0) return `lacks ${missing.join(", ")}: give the whole key file of the service account`;
  const flaw = pemFlaw(fields.private_key as string, { ...privateKeyPem, read: undefined });
  return flaw && `must have a private key in private_key, which is ${flaw}`;
}
