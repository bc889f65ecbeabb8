import * as z from "zod";
import { notFound } from "../../core/errors";
import type { Stored } from "../../core/record";
import { outside, rootDomain, type Scope, type WorldPart } from "../../core/scope";
import { defineKind } from "../../core/store";
import { readBody } from "../../core/world";
import { domains } from "../../shared/identities";
import { guardables } from "./guardable";
import { free, guard, guardedIn } from "./policy";
import { quorums, quorumView } from "./record";
import { decide } from "./votes";

/** No public source shows how the service responds to a held call: 202 with the quorum, or 403. */
type HeldStatus = 202 | 403;

const operations = z.array(z.enum(guardables.map(({ operation }) => operation)));
const response = z.literal([202, 403]);

const schema = z.strictObject({
  operations: operations.default([]).describe("Operations of the root domain that need the approval of others."),
  response: response
    .default(202)
    .describe("How a held call responds: 202 with its quorum, or 403 with an error that names it."),
});

interface Behavior extends Stored {
  readonly response: HeldStatus;
}

const behaviors = defineKind<Behavior>("quorum-world");
const id = "quorums";

export const heldStatus = (scope: Scope): HeldStatus => scope.in(outside).get(behaviors, id)?.response ?? 202;

const show = (scope: Scope): object => ({
  operations: guardedIn(scope.in(rootDomain)),
  response: heldStatus(scope),
});

const put = (scope: Scope, status: HeldStatus): void => {
  scope.put(behaviors, { id, domain: outside, response: status });
};

function seed(scope: Scope, part: unknown): void {
  const policy = schema.parse(part);
  for (const operation of policy.operations) guard(scope.in(rootDomain), operation);
  put(scope, policy.response);
}

const policyChange = z.strictObject({ operations: operations.optional(), response: response.optional() });

/** A list of operations replaces the one before. */
function changePolicy(scope: Scope, sent: unknown): object {
  const policy = readBody(policyChange, sent);
  const root = scope.in(rootDomain);
  if (policy.operations !== undefined) {
    for (const operation of guardedIn(root)) free(root, operation);
    for (const operation of policy.operations) guard(root, operation);
  }
  if (policy.response !== undefined) put(scope, policy.response);
  return show(scope);
}

const decisionSchema = z.strictObject({ quorum: z.string(), decision: z.enum(["approve", "deny", "expire"]) });

/** Quorums of all domains, by id. */
function changeDecision(scope: Scope, sent: unknown): object {
  const { quorum: wanted, decision } = readBody(decisionSchema, sent);
  for (const { id: domain } of scope.in(rootDomain).all(domains)) {
    const inside = scope.in(domain);
    const quorum = inside.get(quorums, wanted);
    if (quorum !== undefined) return quorumView(decide(inside, quorum, decision), inside);
  }
  throw notFound();
}

/** Which calls the service holds and how it says so, and decisions of people who are not there. */
export const quorumsWorld: WorldPart = {
  name: "quorums",
  schema,
  initial: {},
  seed,
  show,
  changes: { policy: changePolicy, decisions: changeDecision },
};
