import { isKind } from "../api/errors";
import { culpritAdvice, spelledAdvice } from "./culprit";
import type { Definition, Scope } from "./definition";
import { featureOf, licenceAdvice } from "./licence";

const removed = "Somebody removed it: run `pulumi up --refresh` to see what is left.";

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
  return (await licenceAdvice(api, featureOf(definition), error)) ?? spelledAdvice(definition, inputs, error);
}
