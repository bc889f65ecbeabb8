import { collection, freely, refuseTaken } from "../../core/collection";
import { conflict, invalid } from "../../core/errors";
import { shown } from "../../core/response";
import type { Call, Scope, System } from "../../core/scope";
import {
  attachmentBody,
  attachments,
  policies,
  policyBody,
  policyToAttach,
  type AccessPolicy,
  type Attachment,
} from "./record";

function newPolicy(call: Call): AccessPolicy {
  const sent = policyBody(call.body);
  if (sent.allow === undefined && sent.effect === undefined) throw invalid("either allow or effect is required");
  refuseTaken(call, policies, "a policy", sent.name);
  return { ...call.header("admin:policies"), ...sent };
}

function needUnattached(call: Call, policy: AccessPolicy): void {
  if (call.by(attachments, "attached", policy.id).length > 0)
    throw conflict(`the policy ${policy.name} is attached: delete its attachments first`);
}

function newAttachment(call: Call): Attachment {
  const { id } = policyToAttach(call);
  return { ...call.header("admin:policy-attachments"), ...attachmentBody(call.body), hidden: { policy: id } };
}

/** An attachment shows what its policy is about, too. */
function attachmentView(attachment: Attachment, scope: Scope): object {
  const { actions, resources } = scope.need(policies, attachment.hidden.policy);
  return { ...shown(attachment), actions, resources };
}

/** Policies and those that they are attached to. They are kept, and decide about no call. */
export const accessPolicies: System = {
  name: "accessPolicies",
  operations: {
    ...collection<AccessPolicy>({
      kind: policies,
      path: "/admin/policies/",
      one: "/admin/policies/{id}",
      filters: ["name"],
      create: newPolicy,
      remove: needUnattached,
    }),
    ...collection<Attachment>({
      kind: attachments,
      path: "/admin/policy-attachments/",
      one: "/admin/policy-attachments/{id}",
      view: attachmentView,
      filters: ["policy"],
      create: newAttachment,
      remove: freely,
    }),
  },
};
