import { isKind, type ApiError } from "../api/errors";
import { culpritAdvice, spelledAdvice } from "./culprit";
import type { Definition, Scope } from "./definition";
import { featureOf, licenceAdvice } from "./licence";

const removed = "Somebody removed it: run `pulumi up --refresh` to see what is left.";

/** Such as a rotation, which the next update would repeat. */
const perhapsDone = ({ facts: { advice } }: ApiError): string =>
  `The service may have done it all the same, and the next update does it again: first see by \`pulumi refresh\` what it has, then run \`pulumi up\`.${advice ? ` ${advice}` : ""}`;

/** What only the service can tell of a failure. An object that is missing while it is `created` may never have existed. */
export async function adviceOn(
  definition: Definition,
  error: unknown,
  { api, inputs }: Scope,
  created: boolean,
): Promise<string | undefined> {
  const culprit = await culpritAdvice(definition, api, inputs, error).catch(() => undefined);
  if (culprit !== undefined) return culprit;
  if (!created && isKind(error, "notFound")) return removed;
  if (!created && isKind(error, "unanswered") && error.facts.call.startsWith("POST ")) return perhapsDone(error);
  return (await licenceAdvice(api, featureOf(definition), error)) ?? spelledAdvice(definition, inputs, error);
}
