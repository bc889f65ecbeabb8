import * as z from "zod";
import { field } from "../../lifecycle/vocabulary/field";
import { rsa } from "../google/values";

/**
 * Reasons for which Google requests a key, and which a policy can require:
 * https://cloud.google.com/assured-workloads/key-access-justifications/docs/justification-codes.
 */
export const justificationReasons = [
  "REASON_UNSPECIFIED",
  "CUSTOMER_INITIATED_SUPPORT",
  "GOOGLE_INITIATED_SERVICE",
  "THIRD_PARTY_DATA_REQUEST",
  "GOOGLE_INITIATED_REVIEW",
  "CUSTOMER_INITIATED_ACCESS",
  "GOOGLE_INITIATED_SYSTEM_OPERATION",
  "REASON_NOT_EXPECTED",
  "MODIFIED_CUSTOMER_INITIATED_ACCESS",
  "MODIFIED_GOOGLE_INITIATED_SYSTEM_OPERATION",
  "GOOGLE_RESPONSE_TO_PRODUCTION_ALERT",
  "CUSTOMER_AUTHORIZED_WORKFLOW_SERVICING",
] as const;

/** What asymmetric endpoints sign with. */
export const signingAlgorithms = [
  ...rsa("RSA_SIGN_PSS"),
  ...rsa("RSA_SIGN_PKCS1"),
  "EC_SIGN_P256_SHA256",
  "EC_SIGN_P384_SHA384",
] as const;

/** A host name, optionally with a port. */
export const host = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?$/;

/** A list that is left out when it is empty, as the service does. */
export const someTexts = field(
  z.array(z.string().min(1)).min(1, "needs at least one; leave it out for none").optional(),
  { as: "set" },
);
