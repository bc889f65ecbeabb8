import { isKind, type ApiError } from "../../api/errors";
import { culpritAdvice, spelledAdvice } from "../service/culprit";
import type { Definition, Scope } from "../vocabulary/definition";
import { featureOf, licenceAdvice } from "../service/licence";
import { conflictAdvice } from "./conflicts";
import type { Witness } from "../evidence/witness";

const removed = "Somebody removed it: run `pulumi up --refresh` to see what is left.";

/** Such as a rotation, which the next update would repeat. */
const perhapsDone = ({ facts: { advice } }: ApiError): string =>
  `The service may have done it all the same, and the next update does it again: first see by \`pulumi refresh\` what it has, then run \`pulumi up\`.${advice ? ` ${advice}` : ""}`;

/** What failed, where that tells more than the error. */
export type During = "create" | "update";

/**
 * What only the service can tell of a failure. An object that is missing while it is created may
 * never have existed.
 */
export async function adviceOn(
  definition: Definition,
  error: unknown,
  scope: Scope,
  during: During | undefined,
  witnessOf: () => Witness,
): Promise<string | undefined> {
  const { api, inputs } = scope;
  const isCreate = during === "create";
  const culprit = await culpritAdvice(definition, api, inputs, error).catch(() => undefined);
  if (culprit !== undefined) return culprit;
  if (during === "update" && isKind(error, "conflict")) {
    const rival = await conflictAdvice(definition, scope, witnessOf()).catch(() => undefined);
    if (rival !== undefined) return rival;
  }
  if (!isCreate && isKind(error, "notFound")) return removed;
  if (!isCreate && isKind(error, "unanswered") && error.facts.call.startsWith("POST ")) return perhapsDone(error);
  return (await licenceAdvice(api, featureOf(definition), error)) ?? spelledAdvice(definition, inputs, error);
}
