import type { Api } from "../api/client";
import { isKind } from "../api/errors";

/** What to do about a refusal that only a look at the service explains: the feature is not licensed at all. `undefined` where it is something else. */
export async function licenceAdvice(
  api: Api,
  feature: string | undefined,
  error: unknown,
): Promise<string | undefined> {
  if (feature === undefined || !isKind(error, "forbidden") || (await isLicensed(api, feature))) return undefined;
  return `The feature ${feature} is not licensed: activate it with a TrialLicense or a License resource, and let what needs it depend on it.`;
}

async function isLicensed(api: Api, feature: string): Promise<boolean> {
  try {
    const features = await api.list("/licensing/features/");
    return features.some((one) => String(one.name).toUpperCase().includes(feature) && one.status === "active");
  } catch {
    return true;
  }
}
