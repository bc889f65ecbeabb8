import { forbidden, invalid } from "../../core/errors";
import { body, flag, someTexts, texts, type Body } from "../../core/body";
import type { Fields } from "../../core/fields";

const reasons: readonly string[] = [
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
];

const basicBody = body({
  justification_required: flag.or(false),
  justification_reason: texts
    .as((given) => {
      const odd = given.find((reason) => !reasons.includes(reason));
      if (odd === undefined) return given;
      throw invalid(`justification_reason must be some of ${reasons.join(", ")}, not "${odd}"`);
    })
    .or([]),
  clients: someTexts.required,
  attestation_zones: texts.or([]),
  attestation_project_ids: texts.or([]),
  attestation_instance_names: texts.or([]),
});

/** Who may use a key, and why: as lists, or as a string of Rego. */
export type Policy = { readonly basic: Body<typeof basicBody> } | { readonly rego: string };

/** Reads a policy object; `raw` says which of its two forms counts. */
export function readPolicy(policy: Fields, raw: boolean): Policy {
  if (raw) return { rego: policy.requiredText("rego") };
  const basic = basicBody(policy.object("basic") ?? policy.missing("basic"));
  if (basic.justification_required && basic.justification_reason.length === 0)
    throw invalid("justification_reason must not be empty while justification_required is true");
  return { basic };
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
