import type { Api } from "../../api/client";
import { ApiError, isKind } from "../../api/errors";
import { featureAt } from "../../api/features";
import type { Definition } from "../vocabulary/definition";
import { explain, withServiceVersion, type ResourceError } from "../vocabulary/failure";

/** The licensed feature that objects of this type belong to. */
export const featureOf = ({ feature, path }: Definition): string | undefined => feature ?? featureAt(path);

/**
 * Advice on a refusal if the feature is not licensed at all, which only the service can tell; else
 * `undefined`.
 */
export async function licenceAdvice(
  api: Api,
  feature: string | undefined,
  error: unknown,
): Promise<string | undefined> {
  if (feature === undefined || !isKind(error, "forbidden") || (await isLicensed(api, feature))) return undefined;
  if (await isTrialUsedUp(api)) return usedUp;
  return `The feature ${feature} is not licensed: activate it with a TrialLicense or a License resource, and make what needs it depend on it.`;
}

/** Advice once the trial is over. */
export const usedUp = "The trial of the service is used up: install a license with a License resource instead.";

/** True if every trial was activated, and none has time left. */
export async function isTrialUsedUp(api: Api): Promise<boolean> {
  try {
    const trials = await api.list("/licensing/trials/");
    if (trials.length === 0 || trials.some(({ status }) => status === "available")) return false;
    const features = await api.list("/licensing/features/");
    return features.every(({ trial_seconds_remaining: left }) => left === 0);
  } catch {
    return false;
  }
}

/** True if the feature is licensed, or if the service does not tell. */
export async function isLicensed(api: Api, feature: string): Promise<boolean> {
  try {
    const features = await api.list("/licensing/features/");
    return features.some((one) => String(one.name).toUpperCase().includes(feature) && one.status === "active");
  } catch {
    return true;
  }
}

/**
 * A failure of what only reads, as a message for the user: `tried` is a clause such as `listing
 * AwsKey`.
 */
export async function explainRead(tried: string, error: unknown, api: Api): Promise<ResourceError> {
  const path = error instanceof ApiError ? error.facts.call.replace(/^[A-Z]+ /, "") : "";
  return withServiceVersion(explain(tried, error, await licenceAdvice(api, featureAt(path), error)), api);
}
