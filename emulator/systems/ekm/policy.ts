import { forbidden, invalid } from "../../core/errors";
import type { Fields, JsonObject } from "../../core/fields";

const reasons = [
  "REASON_UNSPECIFIED",
  "CUSTOMER_INITIATED_SUPPORT",
  "GOOGLE_INITIATED_SERVICE",
  "THIRD_PARTY_DATA_REQUEST",
  "GOOGLE_INITIATED_REVIEW",
  "CUSTOMER_INITIATED_ACCESS",
  "GOOGLE_INITIATED_SYSTEM_OPERATION",
  "REASON_NOT_EXPECTED",
  "MODIFIED_CUSTOMER_INITIATED_ACCESS",
  "GOOGLE_RESPONSE_TO_PRODUCTION_ALERT",
];

/** Who may use a key, and why: as lists, or as a text in Rego. */
export type Policy = { readonly basic: JsonObject & Basic } | { readonly rego: string };

interface Basic {
  readonly clients: readonly string[];
  readonly justification_required: boolean;
  readonly justification_reason: readonly string[];
}

/** Reads a policy object; `raw` says which of its two forms counts. */
export function readPolicy(policy: Fields, raw: boolean): Policy {
  if (raw) return { rego: policy.requiredText("rego") };
  const basic = policy.object("basic") ?? policy.missing("basic");
  const justification_required = basic.flag("justification_required") ?? false;
  const justification_reason = basic.texts("justification_reason") ?? [];
  const odd = justification_reason.find((reason) => !reasons.includes(reason));
  if (odd !== undefined) throw invalid(`justification_reason must be some of ${reasons.join(", ")}, not "${odd}"`);
  if (justification_required && justification_reason.length === 0)
    throw invalid("justification_reason must not be empty while justification_required is true");
  return {
    basic: {
      clients: basic.requiredTexts("clients"),
      justification_required,
      justification_reason,
      attestation_zones: basic.texts("attestation_zones") ?? [],
      attestation_project_ids: basic.texts("attestation_project_ids") ?? [],
      attestation_instance_names: basic.texts("attestation_instance_names") ?? [],
    },
  };
}

/** The policy as Rego: a basic one is written out. */
export function rawPolicy(policy: Policy): string {
  if ("rego" in policy) return policy.rego;
  const { clients, justification_required, justification_reason } = policy.basic;
  const list = (values: readonly string[]): string => `{${values.map((value) => JSON.stringify(value)).join(", ")}}`;
  const reason = justification_required ? `; ${list(justification_reason)}[input.reason]` : "";
  return `package ekm\ndefault allow = false\nallow { ${list(clients)}[input.client]${reason} }\n`;
}

/** Refuses a use whose justification isn't one that the policy accepts. Rego isn't evaluated. */
export function checkUse(policy: Policy, context: Fields): void {
  if (!("basic" in policy) || !policy.basic.justification_required) return;
  const reason = context.block("accessReasonContext").text("reason") ?? "REASON_UNSPECIFIED";
  if (!policy.basic.justification_reason.includes(reason))
    throw forbidden(`the policy does not allow the justification ${reason}`);
}
