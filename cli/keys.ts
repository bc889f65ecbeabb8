import { InvalidArgumentError } from "commander";
import type { Api } from "../provider/api/client";
import { isKind } from "../provider/api/errors";
import { featureAt } from "../provider/api/features";
import { isLicensed } from "../provider/lifecycle/service/licence";
import { moment } from "../provider/resources/moment";

/** What commands that choose keys have in common. */

/** An option that is a moment. */
export function time(text: string): string {
  if (!moment.safeParse(text).success)
    throw new InvalidArgumentError("It must be a time such as 2027-01-31T00:00:00Z.");
  return text;
}

/**
 * What to do if the keys of a system may not be read, and how to leave them out; `undefined` for
 * any other error.
 */
export async function adviceOnKeys(error: unknown, api: Api): Promise<string | undefined> {
  if (!isKind(error, "forbidden")) return undefined;
  const path = error.facts.call.replace(/^[A-Z]+ /, "");
  const feature = featureAt(path);
  if (feature !== undefined && !(await isLicensed(api, feature)))
    return `The feature ${feature} is not licensed, which the keys of clouds and HSMs need. Activate it, or name the service's own vault alone: --system vault.`;
  return "Permit this user to read these keys, or name the systems whose keys are meant, such as --system vault.";
}
