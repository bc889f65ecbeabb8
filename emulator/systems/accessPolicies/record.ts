import { body, choice, flag, json, objects, text, texts, type Body } from "../../core/body";
import { invalid } from "../../core/errors";
import { addresses, type Call, type Header } from "../../core/scope";
import { defineKind } from "../../core/store";

const condition = body({ path: text.required, op: text.required, values: texts, negate: flag });

export const policyBody = body({
  name: text.required,
  actions: texts.required,
  resources: texts.required,
  allow: flag,
  effect: choice(["allow", "deny", "obligate_on_allow", "obligate_on_deny"]),
  conditions: objects(condition),
  include_descendant_accounts: flag,
});

/** What its principals may do, or not, once it is attached. */
export interface AccessPolicy extends Header, Body<typeof policyBody> {}

export const policies = defineKind<AccessPolicy>("access-policies", { address: addresses, name: ({ name }) => name });

export const attachmentBody = body({ policy: text.required, principalSelector: json.required, jurisdiction: text });

/** A policy with those that it is for; `policy` is as the request named it. */
export interface Attachment extends Header, Body<typeof attachmentBody> {
  readonly hidden: { readonly policy: string };
}

export const attachments = defineKind<Attachment>("policy-attachments", { attached: ({ hidden }) => hidden.policy });

/** The policy that a new attachment names by id, name or URI. */
export function policyToAttach(call: Call): AccessPolicy {
  const reference = call.body.requiredText("policy");
  const found = call.find(policies, reference);
  if (found === undefined) throw invalid(`there is no policy ${reference}`);
  return found;
}
